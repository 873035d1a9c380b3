/** The board as a person uses it: the place in the tree, and all that can be done there. */
import type { ReactiveElement } from "lit";

import { Analysis, type Applied, type Shape } from "./analysis.ts";
import { isPushing, lookAt, withinTurn, type Look } from "./explore.ts";
import { Gesture } from "./gesture.ts";
import { History } from "./history.ts";
import { savedLink, type BoardLink, type Edited, type Match, type Saved } from "./link.ts";
import { actionsOf, arrowOf, arrowsIn, commentsOf, isLabel, notesIn, tagsOf, wordsOf } from "./notation.ts";
import { openText, type Fault, type Games, type Opened } from "./opening.ts";
import { ask } from "./oracle.ts";
import { lineFrom, type Refusal, type Turn } from "./tree.ts";
import { ofFault, ofMoment, ofRefusal, type Verdict } from "./verdict.ts";
import * as words from "./words.ts";

/** The most actions that one question holds. */
const MOST_ACTIONS = 64;

export class Session {
  analysis: Analysis | undefined;
  /** The last turn that was played before the moment shown. */
  at!: Turn;
  /** The turn that is looked at: `at`, or a refused turn after it. */
  shown!: Turn;
  /** The steps of the turn in progress. */
  steps: readonly string[] = [];
  /** The turn whose steps are shown one by one; `undefined` where no turn is. */
  walked: Turn | undefined;
  /** The state and the standing after `at` and `steps`. */
  now!: Applied;
  look: Look = { legal: [], frozen: [], reasons: new Map() };
  marked: readonly string[] = [];
  verdict: Verdict = { tone: "plain", sentences: [] };
  readonly gesture: Gesture;
  games: Games | undefined;
  /** The text with either side to move, while the user has to choose the side. */
  sides: Extract<Opened, { kind: "side" }>["texts"] | undefined;
  /** The link to the whole board: `undefined` while it is made, `false` where it is too long. */
  link: string | false | undefined;
  /** A step or a turn that was refused last and is not in the tree. */
  tried: Saved["tried"];
  isFlipped = false;
  /** Whether the page is being printed. */
  isPrinted = false;
  /** Arrows and rings on the moment shown, which are not kept with a turn. */
  drawings: readonly string[] = [];
  /** The game that is played at this board. */
  match: Match | undefined;
  /** Draws a random integer from 0 below `count`. */
  draws = (count: number) => Math.floor(Math.random() * count);
  /** The position in the editor; `undefined` while the editor is closed. */
  edited: Edited | undefined;
  readonly history = new History();
  /** The saved state that was last left for another board, or by a link to an earlier turn. */
  left: Saved | undefined;

  #begun!: Applied;
  readonly #host: Pick<ReactiveElement, "requestUpdate" | "updateComplete">;
  /** The link that is opened once the user has chosen a game or a side. */
  #waiting: Partial<BoardLink> = {};
  #isOpening = false;
  /** Resolves when all tasks begun so far are done: each new task waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  /** Renders `host` after every task. With `staysChosen` a piece stays chosen after its step. */
  constructor(host: ReactiveElement, staysChosen = false) {
    this.#host = host;
    this.gesture = new Gesture(this, staysChosen);
  }

  /** Resolves when everything that was begun is done. */
  get done(): Promise<unknown> {
    return this.#last;
  }

  /** Runs a task after all earlier ones, then renders the host. An error becomes the verdict. */
  run(task: () => unknown) {
    this.#last = this.#last
      .then(task)
      .catch((error: Error) => {
        this.verdict = { tone: "refused", sentences: [error.message] };
      })
      .then(() => {
        this.#host.requestUpdate();
        return this.#host.updateComplete;
      });
  }

  /** Makes an event listener that runs a task and prevents the default action. */
  on(task: () => unknown) {
    return (event: Event) => {
      event.preventDefault();
      this.run(task);
    };
  }

  /** The captures of the turn in progress. */
  get captures(): readonly string[] {
    return this.steps.length > 0 ? this.now.captures : [];
  }

  get board(): readonly string[] {
    return this.analysis ? this.now.standing.board : [];
  }

  get canUndo(): boolean {
    return this.history.place > 0;
  }

  get canRedo(): boolean {
    return this.history.place < this.history.length - 1;
  }

  /** Whether the moment is the end of the shown turn, or the place where that turn is refused. */
  get #isAtTurn(): boolean {
    return this.shown.parent !== undefined && (this.steps.length === 0 || Boolean(this.shown.refusal));
  }

  /** The arrows and rings to draw: those of the moment, and those kept with its turn. */
  get drawn(): readonly string[] {
    const kept = this.analysis && this.#isAtTurn ? arrowsIn(this.shown.comments) : [];
    return [...kept, ...this.drawings];
  }

  get canEnd(): boolean {
    return this.look.legal.some(({ action }) => action === "end");
  }

  /** The arrows for the steps of the turn in progress, or else of the last turn. */
  get arrows(): readonly string[] {
    const steps = this.steps.length > 0 ? this.steps : actionsOf(this.shown?.text ?? "");
    return steps.flatMap(arrowOf);
  }

  /**
   * The position of the moment for a question; `before`, the label of the next turn, where the
   * record goes on; and `attempt`, the turn or the steps that were refused.
   */
  get question() {
    const { shown, steps, tried = {} } = this;
    const [analysis, at] = [this.analysis!, this.at];
    const isBegun = steps.length > 0 && !shown.refusal;
    const line = lineFrom(analysis.root);
    const place = line.indexOf(at);
    const isState = isBegun || place < 0;
    const { state } = isBegun ? this.now : this.#begun;
    return {
      position: isState ? { state } : analysis.positionAfter(at),
      before: isState ? undefined : line[place + 1]?.label,
      attempt: shown.refusal ? { turn: `${shown.label} ${shown.text}` } : tried,
    };
  }

  // Opening

  /** Opens a text of any form. A text with a fault is explained, and the board stays. */
  open(link: BoardLink) {
    return this.#whole(() => this.#open(link));
  }

  /** Runs a task that opens another board, and keeps the state it replaces in `left`. */
  async replace(task: () => unknown) {
    const { analysis, history: { saved } } = this;
    await task();
    if (this.analysis !== analysis) {
      this.left = saved;
    }
  }

  /** Goes to a turn by a link, and keeps the present state in `left` to come back to. */
  async follow(turn: Turn) {
    const { saved } = this.history;
    await this.select(turn);
    this.left = saved;
  }

  /** Runs a task of several changes, which become one entry of the history. */
  async #whole(task: () => Promise<unknown>) {
    this.#isOpening = true;
    await task().finally(() => (this.#isOpening = false));
    this.#changed();
  }

  async #open(link: BoardLink) {
    const opened = await openText(link.text, link.edition || undefined);
    this.edited = undefined;
    this.games = opened.kind === "games" ? opened.games : undefined;
    this.sides = opened.kind === "side" ? opened.texts : undefined;
    this.#waiting = link;
    switch (opened.kind) {
      case "games":
        this.#showVerdict({ tone: "open", sentences: [words.severalGames(opened.games.records.length, opened.games.isCut)] });
        break;
      case "side":
        this.#showVerdict({ tone: "open", sentences: [words.WHICH_SIDE] });
        break;
      case "fault":
        await this.explain(opened.fault);
        break;
      case "turn":
        await this.typeTurn(link.text);
        break;
      case "board":
        await this.#enter(opened.analysis, link);
    }
  }

  /** Opens the game or the side that the user has chosen. */
  choose(text: string) {
    return this.replace(() => this.open({ ...this.#waiting, text }));
  }

  async #enter(analysis: Analysis, { before, turn, steps }: BoardLink) {
    const { begun } = analysis;
    const at = before ? analysis.before(before) : (begun?.after ?? analysis.end);
    if (!at) {
      await this.explain({ message: `the record has no turn ${before}` });
      return;
    }
    this.analysis = analysis;
    this.match = undefined;
    await this.select(at);
    if (!before && begun) {
      // An undo takes back these steps, and keeps the board.
      this.#record(analysis);
      await this.play(begun.steps);
    }
    if (turn) {
      await this.typeTurn(turn);
    } else if (steps) {
      await this.play(steps.split(" "));
    }
  }

  /** The file to save: a record, or a state of the protocol where the start is no record. */
  get file(): { name: string; text: string } {
    const { analysis, at, shown, steps, now } = this;
    const record = analysis!.recordWith({ after: at, steps: shown.refusal ? [] : steps });
    return record === undefined
      ? { name: "position.json", text: JSON.stringify(now.state) }
      : { name: "game.txt", text: record };
  }

  #asSaved(analysis: Analysis): Saved {
    const { shown, steps, tried, drawings, edited, match } = this;
    const { start, edition } = analysis;
    return {
      ...("text" in start && { start: start.text }),
      turns: analysis.text,
      ...(edition && { edition }),
      at: analysis.placeOf(shown),
      ...(steps.length > 0 && !shown.refusal && { steps }),
      ...(tried && { tried }),
      ...(this.isFlipped && { flipped: true }),
      ...(drawings.length > 0 && { drawings }),
      ...(edited && { edited }),
      ...(match && { match }),
    };
  }

  /** Opens a saved state. A state in the history keeps the entries before and after it. */
  restore(saved: Saved) {
    const place = this.history.find(saved);
    return place < 0 ? this.#whole(() => this.#restore(saved)) : this.#goTo(place);
  }

  /** Opens the present state of a loaded history; returns whether there is one. */
  async reopen(): Promise<boolean> {
    await this.#goTo(this.history.place);
    return this.analysis !== undefined;
  }

  undo() {
    return this.#goTo(this.history.place - 1, this.#kept);
  }

  redo() {
    return this.#goTo(this.history.place + 1, this.#kept);
  }

  /** Fields that undo and redo do not restore: a refusal, and a flip that the user made. */
  get #kept(): Partial<Saved> {
    return { tried: {}, ...(!this.match?.flips && { flipped: this.isFlipped }) };
  }

  async #goTo(place: number, without: Partial<Saved> = {}) {
    const entry = this.history.entry(place);
    if (entry) {
      await this.#whole(async () => {
        if (await this.#restore({ ...entry.saved, ...without }, entry.tree)) {
          this.history.place = place;
        }
      });
    }
  }

  /** Opens a saved state; returns false where it cannot be read. */
  async #restore(saved: Saved, tree?: { analysis: Analysis; shape: Shape }): Promise<boolean> {
    const { start, turns, edition, at, steps = [], tried, flipped, drawings = [], edited, match } = saved;
    const analysis = tree?.analysis ?? (start === undefined
      ? await Analysis.read(turns, edition)
      : await Analysis.grown({ text: start }, edition, turns));
    if (!(analysis instanceof Analysis)) {
      await this.explain({ message: words.message(analysis) });
      return false;
    }
    analysis.restore(tree?.shape ?? []);
    this.analysis = analysis;
    this.isFlipped = flipped ?? false;
    this.edited = edited;
    this.match = match;
    const shown = analysis.turnAt(at);
    const isPlayed = !shown.refusal && !(await this.#go(shown, steps));
    await (isPlayed ? this.#settle() : this.select(shown).then(() => this.play(steps)));
    if (tried?.turn) {
      await this.#tryTurn(tried.turn, steps);
    } else if (tried?.steps) {
      await this.play(tried.steps.split(" "));
    }
    this.drawings = drawings.filter((shape) => /^([a-h][1-8]){1,2}$/.test(shape));
    return true;
  }

  /** Plays the same turns by the rules of another edition, and says what is different then. */
  async changeEdition(edition: string) {
    const before = this.now.standing;
    const legal = this.look.legal.map(({ action }) => action);
    const turns = this.analysis!.text.replace(/^\s*edition:.*\n/im, "");
    await this.#whole(() => this.#restore({ ...this.history.saved!, turns, edition }));
    const now = this.look.legal.map(({ action }) => action);
    const changed = words.editionChanged(this.now.standing, before, {
      gained: now.filter((action) => !legal.includes(action)),
      lost: legal.filter((action) => !now.includes(action)),
    });
    this.verdict = { ...this.verdict, sentences: [changed, ...this.verdict.sentences] };
  }

  // Going through the tree

  /** Goes to a turn; of a refused turn, shows the steps that were legal. */
  async select(turn: Turn) {
    const { refusal } = turn;
    await this.#go(turn, refusal ? stepsOf(turn) : []);
    await this.#settle(refusal);
  }

  /** Goes behind a turn and takes all given steps of the next, or none; returns the refusal. */
  async #go(turn: Turn, steps: readonly string[]): Promise<Refusal | undefined> {
    this.at = turn.refusal ? turn.parent! : turn;
    this.shown = turn;
    await this.#begin();
    return this.#takeSteps(steps);
  }

  /** Starts the turn that follows `at`, without steps. */
  async #begin() {
    this.#begun = await this.analysis!.after(this.at);
    this.#standAt([], this.#begun);
  }

  #standAt(steps: readonly string[], now: Applied) {
    this.steps = steps;
    this.now = now;
  }

  async goBack() {
    const isBegun = this.steps.length > 0 || this.shown.refusal || !this.at.parent;
    await this.select(isBegun ? this.at : this.at.parent!);
  }

  async goForward() {
    const next = this.at.children[0];
    if (next && !this.shown.refusal) {
      await this.select(next);
    }
  }

  /** Shows one step more of the next turn in the tree; nothing is played. */
  async stepForward() {
    const turn = this.walked ?? (this.steps.length > 0 ? undefined : this.at.children[0]);
    if (turn && turn !== this.shown) {
      await this.#walkTo(turn, this.steps.length + 1);
    }
  }

  /** Shows one step less of the turn that is shown; nothing is undone. */
  async stepBack() {
    const { shown, walked, steps } = this;
    const turn = walked && steps.length > 0 ? walked : shown;
    if (turn.parent && (turn !== shown || steps.length === 0 || shown.refusal)) {
      await this.#walkTo(turn, (turn === shown ? stepsOf(turn) : steps).length - 1);
    }
  }

  /** Shows a turn after `count` of its steps. */
  async #walkTo(turn: Turn, count: number) {
    const steps = stepsOf(turn);
    if (count >= steps.length) {
      await this.select(turn);
    } else {
      await this.#go(turn.parent!, steps.slice(0, Math.max(0, count)));
      await this.#settle(undefined, undefined, turn);
    }
  }

  goFirst() {
    return this.select(this.analysis!.root);
  }

  goLast() {
    return this.select(lineFrom(this.at).at(-1)!);
  }

  /** Takes a turn and everything after it out of the tree. */
  async removeTurn(turn: Turn) {
    this.analysis!.remove(turn);
    await this.select(turn.parent!);
  }

  /** Makes the line to a turn the main line. */
  async promote(turn: Turn) {
    this.analysis!.promote(turn);
    await this.select(turn);
  }

  // Setting up

  /** Whether the moment is in a setup, where pieces are placed. */
  get canArrange(): boolean {
    return this.analysis !== undefined && this.now.state.setup !== undefined;
  }

  /** The pieces of the player in a setup, each with the number that is not placed yet. */
  get reserve(): [letter: string, left: number][] {
    const { side, setup } = this.now.state;
    const gone = [...(setup?.handicap ?? ""), ...(setup?.placed ?? []).map((action) => action.charAt(0))];
    return words.SET.map(([kind, count]) => {
      const letter = side === "gold" ? kind : kind.toLowerCase();
      return [letter, count - gone.filter((one) => one === letter).length];
    });
  }

  /** Moves a placed piece to a square; a piece there changes places with it. */
  arrange(from: string, to: string) {
    const places: Record<string, string> = { [from]: to, [to]: from };
    return this.#placePieces(
      this.steps.map((action) => action.charAt(0) + (places[action.slice(1)] ?? action.slice(1))),
    );
  }

  /** Places all pieces as in two ranks of letters, the back rank first, as the player sees them. */
  setUp(ranks: readonly string[]) {
    const isGold = this.now.state.side === "gold";
    const [rows, files] = isGold ? ["12", "abcdefgh"] : ["87", "hgfedcba"];
    const placed = (kind: string, file: number, row: number) =>
      `${isGold ? kind : kind.toLowerCase()}${files[file]}${rows[row]}`;
    return this.#placePieces(ranks.flatMap((rank, row) => [...rank].map((kind, file) => placed(kind, file, row))));
  }

  /** Replaces the placements of a setup; they stay as they are where that is refused. */
  async #placePieces(actions: readonly string[]) {
    await this.#settle(await this.#takeSteps(actions));
  }

  // Playing

  /**
   * Plays steps, placements and `end` as far as they are legal; returns whether all were. If a word
   * before the first illegal one is no action, nothing up to the next `end` is played.
   */
  async play(actions: readonly string[]): Promise<boolean> {
    const over = actions.length > 0 ? await this.#refusedAfterEnd() : undefined;
    if (over) {
      await this.#settle(over, { steps: actions.join(" ") });
      return false;
    }
    const begun = this.steps.length;
    const end = actions.indexOf("end");
    const steps = end < 0 ? actions : actions.slice(0, end);
    const refusal = steps.length > 0 ? await this.#takeSteps([...this.steps, ...steps]) : undefined;
    if (refusal) {
      const played = Math.max(0, (refusal.token ?? 0) - begun);
      await this.#takeSteps(this.steps.concat(steps.slice(0, played)));
      await this.#settle(refusal, { steps: actions.slice(played).join(" ") });
      return false;
    }
    const rest = actions.slice(steps.length);
    const refusedEnd = rest.length > 0 ? await this.#end() : undefined;
    if (refusedEnd) {
      await this.#settle(refusedEnd, { steps: rest.join(" ") });
      return false;
    }
    if (rest.length > 1) {
      return this.play(rest.slice(1));
    }
    if (actions.length > 0) {
      await this.#settle();
    }
    return true;
  }

  /** The reason why nothing can be played, if the game is over. */
  async #refusedAfterEnd(): Promise<Refusal | undefined> {
    const { state, standing: { outcome } } = this.#begun;
    const answer = outcome ? await ask({ kind: "legal_actions", position: { state }, refusals: true }) : undefined;
    const [refusal] = answer?.kind === "actions" ? (answer.refusals ?? []) : [];
    // The reason applies to every action, so it names none.
    return refusal && { ...refusal, at: null };
  }

  /** Replaces the steps of this turn. If one is refused, the old steps stay; returns the reason. */
  async #takeSteps(steps: readonly string[]): Promise<Refusal | undefined> {
    if (steps.length === 0) {
      this.#standAt([], this.#begun);
      return undefined;
    }
    const { state: { earlier }, standing: { outcome = null } } = this.#begun;
    const question = {
      kind: "apply",
      position: { state: withinTurn(this.#begun.state) },
      actions: steps.slice(0, MOST_ACTIONS),
    } as const;
    const answer = await ask(question);
    if (answer.kind === "refused") {
      return answer.refusal;
    }
    if (answer.kind !== "applied") {
      throw new Error(words.message(answer));
    }
    const state = earlier ? { ...answer.state, earlier } : answer.state;
    this.#standAt(steps, { ...answer, state, standing: { ...answer.standing, outcome } });
    return undefined;
  }

  /** Ends the turn and adds it to the tree; returns the refusal if it may not end here. */
  async #end(): Promise<Refusal | undefined> {
    const { state, standing } = this.now;
    const ended = await ask({ kind: "apply", position: { state }, actions: ["end"] });
    if (ended.kind !== "applied" && ended.kind !== "refused") {
      throw new Error(words.message(ended));
    }
    if (ended.kind === "refused") {
      return ended.refusal;
    }
    // The turn in full notation, with capture tokens.
    const position = { state: withinTurn(this.#begun.state) };
    const text = this.steps.join(" ");
    const written = await ask({ kind: "judge", position, turn: text, past_end: true });
    const turn = this.analysis!.put(this.at, {
      label: standing.label ?? "",
      text: written.kind === "accepted" ? written.turn : text,
      captures: this.captures,
      board: standing.board,
      refusal: undefined,
    });
    await this.#afterTurnMade(turn);
    return undefined;
  }

  // A game at this board

  /** Begins a new game between players of these names. */
  async begin(names: { gold: string; silver: string }, match: Match) {
    const tags = Object.entries(names).filter(([, name]) => name.trim());
    const text = tags.map(([side, name]) => `${words.capital(side)}: ${name.trim()}\n`).join("");
    await this.replace(() => this.#whole(async () => {
      await this.#open({ text: `${text}1g` });
      this.match = match;
      await this.#afterTurnMade(this.at);
      await this.#settle();
    }));
  }

  /** Goes behind a turn that was played: the random side replies, or the board is flipped. */
  async #afterTurnMade(turn: Turn): Promise<void> {
    await this.#go(turn, []);
    const { random, flips } = this.match ?? {};
    const { state, standing } = this.now;
    if (random === state.side && !standing.outcome) {
      await this.#letEngineReply();
    } else if (flips) {
      this.isFlipped = state.side === "silver";
    }
  }

  /** Plays a random legal turn step by step; starts it again where no action is left. */
  async #letEngineReply() {
    for (;;) {
      const { legal } = await lookAt(this.now.state);
      const action = legal[this.draws(legal.length)]?.action;
      if (action === "end") {
        await this.#end();
        return;
      }
      await this.#takeSteps(action ? [...this.steps, action] : []);
    }
  }

  /** The names of the players; empty where the record does not have them. */
  get names(): Record<"gold" | "silver", string> {
    const { start } = this.analysis!;
    const written = "tags" in start ? tagsOf(start.tags) : [];
    const tags = new Map(written.map(([name, value]) => [name.toLowerCase(), value]));
    return { gold: tags.get("gold") ?? "", silver: tags.get("silver") ?? "" };
  }

  /** Resigns the game for the player to move. */
  async resign() {
    const { at, now: { standing } } = this;
    at.closing = `${standing.label} resigns`;
    await this.select(at);
  }

  /**
   * Judges typed text as the rest of the turn, and adds a legal turn to the tree; returns whether
   * it is legal.
   */
  async typeTurn(text: string): Promise<boolean> {
    if (wordsOf(text).length === 0) {
      this.verdict = { tone: "plain", sentences: ["Type a turn, such as Ed2n Ed3n."] };
      return false;
    }
    const [label = ""] = text.trim().split(/\s+/, 1);
    // A turn typed after a refused turn is a new turn, and not the rest of that.
    const begun = this.shown.refusal || this.tried?.turn ? [] : this.steps;
    return this.#tryTurn([...(isLabel(label) ? [label] : []), ...begun, ...wordsOf(text)].join(" "), begun);
  }

  /** Judges a turn whose steps in `begun` are already taken; returns whether it is legal. */
  async #tryTurn(turn: string, begun: readonly string[]): Promise<boolean> {
    const judged = await this.analysis!.judge(this.at, turn);
    if ("kind" in judged) {
      this.gesture.hint = "";
      this.verdict = await ofFault({ message: words.message(judged) });
      return false;
    }
    const { refusal } = judged;
    if (!refusal) {
      await this.#afterTurnMade(this.analysis!.put(this.at, judged));
      await this.#settle();
      return true;
    }
    const legal = legalPart(turn, refusal);
    await this.#go(this.at, legal.length > begun.length ? legal : begun);
    await this.#settle(refusal, { turn });
    return false;
  }

  /** Says whether the player can reach the goal in this turn, and draws the shortest way. */
  async findGoal() {
    const { state } = this.now;
    const answer = await ask({ kind: "goal", position: { state }, limit: 0 });
    this.gesture.hint = answer.kind === "goal" ? words.goalFound(answer, state.side) : words.message(answer);
    this.drawings = answer.kind === "goal" ? actionsOf(answer.shortest ?? "").flatMap(arrowOf) : [];
  }

  /** Draws an arrow or a ring, or removes it where it is; keeps it with the turn that is shown. */
  draw(from: string, to: string) {
    const { shown: { comments } } = this;
    const shape = from === to ? from : from + to;
    if (this.#isAtTurn) {
      this.shown.comments = commentsOf(notesIn(comments), toggled(arrowsIn(comments), shape));
    } else {
      this.drawings = toggled(this.drawings, shape);
    }
    this.#changed();
  }

  /** Puts a ring on a square until the moment changes, or removes it. */
  ring(square: string) {
    this.drawings = toggled(this.drawings, square);
  }

  // The card

  /** The ruling as text, with a link that tells when another version rules otherwise. */
  citation(address: string): string {
    const { verdict, now, steps, question: { attempt } } = this;
    const turn = attempt.turn ?? [...steps, ...(attempt.steps ? [attempt.steps] : [])].join(" ");
    return words.citation(verdict, now.standing, turn, address);
  }

  /** Adds to the verdict that a link cites another rule or specification, if it does. */
  compare(rule: string, specification: string) {
    const { rule: now, sentences } = this.verdict;
    if (now?.id !== rule || now.specification !== specification) {
      const other = `The link cites ${rule} of specification ${specification}.`;
      this.verdict = { ...this.verdict, sentences: [...sentences, other] };
    }
  }

  /** Shows the moment with its ruling, or with the refusal of something tried there. */
  async #settle(refusal?: Refusal, tried?: Saved["tried"], walked?: Turn) {
    const look = lookAt(this.now.state);
    this.walked = walked;
    this.games = this.sides = undefined;
    this.gesture.leave();
    this.drawings = [];
    this.tried = tried;
    this.marked = refusal?.squares ?? [];
    // The board is drawn and recorded while the oracle answers.
    this.#changed(isPushing(this.look));
    this.#host.requestUpdate();
    this.look = await look;
    // A click places the same kind again while pieces of it are left, and then the next kind.
    const letters = this.reserve.flatMap(([letter, left]) => (left > 0 ? [letter] : []));
    if (!letters.includes(this.gesture.piece ?? "")) {
      this.gesture.piece = letters[0];
    }
    this.verdict = await this.#judge(refusal);
  }

  async #judge(refusal: Refusal | undefined): Promise<Verdict> {
    const { standing, state } = this.now;
    if (refusal) {
      const verdict = await ofRefusal(refusal, state.side, standing.label ?? "", Boolean(standing.outcome));
      const isFirst = refusal.rule === "NOT-5" && standing.label === "1g";
      return isFirst ? { ...verdict, sentences: [...verdict.sentences, words.NO_BEGINNING] } : verdict;
    }
    const { walked, steps, match } = this;
    const verdict = await ofMoment({
      standing, state, legal: this.look.legal, turn: this.shown, step: steps.at(-1), captures: this.captures,
    });
    const more = [
      walked ? words.afterStep(steps.length, walked) : "",
      match ? words.result(this.names, standing.outcome?.winner, this.shown.closing) : "",
    ];
    return { ...verdict, sentences: [...verdict.sentences, ...more.filter(Boolean)] };
  }

  /** Explains why a text is not opened; the board stays. */
  async explain(fault: Fault) {
    this.#showVerdict(await ofFault(fault, this.analysis ? words.STILL_SHOWN : words.EXAMPLE_SHOWN));
  }

  /** Shows a verdict on a text that is not on the board, and keeps the board's verdict. */
  #showVerdict(verdict: Verdict) {
    this.gesture.hint = "";
    this.verdict = { ...verdict, ofBoard: this.verdict.ofBoard ?? this.verdict };
  }

  /** Drops a text that was not opened, and shows the verdict on the board again. */
  dismiss() {
    this.games = this.sides = undefined;
    this.verdict = this.verdict.ofBoard ?? this.verdict;
  }

  /**
   * Records the present state in the history; a step that completes a push joins the step before
   * it. The link to the state is made when nothing has changed for 50 milliseconds.
   */
  #changed(isPush = false) {
    if (this.analysis && !this.#isOpening) {
      this.#record(this.analysis, isPush);
    }
  }

  #record(analysis: Analysis, isPush = false) {
    const { history } = this;
    const saved = this.#asSaved(analysis);
    const isLonger = this.steps.length > (history.saved?.steps?.length ?? 0);
    const isWalk = this.walked !== undefined;
    const tree = { analysis, shape: analysis.shape };
    history.take({ saved, tree, isWalk }, isLonger && isPush && !isWalk);
    this.link = undefined;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const link = await savedLink(saved);
      if (history.saved === saved) {
        this.link = link ?? false;
        this.#host.requestUpdate();
      }
    }, 50);
  }

  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Flips the board, to be seen from the other side. */
  flip() {
    this.isFlipped = !this.isFlipped;
    this.#changed();
  }

  comment(text: string) {
    const notes = text.split("\n").map((line) => line.trim().replace(/\s+/g, " ")).filter(Boolean);
    this.shown.comments = commentsOf(notes, arrowsIn(this.shown.comments));
    this.#changed();
  }

  /** Opens the editor with a position; closes it for `undefined`. */
  edit(edited: Edited | undefined) {
    this.edited = edited;
    this.#changed();
    this.#host.requestUpdate();
  }
}

/** Adds a shape to a list of shapes, or removes it if it is in the list. */
const toggled = (shapes: readonly string[], shape: string) =>
  shapes.includes(shape) ? shapes.filter((one) => one !== shape) : [...shapes, shape];

/** The steps of a turn; of a refused turn, only the legal steps before the fault. */
const stepsOf = ({ text, refusal }: Turn) => (refusal ? legalPart(text, refusal) : actionsOf(text));

/** The steps of a refused turn before the step that is refused. */
const legalPart = (text: string, { token }: Refusal) => actionsOf(wordsOf(text).slice(0, token ?? 0).join(" "));
