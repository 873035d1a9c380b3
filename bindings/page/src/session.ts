/** What a person does on the board, turned into questions; the view draws what comes of it. */
import { beside, direction, letterAt } from "arimaa-oracle/board";
import type { ReactiveController, ReactiveControllerHost } from "lit";

import { frozenOn, legalIn, route, type Legal } from "./explore.ts";
import { Game, actionsOf, labelsOf } from "./game.ts";
import { gamesOf, type Games } from "./games.ts";
import { impossible } from "./impossible.ts";
import { boardLink, type BoardLink } from "./link.ts";
import { ask, askAside, type Answer, type AnswerOf } from "./oracle.ts";
import * as words from "./words.ts";

/** Why something is refused: sentences, the rule behind them, and a picture if it cannot exist. */
export interface Ruling {
  sentences: string[];
  rule: AnswerOf<"rule">["rule"] | undefined;
  picture: AnswerOf<"drawn"> | undefined;
}

/** What was refused last, as a link has it. */
type Attempt = Pick<BoardLink, "turn" | "steps">;

export class Session implements ReactiveController {
  readonly game = new Game();
  /** Where the text on the board came from, as a link has it. */
  source: Required<Pick<BoardLink, "text" | "before" | "edition">>;
  chosen: string | undefined;
  marked: readonly string[] = [];
  frozen: readonly string[] = [];
  legal: readonly Legal[] = [];
  /** Where the last step went, as an arrow. */
  arrows: readonly string[] = [];
  said = "";
  counted = "";
  ruling: Ruling | undefined;
  /** The games of a text that holds several, until one is chosen. */
  games: Games | undefined;
  link: string | undefined;
  tried: Attempt = {};
  /** What is typed, if it was typed by somebody else: a link. */
  typed = "";

  readonly #host: ReactiveControllerHost;
  /** The link whose text holds several games. */
  #several: Omit<BoardLink, "text"> = {};
  /** One thing after another: what is asked meanwhile waits. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(host: ReactiveControllerHost, text: string) {
    this.#host = host;
    this.source = { text, before: "", edition: "" };
    host.addController(this);
  }

  hostConnected() {}

  /** Is kept when everything that was begun is done. */
  get done(): Promise<unknown> {
    return this.#last;
  }

  /** Does something when all before it is done, and shows what came of it. */
  run(task: () => unknown) {
    const update = () => {
      this.#host.requestUpdate();
      return this.#host.updateComplete;
    };
    this.#last = this.#last
      .then(task)
      .catch((error: Error) => {
        this.said = error.message;
      })
      .then(update);
  }

  get board(): readonly string[] {
    return this.game.isOpen ? this.game.now.standing.board : [];
  }

  /** Opens a text; what cannot be read or cannot be is explained, and the board stays. */
  async open(link: BoardLink) {
    const [answer, recognized] = await Promise.all([
      this.game.open(link),
      ask({ kind: "recognize", text: link.text }),
    ]);
    const form = recognized.kind === "recognized" ? recognized : undefined;
    this.games = answer.kind === "error" && form ? await gamesOf(link.text, form) : undefined;
    if (this.games) {
      this.#several = link;
      this.ruling = undefined;
      this.said = words.severalGames(this.games);
      return;
    }
    if (answer.kind === "error") {
      await this.#explain(answer.error, form?.misread[0]?.message, await impossible(link.text));
      return;
    }
    const { text, before = "", edition = "" } = link;
    this.source = { text, before, edition };
    this.typed = link.turn || link.steps || "";
    if (answer.kind === "applied" && this.typed) {
      await this.type(this.typed, Boolean(link.turn));
    } else {
      await this.#show(answer, words.shown(form?.form));
    }
  }

  /** Opens one of several games. */
  chooseGame(text: string) {
    return this.open({ ...this.#several, text });
  }

  /** Plays the same by the rules of another edition, and says what is different then. */
  async changeEdition(edition: string) {
    const [before, { actions }] = [this.game.now.standing, this.game];
    const legal = this.legal.map(({ action }) => action);
    await this.open({ ...this.source, edition, actions });
    const now = this.legal.map(({ action }) => action);
    if (this.game.actions.length === actions.length) {
      this.said = words.editionChanged(this.game.now.standing, before, {
        gained: now.filter((action) => !legal.includes(action)),
        lost: legal.filter((action) => !now.includes(action)),
      });
    }
  }

  async play(actions: readonly string[]) {
    const from = this.game.actions.length;
    const answer = await this.game.play(actions);
    const attempt = { steps: actions.slice(this.game.actions.length - from).join(" ") };
    await this.#show(answer, words.played(actions), attempt);
  }

  /** Plays what is typed: a whole turn, or steps one by one. Whether it was legal. */
  async type(text: string, isTurn: boolean): Promise<boolean> {
    const actions = actionsOf(text);
    if (actions.length === 0) {
      this.said = words.EMPTY_TURN;
      return false;
    }
    if (!isTurn) {
      await this.play(actions);
    } else {
      const answer = await this.game.playTurn(text);
      await this.#show(answer, words.played(["end"]), { turn: text });
    }
    return !this.ruling;
  }

  /** A piece is chosen first, then where it shall go. */
  async choose(square: string) {
    if (!this.game.isOpen) {
      return;
    }
    const letter = letterAt(this.board, square);
    const placements = this.legal.filter(({ action }) => action.slice(1) === square);
    if (this.chosen && letterAt(this.board, this.chosen) !== ".") {
      await this.move(this.chosen, square);
    } else if (placements.length > 0) {
      this.chosen = square;
      this.said = words.placing(square);
    } else if (letter === ".") {
      this.chosen = undefined;
      this.said = words.NOTHING_THERE;
    } else {
      this.chosen = square;
      this.said = words.selected(letter, square, this.frozen.includes(square));
    }
  }

  /** Moves a piece beside its square by a step, and further by a route of steps. */
  async move(from: string, to: string) {
    this.chosen = undefined;
    if (from === to) {
      this.said = "";
      return;
    }
    const way = direction(from, to);
    const letter = letterAt(this.board, from);
    const steps = way ? [letter + from + way] : await route(this.game.now.state, from, to);
    if (steps) {
      await this.play(steps);
    } else {
      this.said = words.noRoute(letter, from, to);
    }
  }

  /** Goes back or forward by one action, or by a turn. */
  async go(by: -1 | 1, isTurn: boolean) {
    const isThere = isTurn ? this.game.goTurn(by) : this.game.go(by);
    await this.#show(this.game.now, words.gone(by, isTurn, isThere));
  }

  /** Shows the moment after an answer: a refusal is explained, anything else said. */
  async #show(answer: Answer, sentence: string, attempt: Attempt = {}) {
    const isRefused = answer.kind === "refused";
    const legal = await legalIn(this.game.now.state);
    // First the board, so that what is said is true of what is seen.
    this.legal = legal;
    this.chosen = undefined;
    this.frozen = [];
    this.tried = isRefused ? attempt : {};
    this.marked = isRefused ? (answer.refusal.squares ?? []) : [];
    this.arrows = isRefused ? [] : arrowOf(this.game.actions.at(-1));
    this.link = boardLink({ ...this.source, actions: this.game.actions, ...this.tried });
    if (isRefused) {
      const earlier = answer.refusal.details?.["earlier"] as number[] | undefined;
      const stood = earlier && words.stoodAfter(labelsOf(this.game.now, earlier));
      await this.#explain(answer.refusal, stood);
    } else if (answer.kind === "error") {
      await this.#explain(answer.error);
    } else {
      this.ruling = undefined;
      this.said = this.link ? sentence : words.TOO_LONG;
    }
    this.#lookFurther();
  }

  /** What takes longer, while a person looks: which pieces are frozen, and how many turns there are. */
  #lookFurther() {
    const { state, standing } = this.game.now;
    const isStill = () => this.game.now.state === state;
    const look = async () => {
      const frozen = await frozenOn(standing.board, state);
      if (isStill()) {
        this.frozen = frozen;
        this.#host.requestUpdate();
      }
    };
    this.counted = words.COUNTING;
    const count = async () => {
      const question = { kind: "turn_count", position: { state } } as const;
      const answer = await askAside(question, { timeoutMs: 5_000 });
      if (answer && isStill()) {
        this.counted = words.turns(answer);
        this.#host.requestUpdate();
      }
    };
    for (const looking of [look(), count()]) {
      looking.catch((error: Error) => {
        this.said = error.message;
        this.#host.requestUpdate();
      });
    }
  }

  /** Sentences, the rule behind them, and the text of the rule. */
  async #explain(
    { message, rule }: { message?: string | null; rule?: string | null },
    more?: string,
    picture?: AnswerOf<"drawn">,
  ) {
    const sentences = [...new Set([message, more])].filter((one): one is string => !!one);
    const answer = rule ? await ask({ kind: "explain_rule", rule }) : undefined;
    this.said = "";
    this.ruling = { sentences, rule: answer?.kind === "rule" ? answer.rule : undefined, picture };
  }
}

/** The arrow of a step: `d2d3`. */
function arrowOf(action = ""): string[] {
  const [from, way = ""] = [action.slice(1, 3), action[3]];
  const to = way && beside(from, way);
  return to ? [from + to] : [];
}
