/**
 * Magic Hex Swap: hexes without an edge, dice to pay for actions, targets in order, and a draft before
 * each turn.
 */

import { byId, h } from "../common/dom.js";
import { same } from "../common/items.js";
import { plural } from "../common/words.js";
import { Board } from "./magic-hex-swap/board.js";
import { Dice } from "./magic-hex-swap/dice.js";
import { Draft } from "./magic-hex-swap/draft.js";
import { Groups } from "./magic-hex-swap/groups.js";
import { CREATED, LETTERS, MENU, moveName } from "./magic-hex-swap/menu.js";
import { Panel } from "./magic-hex-swap/panel.js";
import { Practice, puzzleName, startOver } from "./magic-hex-swap/practice.js";

const GREEN3 = { pdf: ["PDF", "round one group"], doc: ["Doc", "beside any green"] };

export const undo = false; // the game has its own, which also brings back what a restart left
export const legal = "none"; // every list asked for is that of a preview

let game = null;

export function mount(stage, table) {
  game = new Game(stage, table);
  return game;
}

/** Return the name under which a run is kept: each practice puzzle has its own. */
export function slot(options) {
  return options?.practice ?? "";
}

/** Return what was chosen for a run, in the words of the page. */
export function chosen({ green3, practice }) {
  const reading = green3 && `Green 3: ${GREEN3[green3]?.[0] ?? green3}`;
  return [practice && puzzleName(practice), reading].filter(Boolean);
}

export function describe(action) {
  switch (action?.type) {
    case "act":
      return `${moveName(action.move)}: ${cellsIn(action)}.${savedBy(action)}`;
    case "pass":
      return `Pass.${savedBy(action)}`;
    case "preview":
      return `Look at ${moveName(action.move)}: ${cellsIn(action) || "no target yet"}.`;
    case "undo":
      return "Undo.";
    case "restart":
      return `Restart${action.seed === undefined ? "" : ` with seed ${action.seed}`}.`;
    default:
      return JSON.stringify(action);
  }
}

export function tell(event) {
  return event.type === "won" ? `Solved in ${plural(event.turns, "turn")}: ${event.rating}!` : "";
}

export function hint({ observation: seen }) {
  if (seen.phase === "won") return "";
  if (seen.moves.every(({ firstTargets }) => firstTargets.length === 0))
    return "No action is possible; pass the turn.";
  return "Choose dice, or an action at once.";
}

export function facts({ observation: seen }) {
  const settled = seen.groups.filter(({ status }) => status === "done" || status === "absent").length;
  const done = seen.phase === "won";
  return [
    ["Turns", seen.turns],
    ["In one piece", `${settled} of ${seen.groups.length}`, "colours"],
    ["Undo", seen.undoAvailable, "steps back"],
    [done ? "Your win is" : "A win now is", done ? seen.rating : seen.ratingIfWonThisTurn],
    ["Green 3", ...GREEN3[seen.green3]],
    seen.practice ? ["Practice", puzzleName(seen.practice)] : ["Seed", seen.seed],
  ];
}

export function controls({ observation: seen }) {
  const again = seen.practice === null ? "Restart …" : "Restart this puzzle";
  return [
    seen.phase === "playing" && { label: "Pass", press: () => game.draft.pass(), hint: "Let a turn go by" },
    seen.undoAvailable > 0 && {
      label: "Undo",
      press: () => game.takeBack(),
      hint: "Back to before the last turn",
    },
    { label: again, press: () => game.restart(), hint: "Start over; this can be undone" },
  ].filter(Boolean);
}

class Game {
  constructor(stage, table) {
    this.table = table;
    this.draft = new Draft(table, () => this.draw());
    this.board = new Board(table.live, (cell) => void this.draft.tap(cell));
    this.groups = new Groups(() => this.draw());
    this.dice = new Dice(table.live, (die) => this.draft.toggle(die));
    this.panel = new Panel(this.draft);
    this.practice = new Practice(table);
    const side = h(
      "div",
      { class: "hex-side" },
      this.groups.element,
      this.dice.element,
      table.live && this.panel.element,
    );
    stage.replaceChildren(
      h("div", { class: "hexswap" }, this.board.element, side, table.live && this.practice.element),
    );
    if (table.live) this.listen();
  }

  listen() {
    // On a narrow screen the message and the board stay in view, one below the other.
    const message = byId("message");
    const measure = () => byId("stage").style.setProperty("--message", `${message.offsetHeight}px`);
    new ResizeObserver(measure).observe(message);
    const { draft, board } = this;
    const { keys } = this.table;
    keys.on(["1", "2", "3"], "a die: to spend, or to save at the end of a turn", (key) =>
      draft.toggle(Number(key) - 1),
    );
    keys.on(["w", "k", "r", "b", "g"], "the next action of a colour, or the colour of a new node", (key) =>
      this.color(key),
    );
    keys.on(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], "to the board, and from cell to cell", () =>
      board.enter(),
    );
    keys.on("a", "apply the action, roll the rest", () => (draft.ending ? void draft.play() : draft.apply()));
    keys.on("Backspace", "the last target back", () =>
      draft.move || draft.ending ? void draft.back() : false,
    );
    keys.on("Escape", "cancel the action", () => (draft.kept ? draft.cancel() : false));
    keys.on("p", "pass", () => this.playing && draft.pass());
    keys.on("u", "undo", () => this.takeBack());
    keys.on(["+", "-"], "zoom", (key) => board.camera.zoom(key === "+" ? 1 : -1));
    keys.on("f", "fit the board", () => board.camera.fit());
  }

  get playing() {
    return this.table.reply?.observation.phase === "playing";
  }

  takeBack() {
    if (!this.table.busy) void this.table.act({ type: "undo" });
  }

  restart() {
    if (!this.table.busy) startOver(this.table);
  }

  /** A letter key: the colour of the node to come, or the next possible action of that colour. */
  color(key) {
    const { draft } = this;
    const color = Object.keys(LETTERS).find((name) => LETTERS[name] === key.toUpperCase());
    if (!this.playing || draft.ending) return;
    if (draft.look?.needsColor && CREATED.includes(color)) {
      draft.paint(color);
      return;
    }
    const dice = draft.move ? [] : draft.dice;
    const open = MENU.filter((item) => item.color === color && draft.isOpen(item.id, dice)).map(
      ({ id }) => id,
    );
    const next = open[(open.indexOf(draft.move) + 1) % open.length];
    if (next) void draft.choose(next);
    else this.table.message.say(`No ${color} action is possible with these dice.`, "refused");
  }

  render(reply, { before, action } = {}) {
    const anew = !action || ["undo", "restart"].includes(action.type);
    this.changed =
      action?.type === "act" && before ? changes(before.observation.nodes, reply.observation.nodes) : [];
    const kept = this.table.live && !action ? this.table.memo : null;
    if (anew) this.groups.numbered = null;
    this.draft.clear();
    if (this.table.live && action) this.table.memo = null;
    this.draw(anew);
    if (kept) void this.draft.restore(kept).then(() => this.draft.sayOn());
  }

  /** Draw the position, or the draft in its place. */
  draw(anew = false) {
    const seen = this.table.reply.observation;
    const { draft, table } = this;
    const look = draft.look ?? seen.preview;
    const { nodes, groups } = look?.nodes ? look : seen;
    const drafting = Boolean(look?.targets?.length);
    this.groups.show(groups, drafting);
    this.board.show(
      {
        nodes,
        groups,
        next: draft.ending ? [] : (look?.next ?? []),
        targets: look?.targets ?? [],
        changed: drafting ? [] : this.changed,
        numbered: this.groups.numbered,
        refused: draft.refused,
      },
      { anew: anew || !look, draft: drafting },
    );
    this.dice.show(seen.dice, draft, !table.live || seen.phase === "won");
    if (!table.live) return;
    if (this.panel.show(seen, () => this.board.enter())) this.scroll();
    if (this.board.holdsFocus && look?.complete && look.next.length === 0) this.panel.focus();
    this.practice.show(seen.practice);
  }

  /** Where the board stays in view on a narrow screen, bring what is to be pressed now below it. */
  scroll() {
    if (getComputedStyle(this.board.element).position !== "sticky") return;
    const parts = [this.dice.element, ...(this.panel.stage === "menu" ? [] : [this.panel.element])];
    for (const part of parts) part.scrollIntoView({ block: "nearest" });
  }
}

/** Return the cells where two lists of nodes differ. */
function changes(before, after) {
  const lettersOf = (nodes) => new Map(nodes.map(([q, r, letter]) => [`${q},${r}`, letter]));
  const [old, now] = [lettersOf(before), lettersOf(after)];
  const cells = new Map([...before, ...after].map(([q, r]) => [`${q},${r}`, [q, r]]));
  return [...cells].filter(([key]) => !same(old.get(key), now.get(key))).map(([, cell]) => cell);
}

function cellsIn({ targets, colors }) {
  if (!Array.isArray(targets)) return "";
  return targets.map((cell, at) => (colors?.[at] ? `${colors[at]} ` : "") + JSON.stringify(cell)).join(", ");
}

function savedBy({ save }) {
  if (!Array.isArray(save) || save.length === 0) return "";
  return ` Saved: ${save.length === 1 ? "die" : "dice"} ${save.map((die) => Number(die) + 1).join(", ")}.`;
}
