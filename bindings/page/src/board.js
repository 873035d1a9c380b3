// The board as a grid: one stop for the tab key, arrows from square to square.
import * as words from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const FILES = "abcdefgh";
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export class Board {
  #cells = new Map();
  #focused = "a1";

  /** `choose` is called with the name of a square, `leave` when the choice is undone. */
  constructor(element, choose, leave) {
    element.setAttribute("role", "grid");
    element.setAttribute("aria-label", "Board");
    for (let row = 0; row < 8; row += 1) {
      const rank = document.createElement("div");
      rank.setAttribute("role", "row");
      for (let column = 0; column < 8; column += 1) {
        const name = `${FILES[column]}${8 - row}`;
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        cell.dataset.square = name;
        cell.tabIndex = name === this.#focused ? 0 : -1;
        cell.addEventListener("click", () => {
          this.#focus(name);
          choose(name);
        });
        cell.addEventListener("keydown", (event) => {
          const arrow = ARROWS[event.key];
          const isChoice = event.key === "Enter" || event.key === " ";
          if (arrow) {
            this.#focus(`${FILES[column + arrow[1]]}${8 - row - arrow[0]}`);
          } else if (isChoice) {
            choose(name);
          } else if (event.key === "Escape") {
            leave();
          }
          if (arrow || isChoice) {
            event.preventDefault();
          }
        });
        this.#cells.set(name, cell);
        rank.append(cell);
      }
      element.append(rank);
    }
  }

  /** Draws eight ranks, with the chosen square, those it may go to, and those of a refusal. */
  draw(ranks, { chosen, targets = [], marked = [] } = {}) {
    for (const [name, cell] of this.#cells) {
      const letter = letterAt(ranks, name);
      cell.setAttribute("aria-label", words.square(name, letter, marked.includes(name)));
      cell.setAttribute("aria-selected", String(name === chosen));
      cell.classList.toggle("target", targets.includes(name));
      cell.classList.toggle("marked", marked.includes(name));
      if (cell.dataset.piece !== letter) {
        cell.dataset.piece = letter;
        cell.replaceChildren(...(letter === "." ? [] : [picture(letter)]));
      }
    }
  }

  #focus(name) {
    const cell = this.#cells.get(name);
    if (cell) {
      this.#cells.get(this.#focused).tabIndex = -1;
      this.#focused = name;
      cell.tabIndex = 0;
      cell.focus();
    }
  }
}

export function letterAt(ranks, name) {
  return ranks[8 - Number(name[1])][FILES.indexOf(name[0])];
}

/** The letter of the direction from a square to one beside it. */
export function direction(from, to) {
  const east = FILES.indexOf(to[0]) - FILES.indexOf(from[0]);
  const north = Number(to[1]) - Number(from[1]);
  return { "0,1": "n", "0,-1": "s", "1,0": "e", "-1,0": "w" }[`${east},${north}`];
}

/** The square beside another. */
export function beside(from, way) {
  const [east, north] = { n: [0, 1], s: [0, -1], e: [1, 0], w: [-1, 0] }[way];
  return `${FILES[FILES.indexOf(from[0]) + east]}${Number(from[1]) + north}`;
}

/** Gold stands on a round plate and Silver on a square one, so that no colour is needed. */
function picture(letter) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add(words.sideOf(letter));
  const isGold = words.sideOf(letter) === "gold";
  const plate = document.createElementNS(SVG, isGold ? "circle" : "rect");
  const shape = isGold
    ? { cx: 50, cy: 50, r: 47 }
    : { x: 5, y: 5, width: 90, height: 90, rx: 8 };
  for (const [key, value] of Object.entries(shape)) {
    plate.setAttribute(key, value);
  }
  plate.classList.add("plate");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${letter.toLowerCase()}`);
  for (const [key, value] of Object.entries({ x: 14, y: 14, width: 72, height: 72 })) {
    use.setAttribute(key, value);
  }
  svg.append(plate, use);
  return svg;
}
