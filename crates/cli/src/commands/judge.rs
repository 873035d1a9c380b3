//! `judge`: one ruling on one turn.

use std::io::Write;

use clap::Args;

use crate::answers::{Asked, ask};
use crate::exit::{CliError, ExitStatus};
use crate::position::FoundPosition;
use crate::position_args::PositionArgs;
use crate::render::{BAD, GOOD, RULE, draw_board, occurrences, short_outcome};
use arimaa::compare::Engine;
use arimaa::spec;
use arimaa::text::header::write_sentence;
use arimaa::text::{Located, SvgOptions, TurnLine, read_turn, svg};
use arimaa::vocab::{Handicap, Label, Phase, Placed, Side, Square};
use arimaa_oracle::ask::{
    Answer, PositionSource, Question, RefusedTurn, Standing, TurnText, answer,
};
use arimaa_oracle::judge::named_token;

const HELP: &str = "\
Examples:
  arimaa-oracle judge game.txt --at 12s 'ed5n rc3x hb4e'
  arimaa-oracle judge 'g rrrrrrrr/dhcemchd/8/8/8/8/DHCMECHD/RRRRRRRR' 'Ee2n Ee3n'
  arimaa-oracle judge --edition 2005-05-28 diagram.txt 'ra7e'
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
    let line = read_turn(&text, 1)
        .map_err(|error| CliError::text_error("TURN", error).with_line_of(&text))?;
    let judge = Judge {
        engine,
        args,
        text,
        line,
    };
    if args.svg && args.position.is_batch()? {
        return Err(CliError::Question(
            "a picture has several lines: `--svg` takes one position, not `-`".into(),
        ));
    }
    ask(engine, &args.position, args.json, out, &judge)
}

/// The turn that is judged, as text and as tokens, with the options of the command.
struct Judge<'a> {
    engine: &'a Engine,
    args: &'a JudgeArgs,
    text: String,
    line: TurnLine,
}

impl Asked for Judge<'_> {
    fn question(&self, position: FoundPosition) -> Result<Question, CliError> {
        Ok(Question::Judge {
            position: with_turn_number(position.source, self.label()),
            turn: TurnText::Line(self.text.clone()),
            strict: self.args.strict,
            past_end: self.args.past_end,
        })
    }

    fn print(
        &self,
        question: &Question,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> Result<(), CliError> {
        let ruling = Ruling {
            judge: self,
            question,
        };
        match answer {
            Answer::Refused { refusal, .. } if self.args.svg => ruling.draw_refused(refusal, out),
            Answer::Refused { refusal, .. } => ruling.print_refused(refusal, out),
            _ => match Accepted::from_answer(answer) {
                Some(accepted) if self.args.svg => accepted.draw(out),
                Some(accepted) => ruling.print_accepted(&accepted, out),
                None => Err(CliError::Engine("an answer to another question".to_owned())),
            },
        }
    }

    fn line(&self, answer: &Answer) -> String {
        match (answer, Accepted::from_answer(answer)) {
            (Answer::Refused { refusal, .. }, _) => {
                let (rule, message) = (
                    text_or_empty(refusal.rule.as_ref()),
                    text_or_empty(refusal.message.as_ref()),
                );
                format!("illegal {rule}{}: {message}", self.location(refusal))
            }
            (_, Some(accepted)) => {
                let captures = accepted.captures().map(|captured| format!("{captured}x"));
                let outcome = accepted.standing.outcome.as_ref().map(short_outcome);
                let words = ["legal".to_owned()].into_iter().chain(captures);
                words.chain(outcome).collect::<Vec<_>>().join(" ")
            }
            (_, None) => "error: an answer to another question".to_owned(),
        }
    }
}

/// Numbers a position from the label of the turn, if the position has no number.
fn with_turn_number(mut position: PositionSource, label: Option<Label>) -> PositionSource {
    if let (PositionSource::State(state), Some(label)) = (&mut position, label) {
        state.number = state.number.or(Some(label.number));
    }
    position
}

fn text_or_empty(part: Option<&String>) -> &str {
    part.map_or("", String::as_str)
}

impl Judge<'_> {
    /// The label that is written before the turn.
    fn label(&self) -> Option<Label> {
        self.line.label.map(|label| label.value)
    }

    /// The refusal's place: ` at` and a token or the end of the turn; empty if it has none.
    fn location(&self, refusal: &RefusedTurn) -> String {
        let index = refusal.token.and_then(|token| usize::try_from(token).ok());
        let tokens = Located::values(&self.line.tokens);
        index
            .map(|index| format!(" at {}", named_token(&tokens, index)))
            .unwrap_or_default()
    }

    /// A hint at another place in the record where the turn may belong: that of its own label, or
    /// that of the other side's turn, if the turn is legal there.
    fn hint(&self, question: &Question) -> Option<String> {
        let mut question = question.clone();
        let Question::Judge {
            position: PositionSource::Record(moment),
            ..
        } = &mut question
        else {
            return None;
        };
        let (at, written) = (self.args.position.at, self.label());
        let meant = match (written.filter(|&label| at != Some(label)), at) {
            (Some(written), _) => written,
            (None, Some(at)) if at.side == Side::Gold => at.next(),
            (None, Some(at)) => at.previous()?,
            (None, None) => return None,
        };
        moment.before = Some(meant.to_string());
        match answer(self.engine, &question) {
            Answer::Accepted { .. } => {
                Some(format!("as turn {meant} it is legal: perhaps --at {meant}"))
            }
            Answer::Refused { .. } if written == Some(meant) => {
                Some(format!("--at {meant} judges it as turn {meant}"))
            }
            _ => None,
        }
    }
}

/// A legal turn, with the steps made before the judged part, and the position after it.
struct Accepted<'a> {
    turn: String,
    standing: &'a Standing,
}

impl<'a> Accepted<'a> {
    fn from_answer(answer: &'a Answer) -> Option<Self> {
        let Answer::Accepted {
            turn,
            begun,
            standing,
            ..
        } = answer
        else {
            return None;
        };
        let parts = begun.iter().chain([turn]).filter(|part| !part.is_empty());
        Some(Self {
            turn: parts.map(String::as_str).collect::<Vec<_>>().join(" "),
            standing,
        })
    }

    fn captures(&self) -> impl Iterator<Item = Placed> {
        let words = self.turn.split(' ');
        words.filter_map(|word| word.strip_suffix('x')?.parse().ok())
    }

    /// Draws the board after the turn.
    fn draw(&self, out: &mut dyn Write) -> Result<(), CliError> {
        let mut caption = format!("legal: {}", self.turn);
        if let Some(ended) = &self.standing.outcome {
            caption = format!("{caption}; {ended}");
        }
        let options = SvgOptions {
            caption: Some(caption),
            ..SvgOptions::default()
        };
        let drawn = svg(&self.standing.board.0, &options);
        Ok(writeln!(out, "{}", drawn.trim_end())?)
    }
}

/// A ruling with everything needed to explain it.
struct Ruling<'a> {
    judge: &'a Judge<'a>,
    question: &'a Question,
}

impl Ruling<'_> {
    /// Whether the number of the turn is known, not assumed.
    fn is_labelled(&self) -> bool {
        let position = self.question.position();
        position.is_some_and(PositionSource::is_labelled)
    }

    fn print_accepted(&self, accepted: &Accepted<'_>, out: &mut dyn Write) -> Result<(), CliError> {
        let standing = accepted.standing;
        let next = standing.label.as_ref().and_then(|label| label.parse().ok());
        let label = next
            .and_then(Label::previous)
            .filter(|_| self.is_labelled());
        write!(out, "{GOOD}legal{GOOD:#}: ")?;
        if let Some(label) = label {
            write!(out, "{label} ")?;
        }
        writeln!(out, "{}", accepted.turn)?;
        for captured in accepted.captures() {
            writeln!(out, "captured: {}", captured.described())?;
        }
        writeln!(out)?;
        draw_board(out, &standing.board.0, &[])?;
        writeln!(out)?;
        match (&standing.outcome, next) {
            (Some(ended), _) => writeln!(out, "{ended}")?,
            (None, Some(next)) => {
                let label = Some(next).filter(|_| self.is_labelled());
                let sentence = write_sentence(label, next.side, [], self.handicap(next));
                writeln!(out, "{sentence}")?;
            }
            (None, None) => {}
        }
        Ok(())
    }

    /// The pieces that are missing by agreement, where the next turn is a setup.
    fn handicap(&self, next: Label) -> Handicap {
        match self.question.position() {
            _ if next.number > 1 => Handicap::NONE,
            Some(PositionSource::State(state)) => match state.snapshot.phase {
                Phase::Setup { handicap, .. } => handicap,
                Phase::Play { .. } => Handicap::NONE,
            },
            Some(PositionSource::Record(moment)) => {
                let handicap = moment
                    .text
                    .read()
                    .ok()
                    .and_then(|record| record.tags.handicap);
                handicap.unwrap_or_default()
            }
            _ => Handicap::NONE,
        }
    }

    fn print_refused(&self, refusal: &RefusedTurn, out: &mut dyn Write) -> Result<(), CliError> {
        let (place, message) = (
            self.judge.location(refusal),
            text_or_empty(refusal.message.as_ref()),
        );
        let id = text_or_empty(refusal.rule.as_ref());
        writeln!(
            out,
            "{BAD}illegal{BAD:#}{place}: {message} ({RULE}{id}{RULE:#})"
        )?;
        if let Some(turns) = occurrences(refusal) {
            writeln!(out, "{turns}")?;
        }
        if let Some(hint) = self.judge.hint(self.question) {
            writeln!(out, "{hint}")?;
        }
        writeln!(out)?;
        if let Some(board) = &refusal.board {
            draw_board(out, &board.0, &marked_squares(refusal))?;
        }
        if let Some(rule) = spec::rule(id) {
            writeln!(out)?;
            writeln!(out, "{RULE}{id}{RULE:#} {}", rule.summary())?;
        }
        Ok(())
    }

    /// The board where a turn is refused, with the squares that the refusal is about.
    fn draw_refused(&self, refusal: &RefusedTurn, out: &mut dyn Write) -> Result<(), CliError> {
        let (rule, message) = (
            text_or_empty(refusal.rule.as_ref()),
            text_or_empty(refusal.message.as_ref()),
        );
        let place = self.judge.location(refusal);
        let options = SvgOptions {
            marks: marked_squares(refusal),
            caption: Some(format!("illegal{place}: {message} ({rule})")),
        };
        if let Some(board) = &refusal.board {
            writeln!(out, "{}", svg(&board.0, &options).trim_end())?;
        }
        Ok(())
    }
}

/// The squares to mark on the board of a refusal.
fn marked_squares(refusal: &RefusedTurn) -> Vec<Square> {
    let squares = refusal.squares.iter().flatten();
    squares.filter_map(|square| square.parse().ok()).collect()
}
