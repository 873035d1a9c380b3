//! `judge`: one ruling on one turn.

use std::io::Write;

use clap::Args;

use crate::answers::in_json;
use crate::batch::{Form, answer_boards};
use crate::exit::{CliError, ExitStatus};
use crate::position::Loaded;
use crate::position_args::PositionArgs;
use crate::render::{BAD, GOOD, RULE, occurrences, picture};
use arimaa::engines::Engine;
use arimaa::spec;
use arimaa::text::{Located, SvgOptions, TurnLine, read_turn, svg, write_turn};
use arimaa::vocab::{Label, Side, Token};
use arimaa_oracle::ask::to_move;
use arimaa_oracle::ask::{Question, TurnText};
use arimaa_oracle::judge::{Accepted, JudgedGame, Options, Reading, Refused};

const HELP: &str = "\
Examples:
  arimaa-oracle judge game.txt --at 12s 'ed5n rc3x hb4e'
  arimaa-oracle judge 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR' 'Ee2n Ee3n'
  arimaa-oracle judge --edition 2005-05-28 state.json 'Ra1n'
  arimaa-oracle judge --svg diagram.txt 'ra7e' > ruling.svg

Exit codes: 0 legal, 1 illegal, 2 something could not be read";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(super) struct JudgeArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The turn, with or without its label: '12s ed5n rc3x hb4e'
    #[arg(value_name = "TURN")]
    turn: Vec<String>,
    /// Insist on capture tokens, as the game server does
    #[arg(long)]
    strict: bool,
    /// Judge movement even if the game is decided
    #[arg(long)]
    past_end: bool,
    /// Answer in JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Draw the ruling as a vector picture
    #[arg(long, conflicts_with = "json")]
    svg: bool,
}

pub(super) fn run(
    engine: &Engine,
    args: &JudgeArgs,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if args.turn.is_empty() {
        return Err(CliError::Question(
            "judge needs a turn after the position, such as 'Ee2n Ee3n'; \
             replay judges the turns that a record holds"
                .into(),
        ));
    }
    let text = args.turn.join(" ");
    let line = read_turn(&text, 1).map_err(|error| CliError::text("TURN", error).under(&text))?;
    if args.json {
        let label = line.label.map(|label| label.value);
        return in_json(engine, &args.position, out, |position| {
            Ok(Question::Judge {
                position: position.numbered(label).source,
                turn: TurnText::Line(text.clone()),
                strict: args.strict,
                past_end: args.past_end,
            })
        });
    }
    if args.position.is_batch()? {
        if args.svg {
            return Err(CliError::Question(
                "a picture has several lines: `--svg` takes one position, not `-`".into(),
            ));
        }
        let edition = args.position.for_boards()?;
        return answer_boards(engine, Form::Text, edition, out, |loaded| {
            Ok(one_line(loaded, &line, args))
        });
    }
    let mut ruling = Ruling::on(Loaded::find(engine, &args.position)?, &line, args);
    if ruling.result.is_err() {
        ruling.hint = hint(engine, &line, args);
    }
    if args.svg {
        writeln!(out, "{}", ruling.picture().trim_end())?;
    } else {
        ruling.print(out)?;
    }
    Ok(ruling.answer())
}

fn one_line(loaded: Loaded, line: &TurnLine, args: &JudgeArgs) -> (String, ExitStatus) {
    let ruling = Ruling::on(loaded, line, args);
    (ruling.line(), ruling.answer())
}

/// A ruling with everything needed to explain it.
struct Ruling {
    tokens: Vec<Token>,
    /// The label of the turn that is judged.
    label: Label,
    /// Whether its number is known and not just assumed.
    label_known: bool,
    /// The game afterwards; where it was, if the turn is refused.
    game: JudgedGame,
    result: Result<Accepted, Box<Refused>>,
    /// Where else in the record the turn could be meant.
    hint: Option<String>,
}

/// Where else in the record the turn could be meant: at the label that is written before it, or for
/// the other side if it is legal there.
fn hint(engine: &Engine, line: &TurnLine, args: &JudgeArgs) -> Option<String> {
    if args.position.position == "-" {
        return None;
    }
    let at = args.position.at;
    let written = line.label.map(|label| label.value);
    let meant = match (written.filter(|&label| at != Some(label)), at) {
        (Some(written), _) => written,
        (None, Some(at)) if at.side == Side::Gold => at.next(),
        (None, Some(at)) => at.previous()?,
        (None, None) => return None,
    };
    let position = PositionArgs {
        at: Some(meant),
        ..args.position.clone()
    };
    let ruling = Ruling::on(Loaded::find(engine, &position).ok()?, line, args);
    if ruling.result.is_ok() {
        Some(format!("as turn {meant} it is legal: perhaps --at {meant}"))
    } else {
        (written == Some(meant)).then(|| format!("--at {meant} judges it as turn {meant}"))
    }
}

impl Ruling {
    fn on(loaded: Loaded, line: &TurnLine, args: &JudgeArgs) -> Self {
        let Loaded {
            mut game,
            label_known,
        } = loaded;
        let written = line.label.map(|label| label.value);
        if let (Some(written), false) = (written, label_known) {
            game.begin_with(written);
        }
        let label = game.label();
        let tokens = Located::values(&line.tokens);
        let options = Options {
            reading: Reading::strict_if(args.strict),
            past_end: args.past_end,
        };
        // A turn that was in progress is shown whole, with what was captured in it before.
        let before = game.played_so_far();
        let mut result = game.play(written, &tokens, options);
        if let Ok(accepted) = &mut result {
            accepted.played.splice(0..0, before);
        }
        Self {
            tokens,
            label,
            label_known: label_known || written.is_some(),
            game,
            result,
            hint: None,
        }
    }

    fn answer(&self) -> ExitStatus {
        match self.result {
            Ok(_) => ExitStatus::Yes,
            Err(_) => ExitStatus::No,
        }
    }

    fn print(&self, out: &mut dyn Write) -> Result<(), CliError> {
        match &self.result {
            Ok(accepted) => self.print_accepted(accepted, out),
            Err(refused) => self.print_refused(refused, out),
        }
    }

    fn print_accepted(&self, accepted: &Accepted, out: &mut dyn Write) -> Result<(), CliError> {
        let turn = write_turn(
            self.label_known.then_some(self.label),
            accepted.played.iter().flat_map(Token::of),
        );
        writeln!(out, "{GOOD}legal{GOOD:#}: {turn}")?;
        for captured in accepted.captures() {
            writeln!(out, "captured: {}", captured.described())?;
        }
        writeln!(out)?;
        picture(out, &self.game.state().board(), &[])?;
        writeln!(out)?;
        let label = self.label_known.then(|| self.game.label());
        match accepted.outcome {
            Some(outcome) => writeln!(out, "{outcome}")?,
            None => writeln!(out, "{}", to_move(&self.game, label))?,
        }
        Ok(())
    }

    fn print_refused(&self, refused: &Refused, out: &mut dyn Write) -> Result<(), CliError> {
        let refusal = &refused.refusal;
        let id = refusal.rule();
        let place = refused.place(&self.tokens);
        writeln!(
            out,
            "{BAD}illegal{BAD:#}{place}: {refusal} ({RULE}{id}{RULE:#})"
        )?;
        let label = self.label_known.then_some(self.label);
        if let Some(turns) = occurrences(refused, label) {
            writeln!(out, "{turns}")?;
        }
        if let Some(hint) = &self.hint {
            writeln!(out, "{hint}")?;
        }
        writeln!(out)?;
        picture(out, &refused.state.board(), &refusal.squares())?;
        if let Some(rule) = spec::rule(id) {
            writeln!(out)?;
            writeln!(out, "{RULE}{id}{RULE:#} {}", rule.summary())?;
        }
        Ok(())
    }

    /// The board after a legal turn, or where a turn is refused with the squares that it is about.
    fn picture(&self) -> String {
        match &self.result {
            Ok(accepted) => {
                let turn = accepted.text();
                let outcome = accepted.outcome;
                let outcome = outcome
                    .map(|outcome| format!("; {outcome}"))
                    .unwrap_or_default();
                let options = SvgOptions {
                    caption: Some(format!("legal: {turn}{outcome}")),
                    ..SvgOptions::default()
                };
                svg(&self.game.state().board(), &options)
            }
            Err(refused) => {
                let (refusal, place) = (&refused.refusal, refused.place(&self.tokens));
                let rule = refusal.rule();
                let options = SvgOptions {
                    marks: refusal.squares(),
                    caption: Some(format!("illegal{place}: {refusal} ({rule})")),
                };
                svg(&refused.state.board(), &options)
            }
        }
    }

    /// The ruling in one line, for answers to many boards.
    fn line(&self) -> String {
        match &self.result {
            Ok(accepted) => {
                let captures = accepted.captures().map(|captured| format!("{captured}x"));
                let outcome = accepted
                    .outcome
                    .map(|outcome| format!("{} {}", outcome.winner_name(), outcome.end.rule()));
                let words = ["legal".to_owned()]
                    .into_iter()
                    .chain(captures)
                    .chain(outcome);
                words.collect::<Vec<_>>().join(" ")
            }
            Err(refused) => {
                let place = refused.place(&self.tokens);
                let refusal = &refused.refusal;
                format!("illegal {}{place}: {refusal}", refusal.rule())
            }
        }
    }
}
