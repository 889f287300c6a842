/** The run being played: its seed, options and actions, the tokens to go back to, and how it is kept. */

import { actionOf, countSteps, joined, sliced } from "./items.js";
import { keep, kept } from "./store.js";

const TOKENS_KEPT = 60;
const LINES_KEPT = 300;

/** A run as it stands; the actions are the truth, tokens only spare the way. */
export class Run {
  constructor({ game, seed, options = {}, items = [], tokens = [], lines = [], memo = null }) {
    Object.assign(this, { game, seed, options, items, tokens, lines, memo });
    this.steps = countSteps(items);
  }

  /** Return the token to play from. */
  get token() {
    return this.tokens.at(-1)?.token;
  }

  /** Take in items that were accepted, and the token they led to. */
  push(items, token) {
    this.items = joined(this.items, items);
    this.steps += countSteps(items);
    this.tokens = [...this.tokens, { token, step: this.steps }].slice(-TOKENS_KEPT);
  }

  /** Put the token of the present step, as a new server signs it. */
  renew(token) {
    this.tokens = [{ token, step: this.steps }];
  }

  /** Take the last step back; returns the token before it, or undefined when that must be played anew. */
  pop() {
    this.items = sliced(this.items, 0, this.steps - 1);
    this.steps -= 1;
    this.tokens = this.tokens.filter(({ step }) => step <= this.steps);
    this.lines = this.lines.filter((line) => line.step <= this.steps);
    return this.tokens.at(-1)?.step === this.steps ? this.token : undefined;
  }

  /** Return the last action, or undefined at the start. */
  get last() {
    return this.items.length === 0 ? undefined : actionOf(this.items.at(-1));
  }

  /** Keep the run in the browser, under its game and slot. */
  save(slot) {
    const { game, seed, options, items, tokens, memo } = this;
    return keep(nameOf(game, slot), {
      game,
      seed,
      options,
      items,
      tokens,
      memo,
      lines: this.lines.slice(-LINES_KEPT),
    });
  }

  /** Return the run that was kept, or null; what only spares the way or tells of it cannot spoil it. */
  static load(game, slot) {
    const found = kept(nameOf(game, slot));
    const whole =
      found &&
      Number.isSafeInteger(found.seed) &&
      [found.items, found.tokens, found.lines].every(Array.isArray);
    if (!whole) return null;
    const { options, tokens, lines } = found;
    return new Run({
      ...found,
      game,
      options: options !== null && typeof options === "object" ? options : {},
      tokens: tokens.every(isToken) ? tokens : [],
      lines: lines.filter(isLine),
    });
  }
}

function isToken(one) {
  return typeof one?.token === "string" && /^[\x21-\x7e]+$/.test(one.token) && Number.isSafeInteger(one.step);
}

function isLine(one) {
  return Number.isSafeInteger(one?.step) && typeof one.text === "string" && typeof one.kind === "string";
}

function nameOf(game, slot) {
  return slot ? `run:${game}:${slot}` : `run:${game}`;
}
