/** Where everything is between two positions: only for the eye, the positions themselves are the server's. */

export const WIDTH = 24;
const UNITS = 1000; // a mote's units to a cell
const STEP_LIT = 2; // ticks
const STEP_THREAD = 3;

/** What is seen while a number of ticks leads from one observation to the next. */
export class Pose {
  constructor(before, after, ticks, last = null) {
    Object.assign(this, { before, after, ticks });
    this.steps = stepsOf(before, after, ticks);
    this.last = last; // the step the moth was making when this began, its time counted from here
  }

  /** Return the moth's place in cells, at so many ticks. */
  moth(at) {
    const step = this.stepAt(at);
    if (!step) return centre(this.steps.length > 0 ? this.before.moth : this.now(at).moth);
    const part = Math.min(1, Math.max(0, (at - step.time) / step.lasts));
    return [
      step.from[0] + (step.to[0] - step.from[0]) * part,
      step.from[1] + (step.to[1] - step.from[1]) * part,
    ];
  }

  /** Return the place of each mote in cells. */
  motes(at) {
    if (at >= this.ticks || this.before.motes.length !== this.after.motes.length || this.isNewPane()) {
      return this.now(at).motes.map(({ x, y }) => [x / UNITS, y / UNITS]);
    }
    return this.before.motes.map((mote, n) => {
      const end = this.after.motes[n];
      const x = bounced(mote.x, mote.vx, end.x, this.ticks, at);
      return [x / UNITS, bounced(mote.y, mote.vy, end.y, this.ticks, at) / UNITS];
    });
  }

  /** Return the place of each crawler in cells. */
  crawlers(at) {
    const { crawlers } = this.now(at);
    if (at >= this.ticks || this.isNewPane()) return crawlers.map(centre);
    return this.before.crawlers.map((crawler, n) => {
      const end = this.after.crawlers[n] ?? crawler;
      const far = Math.abs(end.x - crawler.x) + Math.abs(end.y - crawler.y) > 2;
      const part = far ? 0 : at / this.ticks;
      return [crawler.x + 0.5 + (end.x - crawler.x) * part, crawler.y + 0.5 + (end.y - crawler.y) * part];
    });
  }

  /**
   * Return the cells the open thread is drawn through up to now, from the anchor on, the moth's own left out.
   */
  thread(at) {
    const { anchor, thread } = this.now(at);
    if (!anchor) return [];
    const cells = [anchor.cell, ...thread];
    if (at < this.ticks) {
      for (const { time, cell } of this.steps) {
        if (time <= at && this.after.thread.includes(cell)) cells.push(cell);
      }
    }
    // Under way to a cell, the line ends at the moth and not in that cell yet.
    const step = this.stepAt(at);
    return step && at - step.time < step.lasts && cells.length > 1 ? cells.slice(0, -1) : cells;
  }

  /** Return the observation that holds at so many ticks. */
  now(at) {
    return at >= this.ticks ? this.after : this.before;
  }

  /** Return the moth's last step as the next pose has to go on with it. */
  carried() {
    const step = this.steps.at(-1) ?? this.last;
    return step && !this.isJump() ? { ...step, time: step.time - this.ticks } : null;
  }

  stepAt(at) {
    if (this.isJump() && at >= this.ticks) return null;
    return this.steps.findLast(({ time }) => time <= at) ?? this.last;
  }

  isJump() {
    return this.steps.length === 0 && this.before.moth.cell !== this.after.moth.cell;
  }

  isNewPane() {
    return this.before.pane !== this.after.pane;
  }
}

/** Return the moth's cell steps with their times; none when it did not move, or was put somewhere else. */
function stepsOf(before, after, ticks) {
  const cells = pathOf(before, after);
  if (cells.length === 0 || cells.length > ticks) return [];
  const lasting = after.onThread ? STEP_THREAD : STEP_LIT;
  const first = Math.min(Math.max(0, before.stepClock - 1), ticks);
  const final = Math.max(first, ticks - 1 - (lasting - after.stepClock));
  return cells.map((cell, n) => {
    const time =
      cells.length === 1 ? Math.max(first, final) : first + ((final - first) * n) / (cells.length - 1);
    const from = n === 0 ? before.moth : { x: cells[n - 1] % WIDTH, y: Math.floor(cells[n - 1] / WIDTH) };
    return {
      time,
      lasts: lasting,
      cell,
      from: centre(from),
      to: centre({ x: cell % WIDTH, y: Math.floor(cell / WIDTH) }),
    };
  });
}

/** Return the cells from one place to the other, along the old heading first. */
function pathOf(before, after) {
  const hit = after.lastHit?.tick !== before.lastHit?.tick;
  if (hit || before.pane !== after.pane) return [];
  const cells = [];
  const along = before.dir === "up" || before.dir === "down" ? ["y", "x"] : ["x", "y"];
  const at = { x: before.moth.x, y: before.moth.y };
  for (const axis of along) {
    while (at[axis] !== after.moth[axis]) {
      at[axis] += Math.sign(after.moth[axis] - at[axis]);
      cells.push(at.y * WIDTH + at.x);
    }
  }
  return cells;
}

/**
 * Return where a mote is on one axis: it goes on, stays for the tick in which it turns round, and comes back.
 */
function bounced(start, speed, end, ticks, at) {
  if (speed === 0 || start + speed * ticks === end) return start + speed * at;
  const forth = ((end - start) / speed + ticks - 1) / 2;
  if (!Number.isInteger(forth) || forth < 0 || forth >= ticks) return start + ((end - start) * at) / ticks;
  if (at <= forth) return start + speed * at;
  return start + speed * forth - speed * Math.max(0, at - forth - 1);
}

function centre({ x, y }) {
  return [x + 0.5, y + 0.5];
}
