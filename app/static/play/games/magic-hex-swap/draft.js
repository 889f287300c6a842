/**
 * An action being made: dice, the action, targets in order, colours, dice to save. The server judges every
 * step.
 */

import { same } from "../../common/items.js";
import { MOVES } from "./menu.js";

const DICE = [0, 1, 2];
const EMPTY = { dice: [], move: null, targets: [], colors: [], color: null, ending: null, save: [] };

/**
 * What is chosen so far. `ending` is null while targets are chosen; then it is `act` or `pass`, and only
 * the dice to save are left to choose. `look` is the server's preview of the targets, `refused` a cell it
 * would not take.
 */
export class Draft {
  /** `onChange` is called after every change. */
  constructor(table, onChange) {
    Object.assign(this, { table, onChange, pending: false });
    this.clear();
  }

  /** Begin again from nothing. */
  clear() {
    Object.assign(this, structuredClone(EMPTY), { look: null, refused: null });
  }

  /** Return what the position says about the action: how it can be paid for; undefined where it cannot be. */
  offer(move = this.move) {
    return this.table.reply.observation.moves.find((one) => one.move === move);
  }

  /**
   * Tell whether an action has somewhere to go, and is paid for by the dice chosen, or by any where none
   * are.
   */
  isOpen(move, chosen = this.dice) {
    const offer = this.offer(move);
    if (!offer || offer.firstTargets.length === 0) return false;
    return chosen.length === 0 || offer.diceChoices.some((dice) => same(dice, chosen));
  }

  /** Choose a die, or choose it no more; while an action is chosen, only to pay for that in another way. */
  toggle(die) {
    if (this.pending) return;
    if (this.ending) {
      if (!this.spent.includes(die)) this.change({ save: flipped(this.save, die) });
      return;
    }
    if (!this.move) {
      this.change({ dice: flipped(this.dice, die) });
      return;
    }
    const had = this.dice.includes(die);
    const dice = this.payment(this.dice, (choice) => choice.includes(die) !== had);
    if (dice) this.change({ dice });
    else
      this.table.message.say(
        had ? "This action needs that die." : "That die cannot pay for this action.",
        "refused",
      );
  }

  /**
   * Return the dice that pay for the action: most of those chosen, then fewest wild; undefined if none do.
   */
  payment(chosen, suits = () => true) {
    const faces = this.table.reply.observation.dice;
    const cost = (dice) => 4 * dice.filter((die) => !chosen.includes(die)).length + wilds(dice, faces);
    const choices = (this.offer()?.diceChoices ?? []).filter(suits);
    return choices.sort((a, b) => cost(a) - cost(b))[0];
  }

  /** Choose an action; where it is not possible the server says why. */
  choose(move) {
    return this.ask({ move, targets: [], colors: [] }, () => {
      Object.assign(this, { move, targets: [], colors: [], color: null, ending: null, save: [] });
      this.dice = this.payment(this.dice) ?? this.dice;
      this.say();
    });
  }

  /** Choose the next target. */
  tap(cell) {
    if (this.ending) return undefined;
    if (!this.move) {
      this.table.message.say("Choose an action first; then the cells it can take are outlined.", "info");
      return undefined;
    }
    if (this.look.needsColor && !this.color) {
      this.table.message.say("Choose a colour first, then the cell.", "refused");
      return undefined;
    }
    const targets = [...this.targets, cell];
    const colors = this.color ? [...this.colors, this.color] : this.colors;
    return this.ask({ move: this.move, targets, colors }, () => {
      Object.assign(this, { targets, colors, color: null });
      this.say();
    });
  }

  /** Take the last target back, or the action where there is none. */
  back() {
    if (!this.move || (!this.ending && this.targets.length === 0)) return this.cancel();
    if (this.ending) {
      this.change({ ending: null, save: [] });
      return this.say();
    }
    const targets = this.targets.slice(0, -1);
    const colors = this.colors.slice(0, targets.length);
    return this.ask({ move: this.move, targets, colors }, () => {
      Object.assign(this, { targets, colors, color: null });
      this.say();
    });
  }

  /** Drop it all; no dice are spent. */
  cancel() {
    if (this.pending) return;
    this.clear();
    this.table.message.say("Cancelled; no dice are spent.");
    this.changed();
  }

  /** Choose the colour of the next node. */
  paint(color) {
    if (!this.pending) this.change({ color: this.color === color ? null : color });
  }

  /** Go on to saving dice, or play at once where there are none to save. */
  apply() {
    if (this.pending || this.ending || !this.look?.complete) return undefined;
    if (this.look.wonIfApplied || this.dice.length === 3) return this.play("act");
    return this.end("act");
  }

  /** Let the turn go by; first the dice to save are chosen. */
  pass() {
    if (this.pending) return;
    this.clear();
    this.end("pass");
  }

  end(ending) {
    this.change({ ending, save: [] });
    this.say();
  }

  /** Send it, once: a second press while it is under way is not a second turn. */
  async play(ending = this.ending) {
    if (this.pending) return;
    const { move, dice, targets, colors } = this;
    const save = this.save.length > 0 ? { save: this.save } : {};
    const created = colors.length > 0 ? { colors } : {};
    const act = { type: "act", move, dice, targets, ...created, ...save };
    this.pending = true;
    await this.table.act(ending === "pass" ? { type: "pass", ...save } : act);
    this.pending = false;
  }

  /** Return the dice that are spent when the turn ends. */
  get spent() {
    return this.ending === "pass" ? [] : this.dice;
  }

  /** Return what to keep so that a reload finds the draft, or null when there is nothing to keep. */
  get kept() {
    const { dice, move, targets, colors, color, ending, save } = this;
    const kept = { dice, move, targets, colors, color, ending, save };
    return same(kept, EMPTY) ? null : kept;
  }

  /** Take up a draft that was kept, if the server still finds it good. */
  async restore(kept) {
    this.clear();
    if (!isDraft(kept)) return;
    Object.assign(this, structuredClone({ ...EMPTY, ...kept }));
    if (!this.move) return;
    const pays = this.offer()?.diceChoices.some((dice) => same(dice, this.dice));
    const { move, targets, colors } = this;
    this.look = { next: [], complete: false };
    await this.ask({ move, targets, colors }, null, () => {
      this.clear();
      this.table.message.say("The draft that was kept no longer fits and is gone.");
    });
    if (!pays) this.clear();
    this.changed();
  }

  /** Have the server judge first targets; a refusal is shown, and leaves the draft as it is. */
  async ask({ move, targets, colors }, accept, refuse = (reply) => this.refuse(reply, move, targets)) {
    const { table } = this;
    if (this.pending || (table.busy && accept)) return;
    this.pending = true;
    const run = table.run;
    const action = { type: "preview", move, targets, ...(colors.length > 0 ? { colors } : {}) };
    const reply = await table.working(() => table.probe(action));
    this.pending = false;
    if (!reply || table.run !== run) return;
    this.refused = null;
    if (reply.ok) {
      this.look = reply.observation.preview;
      accept?.();
    } else {
      refuse(reply);
    }
    this.changed();
  }

  refuse(reply, move, targets) {
    this.refused = targets.at(-1) ?? null;
    const reason = reply.code === "dead-end" ? deadEnd(move, targets) : reply.reason;
    this.table.refuse({ ...reply, reason });
  }

  /** Tell what a draft that was taken up again waits for. */
  sayOn() {
    if (this.ending || this.look?.complete || this.look?.next.length > 0) this.say();
  }

  /** Tell what to do next. */
  say() {
    if (this.ending) {
      this.table.message.say("Choose the dice to save, then roll the rest.");
      return;
    }
    const { steps, fewest } = MOVES[this.move];
    const at = this.targets.length;
    const step = steps[at]?.[1];
    if (this.look.wonIfApplied) this.table.message.say("This solves the puzzle. Apply the action!", "good");
    else if (at >= fewest && this.look.next.length === 0)
      this.table.message.say("The action is complete. Apply it, or cancel.");
    else this.table.message.say(at >= fewest && at > 0 ? `${step} You can also apply it now.` : step);
  }

  change(values) {
    Object.assign(this, values);
    this.changed();
  }

  changed() {
    this.table.memo = this.kept;
    this.onChange();
  }
}

function deadEnd(move, targets) {
  const { name } = MOVES[move];
  return targets.length === 0
    ? `“${name}” has nothing to begin with on this board.`
    : `“${name}” could not be finished from there; choose an outlined cell.`;
}

function flipped(dice, die) {
  return dice.includes(die) ? dice.filter((other) => other !== die) : [...dice, die].sort();
}

function wilds(dice, faces) {
  return dice.filter((die) => faces[die] === "wild").length;
}

function isDraft(value) {
  if (value === null || typeof value !== "object") return false;
  const moved = value.move === null || Object.hasOwn(MOVES, String(value.move));
  const listed = ["dice", "targets", "colors", "save"].every((name) => Array.isArray(value[name]));
  return moved && listed && [...value.dice, ...value.save].every((die) => DICE.includes(die));
}
