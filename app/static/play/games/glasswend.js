/** Glasswend: the window on a canvas, flown at 30 ticks a second, tick by tick, or watched. */

import { h, set } from "../common/dom.js";
import { plural } from "../common/words.js";
import { ledger } from "./glasswend/ledger.js";
import { Flight } from "./glasswend/flight.js";
import { Painter } from "./glasswend/painter.js";
import { Pose } from "./glasswend/pose.js";

const TICKS_PER_MS = 30 / 1000;
const SWIPE_PX = 18;
const BANNER_MS = 1600;
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
const HUNTERS = { mote: "A shadow mote", crawler: "Soot" };
const ENDS = { complete: "The window is whole", glimmers: "The last glimmer is out" };
const SIGNS = { up: "↑", left: "←", down: "↓", right: "→" };

export const undo = false;
export const legal = "none";
export const pace = { steps: 6, perSecond: 5, takesTime: (action) => action?.type === "tick" };

export function mount(stage, table) {
  return new Window(stage, table);
}

export function describe(action) {
  if (action?.type === "tick") return "";
  if (action?.type === "start") return "Start.";
  return action?.type === "steer" ? `Steer ${action.dir}.` : JSON.stringify(action);
}

export function tell(event, seen) {
  switch (event.type) {
    case "sealed": {
      const { claim } = event;
      const cells = claim.threadCells + claim.floodedCells;
      const pinned = claim.pinned ? ", the motes pinned" : "";
      return `Claimed ${plural(cells, "cell")} for ${claim.points} points${pinned}.`;
    }
    case "severed":
      return "Soot reached the anchor: the thread is gone, no glimmer lost.";
    case "lost": {
      const left = event.glimmers === 0 ? "no glimmer" : plural(event.glimmers, "glimmer");
      return `${HUNTERS[event.kind] ?? "Something"} caught you: ${left} left.`;
    }
    case "paneCleared": {
      const { pane, percent, points, glimmer } = event.clear;
      return `Pane ${pane} is clear, ${percent} per cent lit: ${points} points${glimmer ? " and a glimmer" : ""}.`;
    }
    case "paneStarted":
      return `Pane ${event.pane}.`;
    case "ended":
      return `${ENDS[event.endReason] ?? "The run is over"}: ${seen.score} points.`;
    default:
      return "";
  }
}

export function facts({ observation: seen }) {
  const { lastClaim: claim, lastClear: clear } = seen;
  const cells =
    claim &&
    `${claim.threadCells} + ${claim.floodedCells} cells × ${claim.multiplier}, weave +${10 * claim.chainBefore} %`;
  const extras = claim && [
    claim.motif > 0 && plural(claim.motif, "motif cell"),
    claim.pinned && "pinned",
    claim.regions > 1 && `${claim.regions} pockets`,
  ];
  return [
    ["Score", seen.score],
    ["Pane", seen.pane, `of ${seen.panes}`],
    ["Lit", `${seen.litPercent} %`, `of ${seen.target} % to light`],
    ["Glimmers", "◆".repeat(seen.glimmers) || "none", seen.glimmers || ""],
    ["Weave", `+${10 * seen.chain} %`, plural(seen.chain, "link")],
    ["Par left", `${seen.parSecondsLeft} s`],
    [
      "Last claim",
      claim ? claim.points : "none yet",
      claim ? [cells, ...extras.filter(Boolean)].join(", ") : "",
    ],
    clear && ["Last pane", clear.points, `${clear.percent} % lit, ${clear.parSecondsLeft} s of par left`],
  ];
}

export function controls() {
  return [];
}

class Window {
  constructor(stage, table) {
    this.table = table;
    this.pose = null;
    this.draw(stage);
    this.painter = new Painter(this.canvas);
    new ResizeObserver(() => {
      this.painter.fit();
      this.wake();
    }).observe(this.canvas);
    if (table.live) this.listen();
  }

  draw(stage) {
    this.canvas = h("canvas", { class: "window", role: "img", "aria-label": "The window" });
    this.banner = h("p", { class: "glass-banner", "aria-hidden": "true" });
    this.veil = h("button", { type: "button", class: "glass-veil", hidden: true });
    this.text = h(
      "details",
      { class: "glass-text" },
      h("summary", {}, "Board as text"),
      h("pre", { tabindex: 0, "aria-label": "Board as text" }),
    );
    this.text.addEventListener("toggle", () => this.write());
    this.account = h("div", { class: "glass-ledger" });
    const account = h(
      "details",
      { class: "glass-text" },
      h("summary", {}, "Score, claim by claim"),
      this.account,
    );
    account.addEventListener("toggle", () => account.open && void this.count());
    const frame = h("div", { class: "glass-frame" }, this.canvas, this.banner, this.veil);
    stage.replaceChildren(
      h("div", { class: "glasswend" }, frame, this.table.live ? this.pad() : "", account, this.text),
    );
  }

  pad() {
    this.goButton = h("button", { type: "button", class: "primary", onclick: () => this.toggle() }, "Start");
    this.stepButton = h(
      "button",
      { type: "button", onclick: () => void this.flight.step(), title: "One tick, while paused" },
      "Step",
    );
    const steer = ([dir, sign]) =>
      h(
        "button",
        {
          type: "button",
          class: `steer ${dir}`,
          "aria-label": `Steer ${dir}`,
          onclick: () => this.steer(dir),
        },
        sign,
      );
    this.buttons = h(
      "div",
      { class: "glass-pad" },
      h("div", { class: "go" }, this.goButton, this.stepButton),
      h("div", { class: "cross" }, Object.entries(SIGNS).map(steer)),
    );
    return this.buttons;
  }

  listen() {
    this.flight = new Flight(this.table, () => this.tellFlight());
    const { keys } = this.table;
    keys.on(Object.keys(ARROWS), "steer the moth", (key) => this.steer(ARROWS[key]));
    keys.on([" ", "p"], "start, pause, go on", () => this.toggle());
    keys.on(".", "one tick, while paused", () => void this.flight.step());
    this.veil.addEventListener("click", () => this.toggle());
    this.listenToSwipes();
    document.addEventListener("visibilitychange", () => document.hidden && this.flight.pause());
    addEventListener("blur", () => this.flight.pause());
  }

  listenToSwipes() {
    let from = null;
    const frame = this.canvas.parentElement;
    frame.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
    });
    frame.addEventListener("pointermove", (event) => {
      if (!from || event.buttons === 0) return;
      const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
      if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE_PX) return;
      this.swiped = true;
      from = [event.clientX, event.clientY];
      this.steer(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up");
    });
    addEventListener("pointerup", () => {
      from = null;
      setTimeout(() => {
        this.swiped = false;
      });
    });
    this.canvas.addEventListener("click", () => this.swiped || this.toggle());
  }

  toggle() {
    if (this.swiped) return;
    if (this.flight.flying) {
      this.flight.pause();
      return;
    }
    this.table.message.say("Arrow keys, swipes or the buttons below steer; Space or a tap pauses.");
    void this.flight.go();
  }

  steer(dir) {
    this.flight.steer(dir);
  }

  tellFlight() {
    const seen = this.table.reply?.observation;
    if (!seen) return;
    const flying = Boolean(this.flight.flying);
    const waiting = seen.status === "waiting";
    const over = seen.status === "done";
    const words = waiting ? "Start" : flying ? "Pause" : "Go on";
    this.goButton.textContent = words;
    for (const button of this.buttons.querySelectorAll("button")) button.disabled = over;
    this.veil.hidden = flying || over;
    this.veil.textContent = waiting ? "Start: Space or tap" : "Paused. Go on: Space or tap";
    if (!flying) this.write();
  }

  render(reply, { before, ticks, items, duration = 0, rapid = false } = {}) {
    const seen = reply.observation;
    if (this.table.live && !rapid) {
      this.flight.steers = [];
      this.flight.pause();
    }
    const length =
      ticks ?? items?.reduce((sum, item) => sum + (item?.repeat ?? (item?.type === "tick" ? 1 : 0)), 0) ?? 0;
    const moves = before && duration > 0 && length > 0;
    this.pose = new Pose(
      moves ? before.observation : seen,
      seen,
      moves ? length : 0,
      moves ? (this.pose?.carried() ?? null) : null,
    );
    this.since = performance.now();
    this.perMs = moves ? length / duration : TICKS_PER_MS;
    for (const event of before ? (reply.events ?? []) : []) this.show(event, seen);
    if (this.table.live) this.tellFlight();
    else this.write();
    this.wake();
  }

  show(event, seen) {
    const words =
      event.type === "sealed"
        ? `+${event.claim.points}`
        : event.type === "paneCleared"
          ? `Pane ${event.clear.pane} clear +${event.clear.points}`
          : ["lost", "severed", "ended", "paneStarted"].includes(event.type)
            ? tell(event, seen)
            : "";
    if (!words) return;
    this.banner.textContent = words;
    set(this.banner, { class: `glass-banner shown ${event.type}` });
    clearTimeout(this.bannerEnds);
    if (event.type === "ended") return;
    this.bannerEnds = setTimeout(() => set(this.banner, { class: "glass-banner" }), BANNER_MS);
  }

  /** Paint until nothing moves any more. */
  wake() {
    if (this.painting || !this.pose) return;
    const paint = (now) => {
      const at = (now - this.since) * this.perMs;
      const flashing = this.painter.paint(this.pose, Math.max(0, at), now);
      const moving = at < this.pose.ticks + 3;
      this.painting = moving || flashing || this.flight?.flying ? requestAnimationFrame(paint) : 0;
    };
    this.painting = requestAnimationFrame(paint);
  }

  /** Add the score up from the run's events, which a replay of it tells. */
  async count() {
    this.account.replaceChildren(h("p", {}, "Adding up …"));
    try {
      this.account.replaceChildren(await ledger(this.table));
    } catch (problem) {
      this.account.replaceChildren(h("p", { class: "problem" }, problem.message));
    }
  }

  write() {
    const seen = this.table.reply?.observation ?? this.pose?.after;
    if (!seen) return;
    set(this.canvas, { "aria-label": spoken(seen) });
    if (this.text.open) this.text.querySelector("pre").textContent = seen.board.join("\n");
  }
}

function spoken(seen) {
  const heading = seen.dir ? `heading ${seen.dir}` : "halted";
  return (
    `The window, pane ${seen.pane}: ${seen.litPercent} per cent lit of ${seen.target}. ` +
    `Moth at column ${seen.moth.x}, row ${seen.moth.y}, ${heading}. ` +
    `${plural(seen.motes.length, "mote")}, ${plural(seen.crawlers.length, "crawler")}.`
  );
}
