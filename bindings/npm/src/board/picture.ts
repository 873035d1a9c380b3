import { nothing, svg, type SVGTemplateResult } from "lit";

import type { Gone } from "./motion.js";
import { pieceFigure } from "./pieces.js";
import { letterAt, place, SQUARES, TRAPS } from "./squares.js";

/** A dragged piece: its square, the square below it, and the pointer's place in squares. */
export interface Dragged {
  from: string;
  over: string | undefined;
  x: number;
  y: number;
  /** Whether a finger drags the piece, which is then drawn above the finger. */
  isTouch: boolean;
}

/** A board to draw: its pieces and all marks on it. */
export interface Drawn {
  ranks: readonly string[];
  isFlipped: boolean;
  marks: readonly string[];
  frozen: readonly string[];
  targets: readonly string[];
  selected: string | undefined;
  /** Steps from square to square, such as `d2d3`. */
  arrows: readonly string[];
  /** The user's arrows (`d2d4`) and rings (`e5`), in another colour. */
  drawings: readonly string[];
  /** Pieces that are fading out. */
  gone: readonly Gone[];
  /** The moves offered at the square under the pointer; the pointer is on the head of `aimed`. */
  offered: readonly string[];
  aimed: string | undefined;
  dragged: Dragged | undefined;
}

/** Draws a board as SVG, 800 units wide and high. */
export function picture(drawn: Drawn): SVGTemplateResult {
  const { ranks, isFlipped, dragged } = drawn;
  const at = (square: string) => {
    const { x, y } = place(square, isFlipped);
    return `translate(${100 * x} ${100 * y})`;
  };
  const squares = SQUARES.flat().map((square) => {
    const cell = svg`<rect class="square" transform=${at(square)} width="100" height="100"/>`;
    return TRAPS.includes(square) ? svg`${cell}<g transform=${at(square)}>${trap}</g>` : cell;
  });
  const touched = new Set(drawn.arrows.flatMap((arrow) => [arrow.slice(0, 2), arrow.slice(2)]));
  const traces = [...touched].map(
    (square) => svg`<rect class="trace" transform=${at(square)} width="100" height="100"/>`,
  );
  const pieces = SQUARES.flat().map((square) => {
    const letter = letterAt(ranks, square);
    if (letter === ".") {
      return nothing;
    }
    const isLifted = dragged?.from === square;
    const isFrozen = drawn.frozen.includes(square);
    return svg`<g class=${isLifted ? "lifted" : "piece"} data-at=${square} transform=${at(square)}>
      ${pieceFigure(letter)}${isFrozen ? frost : nothing}</g>`;
  });
  const ring = (name: string) => (square: string) =>
    svg`<rect class=${name} transform=${at(square)} x="4" y="4" width="92" height="92" rx="8"/>`;
  const dot = (square: string) =>
    svg`<circle class="target" transform=${at(square)} cx="50" cy="50" r="15"/>`;
  const fading = drawn.gone.map(
    ({ square, letter }) =>
      svg`<g transform=${at(square)}><g class="gone">${pieceFigure(letter)}</g></g>`,
  );
  const drawing = (shape: string) =>
    svg`<g class="drawing">${shape.length === 2 ? ring("ring")(shape) : arrowFrom(shape, isFlipped)}</g>`;
  return svg`${squares} ${traces}
    ${drawn.selected ? ring("selected")(drawn.selected) : nothing}
    ${fading}
    ${pieces}
    ${drawn.marks.map(ring("marked"))}
    ${drawn.targets.map(dot)}
    ${drawn.arrows.map((arrow) => stepFrom(arrow, isFlipped))}
    ${drawn.drawings.map(drawing)}
    ${drawn.offered.map((arrow) => offer(arrow, arrow === drawn.aimed, isFlipped))}
    ${dragged?.over ? ring("selected")(dragged.over) : nothing}
    ${dragged ? lifted(ranks, dragged) : nothing}`;
}

/** The mark of a trap: a frame and a ring, visible around a piece, and unlike a hole. */
const trap = svg`<rect class="trap" x="3" y="3" width="94" height="94" rx="12"/>
  <circle class="trap" cx="50" cy="50" r="26"/>`;

/** The mark of a frozen piece: strokes of ice in a corner, so a shape and not only a colour. */
const frost = svg`<g class="frost"><circle cx="80" cy="20" r="17"/>
  <path d="M80 8v24M69.6 14l20.800 12M90.400 14l-20.800 12"/></g>`;

function lifted(ranks: readonly string[], { from, x, y, isTouch }: Dragged) {
  const letter = letterAt(ranks, from);
  const to = `translate(${100 * x - 50} ${100 * y - (isTouch ? 120 : 50)})`;
  return letter === "." ? nothing : svg`<g class="drag" transform=${to}>${pieceFigure(letter)}</g>`;
}

/** Computes where an arrow begins, its direction, and its length in SVG units. */
function span(arrow: string, isFlipped: boolean) {
  const from = place(arrow.slice(0, 2), isFlipped);
  const to = place(arrow.slice(2), isFlipped);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI;
  const where = `translate(${100 * from.x + 50} ${100 * from.y + 50}) rotate(${angle})`;
  return { from, dx, dy, where, length: 100 * Math.hypot(dx, dy) };
}

/** Draws an arrow from the middle of a square to the middle of another. */
function arrowFrom(arrow: string, isFlipped: boolean) {
  const { where, length } = span(arrow, isFlipped);
  const [neck, tip] = [length - 46, length - 20];
  return svg`<path class="arrow" transform=${where} d="M0 -5H${neck}V-17L${tip} 0L${neck} 17V5H0Z"/>`;
}

/**
 * Draws a step as an arrow along the side of its two squares, so that it covers no piece. The arrow
 * is to the right of its direction, so that a step back gets the other side; where the right is
 * outside the board, it is to the left.
 */
function stepFrom(arrow: string, isFlipped: boolean) {
  const { from, dx, dy, where, length } = span(arrow, isFlipped);
  const beside = [from.x - Math.sign(dy), from.y + Math.sign(dx)];
  const isOutside = Math.max(...beside) > 7 || Math.min(...beside) < 0;
  const aside = `${where} translate(0 ${isOutside ? -50 : 50})`;
  const neck = length - 22;
  return svg`<path class="arrow" transform=${aside} d="M4 -2H${neck}V-6L${length} 0L${neck} 6V2H4Z"/>`;
}

/** The arrow head of a move, in squares: start and end from a square's middle, half the width. */
export const HEAD = { from: 0.28, to: 0.48, half: 0.2 };

/** Draws the arrow head of an offered move, in the shape that the pointer has to hit. */
function offer(arrow: string, isAimed: boolean, isFlipped: boolean) {
  const { where } = span(arrow, isFlipped);
  return svg`<path class=${isAimed ? "offer aimed" : "offer"} transform=${where}
    d=${`M${100 * HEAD.from} ${-100 * HEAD.half}L${100 * HEAD.to} 0L${100 * HEAD.from} ${100 * HEAD.half}Z`}/>`;
}
