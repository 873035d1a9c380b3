// A board to play on: the element draws and is clicked, and the oracle decides.
import { direction, letterAt } from "../dist/arimaa-board.js";
import { startWorker } from "../dist/web.js";

const oracle = await startWorker();
const board = document.querySelector("#board");
const said = document.querySelector("#said");
let position = {
  any: { text: "g [rrrrrrrrdhcemchd................................DHCMECHDRRRRRRRR]" },
};

async function play(...actions) {
  const answer = await oracle.ask({ kind: "apply", position, actions });
  if (answer.kind === "applied") {
    position = { state: answer.state };
    board.position = answer.standing.board;
    board.marks = [];
    const { label, outcome } = answer.standing;
    said.textContent = outcome ? `${outcome.winner} wins (${outcome.rule})` : `Turn ${label}`;
  } else if (answer.kind === "refused") {
    board.marks = answer.refusal.squares;
    said.textContent = `${answer.refusal.message} (${answer.refusal.rule})`;
  } else {
    said.textContent = answer.error.message;
  }
}

board.addEventListener("board-choose", async ({ detail: { square } }) => {
  const from = board.selected;
  const isPiece = letterAt(board.ranks, square) !== ".";
  board.selected = from || !isPiece ? undefined : square;
  const way = from && direction(from, square);
  if (way) {
    await play(letterAt(board.ranks, from) + from + way);
  }
});

document.querySelector("#end").addEventListener("click", () => play("end"));

await play();
