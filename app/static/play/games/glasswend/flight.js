/** Lets the world run: short batches of ticks, each asked for shortly before it is to be seen. */

import { sliced } from "../../common/items.js";

const TICK_MS = 1000 / 30;
const FEWEST = 3; // ticks a batch
const MOST = 15;
const SOON_MS = 40; // a server nearer than this is asked again when a steer comes late
const AWAY_MS = 1000; // after a reply that took longer the moth waits for its player
const STEERABLE = ["stageIntro", "playing", "recovering"];
const TICK = { type: "tick" };

/**
 * Ticks while it flies; what it asked for and did not show is dropped, for the token before is as good as
 * ever.
 */
export class Flight {
  constructor(table, onChange) {
    Object.assign(this, { table, onChange });
    this.flying = null; // what makes one flight differ from another
    this.steers = [];
    this.owed = 0; // ticks of step mode that were asked for and not yet made
    this.tripMs = 20; // there and back, smoothed
  }

  /** Keep a heading for the next batch; two may wait, so that a corner can be keyed ahead. */
  steer(dir) {
    if (this.steers.at(-1) !== dir) this.steers = [...this.steers, dir].slice(-2);
  }

  /** Stop asking for ticks: nothing moves on the server until the next one. */
  pause() {
    if (this.flying === null) return;
    this.flying = null;
    this.onChange();
  }

  /** Go on until paused, over, or unable to. */
  async go() {
    const { table } = this;
    if (this.flying !== null || !table.run || table.reply.gameOver) return;
    const flight = {};
    const { run } = table;
    const stopped = () => this.flying !== flight || table.run !== run;
    this.flying = flight;
    this.onChange();
    let due = performance.now(); // when what is on the board has been seen to its end
    try {
      while (!stopped() && !table.reply.gameOver) {
        await until(due - 1.5 * this.tripMs - 8);
        if (stopped()) return;
        const ticks = this.ticks();
        const asked = performance.now();
        const { items, reply } = await this.fetch([{ repeat: ticks, action: TICK }]);
        if (stopped()) return;
        if (performance.now() - asked > AWAY_MS) {
          // Who has waited may look elsewhere by now; what came is dropped.
          table.message.say("The server answers again. Go on when you are ready.", "good");
          return;
        }
        if (this.steers.length > 0 && this.tripMs < SOON_MS && steerable(table.reply) && !items.some(isSteer))
          continue;
        await until(due);
        if (stopped()) return;
        const seen = this.take(items, reply);
        due = Math.max(due, performance.now()) + seen * TICK_MS;
      }
    } catch (problem) {
      table.message.say(problem.message, "refused");
    } finally {
      if (this.flying === flight) this.pause();
    }
  }

  /** Move the world by one tick, with what was steered before it; asked again meanwhile, by as many more. */
  async step() {
    const { run } = this.table;
    if (this.flying !== null || !run || this.table.reply.gameOver) return;
    this.owed += 1;
    if (this.owed > 1) return;
    try {
      while (this.owed > 0 && this.table.run === run && !this.table.reply.gameOver) {
        const ticks = Math.min(this.owed, MOST);
        const { items, reply } = await this.fetch([ticks === 1 ? TICK : { repeat: ticks, action: TICK }]);
        if (this.table.run !== run) break;
        this.owed -= Math.max(1, this.take(items, reply));
      }
    } catch (problem) {
      this.table.message.say(problem.message, "refused");
    } finally {
      this.owed = 0;
    }
  }

  async fetch(ticks) {
    const items = [...this.opening(), ...ticks];
    const sent = performance.now();
    const reply = await this.table.ask(items, { stopOnEvent: true });
    this.tripMs += (Math.min(1000, performance.now() - sent) - this.tripMs) / 4;
    return { items, reply };
  }

  opening() {
    const { observation } = this.table.reply;
    const start = observation.status === "waiting" ? [{ type: "start" }] : [];
    const steer =
      this.steers.length > 0 && steerable(this.table.reply) ? [{ type: "steer", dir: this.steers[0] }] : [];
    return [...start, ...steer];
  }

  /** Show what was fetched; returns the ticks it takes to see it. */
  take(items, reply) {
    const applied = sliced(items, 0, reply.applied);
    if (applied.some(isSteer) || !reply.ok) this.steers.shift();
    const ticks = reply.applied - applied.filter((item) => !isTick(item)).length;
    if (applied.length > 0)
      this.table.take(applied, reply, { rapid: true, ticks, duration: ticks * TICK_MS });
    if (!reply.ok) this.table.refuse(reply);
    return ticks;
  }

  ticks() {
    const { status, phaseTicks } = this.table.reply.observation;
    const needed = Math.ceil((1.5 * this.tripMs + 20) / TICK_MS);
    const calm = status === "stageIntro" || status === "stageClear" || status === "recovering";
    return calm ? Math.min(Math.max(1, phaseTicks), MOST) : Math.min(Math.max(FEWEST, needed), MOST);
  }
}

function steerable({ observation }) {
  return STEERABLE.includes(observation.status);
}

function isSteer(item) {
  return item.type === "steer";
}

function isTick(item) {
  return item.type === "tick" || "repeat" in item;
}

function until(time) {
  const left = time - performance.now();
  return left > 1 ? new Promise((resolve) => void setTimeout(resolve, left)) : Promise.resolve();
}
