// The rules of Arimaa, with one rule wrong: a frozen piece may begin a push (PSH-2).

const STRENGTH = "RCDHME";
const TRAPS = [18, 21, 42, 45];
const WAYS = { n: -8, s: 8, e: 1, w: -1 };

// The square beside another, or -1 beyond the edge. Square 0 is a8, square 63 is h1.
function neighbour(square, way) {
  const to = square + WAYS[way];
  const leavesRank = "ew".includes(way) && Math.floor(to / 8) !== Math.floor(square / 8);
  return to < 0 || to > 63 || leavesRank ? -1 : to;
}

const around = (square) => Object.keys(WAYS).map((way) => neighbour(square, way)).filter((to) => to >= 0);
const isGold = (piece) => piece === piece.toUpperCase();
const stronger = (one, other) => STRENGTH.indexOf(one.toUpperCase()) > STRENGTH.indexOf(other.toUpperCase());

// A position at the start of a turn, or in the middle of one.
class Game {
  // `earlier` has the positions of the game before this one, as "gold:BOARD" or "silver:BOARD".
  constructor(side, board, earlier) {
    this.side = side;
    this.board = [...board];
    this.history = [...earlier, `${side}:${board}`];
    this.begin();
  }

  begin() {
    this.start = this.board.join("");
    this.steps = 0;
    this.push = null; // the square to enter and the piece that was pushed from it
    this.pull = null; // the square to enter and the piece that left it
  }

  copy() {
    const other = Object.assign(Object.create(Game.prototype), this);
    other.board = [...this.board];
    return other;
  }

  get other() {
    return this.side === "gold" ? "silver" : "gold";
  }

  beside(square, areFriends) {
    const piece = this.board[square];
    const occupied = around(square).filter((to) => this.board[to] !== ".");
    return occupied.filter((to) => (isGold(this.board[to]) === isGold(piece)) === areFriends);
  }

  frozen(square) {
    const isThreat = (enemy) => stronger(this.board[enemy], this.board[square]);
    return this.beside(square, false).some(isThreat) && this.beside(square, true).length === 0;
  }

  // Makes a step if it is legal, and says whether it is.
  step(piece, square, way) {
    const to = neighbour(square, way);
    if (this.steps === 4 || this.board[square] !== piece || to < 0 || this.board[to] !== ".") return false;
    const mine = isGold(piece) === (this.side === "gold");
    const { push, pull } = this;
    this.push = this.pull = null;
    if (push) {
      if (!mine || to !== push.square || !stronger(piece, push.piece) || this.frozen(square)) return false;
    } else if (mine) {
      const isBackward = (piece === "R" && way === "s") || (piece === "r" && way === "n");
      if (isBackward || this.frozen(square)) return false;
      this.pull = { square, piece };
    } else if (!(pull && to === pull.square && stronger(pull.piece, piece))) {
      // WRONG: one of these pushers must not be frozen.
      const pushers = this.beside(square, false).filter((by) => stronger(this.board[by], piece));
      if (pushers.length === 0 || this.steps === 3) return false;
      this.push = { square, piece };
    }
    this.board[square] = ".";
    this.board[to] = piece;
    for (const trap of TRAPS) {
      if (this.board[trap] !== "." && this.beside(trap, true).length === 0) this.board[trap] = ".";
    }
    this.steps += 1;
    return true;
  }

  // Ends the turn if that is legal, and says whether it is.
  end() {
    const board = this.board.join("");
    const after = `${this.other}:${board}`;
    if (this.steps === 0 || this.push || board === this.start || this.stood(after) >= 2) return false;
    this.side = this.other;
    this.history = [...this.history, after];
    this.begin();
    return true;
  }

  stood(position) {
    return this.history.filter((one) => one === position).length;
  }

  // The side that has won by the end of the last turn, or null.
  winner() {
    const [mover, opponent] = [this.other, this.side];
    const goal = { gold: this.start.slice(0, 8).includes("R"), silver: this.start.slice(56).includes("r") };
    const rabbits = { gold: this.start.includes("R"), silver: this.start.includes("r") };
    if (goal[mover]) return mover;
    if (goal[opponent]) return opponent;
    if (!rabbits[opponent]) return mover;
    if (!rabbits[mover]) return opponent;
    return this.canMove() ? null : mover;
  }

  canMove() {
    const stoodTwice = this.history.some((one) => one.startsWith(this.other) && this.stood(one) >= 2);
    return this.afterAStep().some((after) => !stoodTwice || after.canEnd());
  }

  // Whether this turn can be brought to an end.
  canEnd() {
    return this.copy().end() || this.afterAStep().some((after) => after.canEnd());
  }

  afterAStep() {
    const reached = [];
    this.board.forEach((piece, square) => {
      for (const way of piece === "." ? "" : Object.keys(WAYS)) {
        const after = this.copy();
        if (after.step(piece, square, way)) reached.push(after);
      }
    });
    return reached;
  }
}

module.exports = { Game };
