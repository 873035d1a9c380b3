// Answers the lines of the line kit (docs/line-kit.md) with the engine in engine.js.

const { Game } = require("./engine.js");

function answer(line) {
  const [side, board, earlier, ...words] = line.trim().split(/\s+/);
  const game = new Game(side, board, earlier === "-" ? [] : earlier.split(","));
  let winner = game.winner();
  for (const word of words) {
    // A decided game has no legal action.
    if (winner || !play(game, word)) return "no";
    winner = word === "end" ? game.winner() : null;
  }
  return `ok ${game.board.join("")} ${winner ?? "-"}`;
}

function play(game, word) {
  if (word === "end") return game.end();
  const [piece, file, rank, way] = word;
  return game.step(piece, "abcdefgh".indexOf(file) + 8 * (8 - Number(rank)), way);
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(answer(line) + "\n"));
