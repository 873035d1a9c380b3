import { css } from "lit";

/** The styles of both elements. Pages set colours, such as `--arimaa-light` or `--arimaa-trap`. */
export const style = css`
  :host {
    --light: var(--arimaa-light, light-dark(#ece6d6, #6d7680));
    --trap: var(--arimaa-trap, light-dark(#8f8672, #2b3138));
    --line: var(--arimaa-line, light-dark(#c9c5ba, #7e8791));
    --accent: var(--arimaa-accent, light-dark(#0b5cad, #7cb8f5));
    --alert: var(--arimaa-alert, light-dark(#c01a1f, #ff8d86));
    --quiet: var(--arimaa-quiet, light-dark(#565d66, #a9b0b8));
    --drawing: var(--arimaa-drawing, light-dark(#15781b, #8fe08f));
    display: block;
    container-type: inline-size;
  }
  :host([hidden]) { display: none; }
  .frame { display: grid; grid-template-columns: minmax(0, 1fr); }
  .frame.named { grid-template-columns: 1rem minmax(0, 1fr); }
  .ranks, .files { display: grid; color: var(--quiet); font: .8rem/1.4 system-ui, sans-serif; }
  .ranks { grid-auto-rows: 1fr; align-items: center; }
  .files { grid-column: 2; grid-auto-flow: column; grid-auto-columns: 1fr; text-align: center; }
  .board { position: relative; aspect-ratio: 1; }
  .picture { display: block; width: 100%; height: 100%; stroke-linejoin: round; }
  .square { fill: var(--light); stroke: var(--line); stroke-width: 2; }
  .trace { fill: var(--accent); opacity: .22; }
  .trap { fill: none; stroke: var(--trap); stroke-width: 6; }
  .gold { fill: #f4c542; stroke: #2a2208; stroke-width: 5; --dot: #2a2208; }
  .silver { fill: #46535f; stroke: #f4f6f8; stroke-width: 5; --dot: #f4f6f8; }
  .gold .plate { fill: #fff6d8; stroke-width: 3; }
  .silver .plate { fill: #1c242c; stroke: #c3ccd5; stroke-width: 3; }
  .dot { fill: var(--dot); stroke: none; }
  .line { fill: none; }
  .lifted { opacity: .35; }
  .selected, .marked { fill: none; stroke: var(--accent); stroke-width: 8; }
  .marked { stroke: var(--alert); stroke-dasharray: 20 8; }
  .target { fill: var(--accent); stroke: var(--light); stroke-width: 4; }
  .frost { fill: #dff1ff; stroke: #0b4f8a; stroke-width: 4; stroke-linecap: round; }
  .arrow { fill: var(--accent); stroke: var(--accent); stroke-width: 2; }
  .drawing .arrow { fill: var(--drawing); stroke: var(--light); stroke-width: 4; opacity: .8; }
  .ring { fill: none; stroke: var(--drawing); stroke-width: 7; }
  .gone { animation: gone .4s ease-in forwards; transform-box: fill-box; transform-origin: center; }
  @keyframes gone { to { opacity: 0; transform: scale(.3); } }
  .offer { fill: var(--accent); stroke: #fff; stroke-width: 4; opacity: .75; }
  .offer.aimed { opacity: 1; stroke-width: 7; }
  [role=grid] { position: absolute; inset: 0; display: grid; grid-template-rows: repeat(8, 1fr);
    touch-action: manipulation; user-select: none; }
  [role=row] { display: grid; grid-template-columns: repeat(8, 1fr); min-height: 0; }
  [role=gridcell] { cursor: pointer; min-width: 0; min-height: 0; }
  .taken { touch-action: none; }
  [role=gridcell]:focus-visible { outline: 3px solid var(--accent); outline-offset: -3px; }
  @media (forced-colors: active) { .picture { forced-color-adjust: none; } }
  .unreadable { color: var(--alert); }
`;
