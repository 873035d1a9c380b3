import { svg, type SVGTemplateResult } from "lit";

import { sideOf } from "./words.js";

/** The figures of the six kinds, each 100 by 100 units, which differ in their outlines. */
const FIGURES: Record<string, SVGTemplateResult> = {
  e: svg`<circle cx="24" cy="40" r="18"/><circle cx="76" cy="40" r="18"/>
    <path d="M28 44a22 26 0 0 1 44 0q0 16-12 22q-2 8 4 10q8 0 10-4v10q-4 8-16 8q-18 0-18-24q-12-6-12-22z"/>
    <circle class="dot" cx="41" cy="44" r="4"/><circle class="dot" cx="59" cy="44" r="4"/>`,
  m: svg`<path d="M12 76l6-22q6-22 16-6q6 10 12 2q10-22 20-2l4 6 6-26q2-12 14-8l4 8-10 4-4 32q-2 8-10 10v16h-8l-2-14H34l-2 14h-8V78z"/>
    <circle class="dot" cx="82" cy="27" r="3"/>`,
  h: svg`<path d="M28 88q0-18 14-32q-14 4-20 0l-4-8 22-20 2-14 12 10q24 6 24 64z"/>
    <path class="line" d="M58 26q12 14 10 40"/><circle class="dot" cx="46" cy="34" r="3.5"/>`,
  d: svg`<path d="M30 26q20-10 40 0l2 30q-6 28-22 28t-22-28z"/>
    <path d="M30 26q-20 0-16 34q10 6 16-12z"/><path d="M70 26q20 0 16 34q-10 6-16-12z"/>
    <circle class="dot" cx="41" cy="46" r="4"/><circle class="dot" cx="59" cy="46" r="4"/>
    <ellipse class="dot" cx="50" cy="66" rx="8" ry="6"/>`,
  c: svg`<path d="M22 14l18 18q10-3 20 0l18-18 2 44q-8 28-30 28T20 58z"/>
    <path class="line" d="M8 56l28 8M8 74l28-6M92 56l-28 8M92 74l-28-6"/>
    <circle class="dot" cx="39" cy="50" r="4"/><circle class="dot" cx="61" cy="50" r="4"/>`,
  r: svg`<ellipse cx="37" cy="28" rx="9" ry="24"/><ellipse cx="63" cy="28" rx="9" ry="24"/>
    <circle cx="50" cy="66" r="24"/>
    <circle class="dot" cx="42" cy="62" r="3.5"/><circle class="dot" cx="58" cy="62" r="3.5"/>
    <path class="line" d="M44 76q6 6 12 0"/>`,
};

/** Draws a piece of 100 by 100 units. Gold stands on a round plate and Silver on a square one. */
export function pieceFigure(letter: string): SVGTemplateResult {
  const side = sideOf(letter);
  const plate =
    side === "gold"
      ? svg`<circle class="plate" cx="50" cy="50" r="44"/>`
      : svg`<rect class="plate" x="7" y="7" width="86" height="86" rx="10"/>`;
  const figure = FIGURES[letter.toLowerCase()];
  return svg`<g class=${side}>${plate}<g transform="translate(13 13) scale(.74)">${figure}</g></g>`;
}
