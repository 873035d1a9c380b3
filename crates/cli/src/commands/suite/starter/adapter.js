// Puts an engine to the conformance suite of Arimaa: answers the lines of the line kit.
//
// Fill in the places marked TODO, one after the other. What is not filled in is skipped.
// Nothing is asked before the second is.

// True if your engine can end a game in mid-turn: its winner is asked after every step then.
const ENDS_IN_MID_TURN = false;

class NotFilledIn extends Error {}

/** Your engine, at some moment of a game. */
class EngineUnderTest {
  constructor(side, board, earlier) {
    // TODO 1: set up the start of a turn. `side` is "gold" or "silver", the player to move.
    // `board` has 64 letters, from a8 to h8 down to a1 to h1; a dot is an empty square, gold
    // pieces are RCDHME, silver ones rcdhme. `earlier` are the positions before, oldest first,
    // each an array of the side to move then and the 64 letters.
  }

  squares() {
    // TODO 2: the 64 letters of the board as it stands now, also in mid-turn.
    throw new NotFilledIn("squares()");
  }

  step(piece, square, direction) {
    // TODO 3: make one step, such as "E", "d2", "n"; true, or false where it is illegal.
    throw new NotFilledIn("step()");
  }

  endTurn() {
    // TODO 4: hand the turn over to the other player; true, or false where it may not
    // end here.
    throw new NotFilledIn("endTurn()");
  }

  pair(first, second) {
    // Only with `--actions two-step`: make a push or a pull, such as "rd5n" and "Ed4n" for a push;
    // true, or false where it is illegal.
    throw new NotFilledIn("pair()");
  }

  winner() {
    // TODO 5: at the start of a turn "gold", "silver", or "-" while the game goes on; "?" if
    // your engine does not know.
    return "?";
  }
}

function answer(line) {
  const [side, board, earlier, ...words] = line.trim().split(/\s+/);
  const ends = earlier === "-" ? [] : earlier.split(",").map((end) => end.split(":"));
  const game = new EngineUnderTest(side, board, ends);
  let winner = game.winner();
  for (const word of words) {
    if (winner === "gold" || winner === "silver" || !play(game, word)) return "no";
    const asks = word === "end" || winner === "?" || ENDS_IN_MID_TURN;
    winner = asks ? game.winner() : "-";
  }
  // `turns`: behind `end` the other player may step on. Leave it out if your engine cannot.
  return `ok ${game.squares()} ${winner} turns`;
}

function play(game, word) {
  if (word === "end") return game.endTurn();
  if (word.includes("+")) return game.pair(...word.split("+"));
  return game.step(word[0], word.slice(1, 3), word[3]);
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    let reply;
    try {
      reply = answer(line);
    } catch (error) {
      if (!(error instanceof NotFilledIn)) throw error;
      reply = `skip ${error.message} is not filled in`;
    }
    process.stdout.write(reply + "\n");
  });
