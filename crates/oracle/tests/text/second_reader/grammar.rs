//! Chapter 10 of SPEC.md as a grammar for the parser generator `peg`. The ids of the rules stand
//! above their productions. Conditions that a grammar cannot state (a day that exists, a drawing
//! taken back) stand in `meaning`.

use super::meaning::{
    begun_from_puzzle, checked_record, column_names, known_tag, marked_on_traps, positive, printed,
    taken_back, whole_drawing,
};
use super::values::{Cell, Compact, Diagram, Entry, Event, Header, Label, Record, Table, Turn};

peg::parser! {
    pub(crate) grammar chapter_10() for str {
        // Between words of a line stands any whitespace; line breaks end lines. A byte order
        // mark in front means nothing, and words are read with any capitals.
        rule blank() = quiet!{[letter if letter != '\n' && letter.is_whitespace()]}
        rule space() = quiet!{[letter if letter.is_whitespace()]*}
        rule mark() = quiet!{"\u{feff}"?}
        rule word(expected: &str)
            = found:$(['A'..='Z' | 'a'..='z']+) {?
                if found.eq_ignore_ascii_case(expected) { Ok(()) } else { Err("another word") }
            }
        rule blanks() = blank()+
        rule _ = blank()*
        rule line_break() = quiet!{"\n"}
        rule end() = _ (line_break() / ![_])

        // NOT-1
        rule piece() -> char = ['E' | 'M' | 'H' | 'D' | 'C' | 'R' | 'e' | 'm' | 'h' | 'd' | 'c' | 'r']
        rule direction() = ['n' | 's' | 'e' | 'w']
        // BRD-1
        rule square() = ['a'..='h'] ['1'..='8']

        // NOT-2
        rule step() = piece() square() direction()
        rule placement() = piece() square()
        rule capture() = piece() square() "x"
        rule token() -> String = token:$(step() / capture() / placement()) { token.to_owned() }
        rule tokens() -> Vec<String> = token() ** blanks()
        rule some_tokens() -> Vec<String> = token() ++ blanks()

        // NOT-3
        rule side() -> char = ['g' | 'w' | 'G' | 'W'] { 'g' } / ['s' | 'b' | 'S' | 'B'] { 's' }
        rule number() -> u32 = digits:$(['0'..='9']+) {? positive(digits) }
        rule label() -> Label = number:number() side:side() { Label { number, side } }
        pub(crate) rule turn() -> Turn = mark() turn:unmarked_turn() { turn }
        rule unmarked_turn() -> Turn
            = _ label:label() blanks() tokens:some_tokens() _ { Turn { label: Some(label), tokens } }
            / _ label:label() _ { Turn { label: Some(label), tokens: Vec::new() } }
            / _ tokens:tokens() _ { Turn { label: None, tokens } }

        // NOT-6
        rule content() -> char = piece() / [' ' | '.'] { '.' }
        rule sixty_four() -> String = squares:cell()*<64> {? marked_on_traps(squares) }
        rule compact_board() -> Compact
            = side:side() space() "[" board:sixty_four() "]" { Compact { side, board } }
        pub(crate) rule compact() -> Compact = space() compact:compact_board() space() { compact }

        // NOT-7
        rule border() = _ "+" "-"+ "+" end()
        rule files() =
            _ "a" blanks() "b" blanks() "c" blanks() "d" blanks() "e" blanks() "f" blanks() "g" blanks() "h" end()
        rule numbers() =
            _ "1" blanks() "2" blanks() "3" blanks() "4" blanks() "5" blanks() "6" blanks() "7" blanks() "8" end()
        rule cell() -> char = content() / ['x' | 'X'] { 'x' }
        rule drawn() -> char = " " cell:cell() { cell }
        rule rank() -> (char, Vec<char>)
            = _ rank:['1'..='8'] _ "|" cells:drawn()*<8> _ "|" end() { (rank, cells) }
        rule board() -> String
            = border() ranks:(empty_lines() rank:rank() { rank })*<8> empty_lines() border()
                empty_lines() files()? empty_lines() numbers()? {? whole_drawing(ranks) }
        rule colour() -> char = word("gold") { 'g' } / word("silver") { 's' }
        rule to_move() -> char = side:colour() blanks() word("to") blanks() word("move") { side }
        rule following() -> Vec<String>
            = tokens:(blanks() tokens:some_tokens() { tokens })? { tokens.unwrap_or_default() }
        rule after() -> Vec<String>
            = tokens:(blanks() word("after") blanks() tokens:some_tokens() { tokens })? {
                tokens.unwrap_or_default()
            }
        rule handicap() -> String = _ ";" _ word("handicap") blanks() pieces:$(piece()+) { pieces.to_owned() }
        rule remark() = _ ";" [^ '\n']*
        rule header() -> Header
            = _ label:label() _ ":" _ side:to_move() tokens:after()
                handicap:(pieces:handicap() &end() { pieces })? remark()? end() {?
                Header::labelled(label, tokens, handicap, Some(side))
            }
            / _ label:label() ":"? tokens:following() handicap:handicap()? end() {?
                Header::labelled(label, tokens, handicap, None)
            }
            / _ side:to_move() ":"? tokens:after() remark()? end() { Header::of(side, tokens) }
            / _ side:(colour() / side()) ":"? tokens:following() end() { Header::of(side, tokens) }
        rule empty_lines() = (_ line_break())*
        pub(crate) rule diagram() -> Diagram
            = mark() empty_lines() header:header() empty_lines() board:board() empty_lines()
                made:(_ tokens:some_tokens() end() { tokens })? empty_lines() _ {?
                let mut drawn = taken_back(header, &board)?;
                drawn.tokens.extend(made.into_iter().flatten());
                Ok(drawn)
            }
            / mark() empty_lines() board:board() empty_lines() header:header() empty_lines() _ {?
                taken_back(header, &board)
            }

        // NOT-8: lines, comments, tags
        rule comment() = "#" [^ '\n']*
        rule line_end() = _ comment()? (line_break() / ![_])
        rule nothing() = _ comment()? line_break() / blank()+ ![_] / _ comment() ![_]
        rule tag_name() -> String
            = name:$(['A'..='Z' | 'a'..='z'] ['A'..='Z' | 'a'..='z' | '0'..='9' | '_' | '-']*) {
                name.to_owned()
            }
        rule tag_value() -> String = value:$([^ '#' | '\n']*) {? printed(value) }
        rule tag() -> (String, String)
            = _ name:tag_name() _ ":" value:tag_value() comment()? (line_break() / ![_]) {?
                known_tag(name, value)
            }
        // NOT-11: words of a JSON state.
        pub(crate) rule one_step() = step()
        pub(crate) rule one_placement() = placement()
        pub(crate) rule one_side() -> char
            = "gold" { 'g' } / "silver" { 's' } / ['g' | 'w'] { 'g' } / ['s' | 'b'] { 's' }
        pub(crate) rule cells() -> Vec<char> = cells:cell()* { cells }
        // The values of known tags.
        pub(crate) rule start() -> Compact = compact()
        pub(crate) rule pieces() -> String
            = _ "none" _ { String::new() } / _ pieces:$(piece()*) _ { pieces.to_owned() }
        // NOT-3, NOT-8: a turn line holds a token
        rule turn_line() -> Entry
            = label:label() blanks() tokens:some_tokens() { Entry::Turn(label, tokens) }
        // NOT-9, NOT-10
        rule labelled() -> Label = label:label() blanks() { label }
        rule takeback() -> Entry = label:labelled()? word("takeback") { Entry::Takeback(label) }
        rule given_up() -> Entry
            = label:labelled()? (word("resigns") / word("resign")) { Entry::Resigns(label) }
            / label:labelled()? word("lost") { Entry::Lost(label) }
        rule last() -> Entry = given_up() / label:label() { Entry::Open(label) }
        rule going_on() -> Entry
            = _ entry:(turn_line() / takeback()) line_end() nothing()* { entry }
        // A label alone behind one of the words means nothing.
        rule ending() -> Entry
            = _ entry:given_up() line_end() nothing()* (_ label() line_end() nothing()*)* { entry }
            / _ label:label() line_end() nothing()* { Entry::Open(label) }
        rule tags() -> Vec<(String, String)> = tags:(tag:tag() nothing()* { tag })+ { tags }
        rule lines() -> Vec<Entry>
            = lines:going_on()+ last:ending()? { lines.into_iter().chain(last).collect() }
            / last:ending() { vec![last] }
        rule tagged() -> Record
            = tags:tags() lines:lines()? {? checked_record(tags, lines.unwrap_or_default()) }
        rule untagged() -> Record = lines:lines() { Record { tags: Vec::new(), lines } }
        pub(crate) rule records() -> Vec<Record>
            = mark() nothing()* first:untagged()? others:tagged()* {
                first.into_iter().chain(others).map(begun_from_puzzle).collect()
            }

        // NOT-13: a table of columns, lines in a cell joined by the two characters `\n`
        rule tab() = "\t"
        rule cell_text() -> Cell = text:$([^ '\t' | '\n']*) { text.trim_end_matches('\r').to_owned() }
        rule row() -> Vec<Cell> = !(_ ("\r"? "\n" / ![_])) cells:(cell_text() ++ tab()) { cells }
        pub(crate) rule archive() -> Table
            = mark() names:row() rows:("\n" rows:archive_rows() { rows })? {?
                column_names(&names).map(|()| Table { names, rows: rows.unwrap_or_default() })
            }
        rule archive_rows() -> Vec<Vec<Cell>>
            = rows:(row:row() { Some(row) } / _ "\r"? { None }) ** "\n" "\n"? {
                rows.into_iter().flatten().collect()
            }
        // A line of `movelist` is a line of a record.
        pub(crate) rule move_line() -> Option<Entry>
            = _ entry:(turn_line() / takeback() / last()) _ { Some(entry) }
            / _ { None }
        // A line of `events`.
        rule stamp() = ['0'..='9']+ blanks() "[" [^ ']']* "]" blanks()
        rule submitted() -> String
            = "[" turn:$((!("]" _ ![_]) [_])*) "]" _ { turn.to_owned() }
        rule refused() = "[" (!"];" [_])* "];"
        pub(crate) rule event() -> Event
            = _ stamp()? "move" blanks() label:label() blanks() "received from" blanks() [^ '[' | ' ']+
                blanks() turn:submitted() ![_] { Event::Submission(label, turn) }
            / _ stamp()? "gameserver rejected move" blanks() refused() reason:$([_]*) {
                Event::Rejected(reason.trim().to_owned())
            }
            / _ stamp()? "after" blanks() label() "," [_]* { Event::After }
            / _ stamp()? "game finished" [_]* { Event::Finished }
            / [_]* { Event::Other }
    }
}
