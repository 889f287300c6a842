/** A run as its list of actions: any position of it, fetched from the nearest one that is known. */

import { countSteps, portion, sliced } from "./items.js";

const KEPT = 400;
const BODY_RESERVE = 12_000; // the longest token, and what stands around the list

/** Return what one request may carry, as the server tells the page. */
export function limits() {
  const { maxItems, maxSteps, maxBytes } = document.documentElement.dataset;
  return {
    maxItems: Number(maxItems),
    maxSteps: Number(maxSteps),
    maxBytes: Math.max(1000, Number(maxBytes) - BODY_RESERVE),
  };
}

/** Positions of a run by step; step 0 is the start. */
export class Recording {
  constructor(door, { seed, options = {}, items, stopOnEvent = false }) {
    Object.assign(this, { door, seed, options, items, stopOnEvent });
    this.known = new Map();
    /** The last step there is to see: fewer than the list where a step is refused or the run ends before. */
    this.end = countSteps(items);
    /** The refusal at the last step, if it was refused. */
    this.refusal = null;
  }

  /**
   * Return the reply after a number of steps, or after the last there is when that comes first. `events` of
   * the reply are those since the position it was fetched from.
   */
  async at(step) {
    if (this.known.size === 0) this.keep(0, await this.door.start(this.seed, this.options));
    while (!this.known.has(Math.min(step, this.end))) {
      await this.advance(Math.min(step, this.end));
    }
    return this.known.get(Math.min(step, this.end));
  }

  /** Fetch one position after the other, as many as are kept, while they are wanted. */
  async fill(wanted) {
    for (let step = 1; step <= Math.min(this.end, KEPT) && wanted(); step += 1) await this.at(step);
  }

  /** Tell whether a position needs no request. */
  has(step) {
    return this.known.has(Math.min(step, this.end));
  }

  async advance(target) {
    const from = this.before(target);
    const items = portion(sliced(this.items, from, target), limits());
    const reply = await this.door.batch(this.known.get(from).stateToken, items, this.stopOnEvent);
    const at = from + reply.applied;
    if (reply.stopped === "refused") {
      // The step that was refused is shown as a step of its own, on the position it left as it was.
      this.keep(at, { ...reply, ok: true });
      this.keep(at + 1, reply);
      this.refusal = { code: reply.code, reason: reply.reason };
      this.end = at + 1;
      return;
    }
    this.keep(at, reply);
    if (reply.stopped !== "end") this.end = at;
  }

  before(target) {
    let found = 0;
    for (const step of this.known.keys()) {
      if (step <= target && step > found) found = step;
    }
    return found;
  }

  keep(step, reply) {
    this.known.set(step, reply);
    if (this.known.size <= KEPT) return;
    for (const old of this.known.keys()) {
      // One in a hundred stays, so that going back in a long run is short.
      if (old !== 0 && old !== step && old % 100 !== 0) {
        this.known.delete(old);
        return;
      }
    }
  }
}
