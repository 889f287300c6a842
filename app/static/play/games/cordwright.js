/** Cordwright: a frame of sockets, charms in them, cords between the charms, and a mark on every crossing. */

import { h, pressable, set, svg } from "../common/dom.js";
import { plural } from "../common/words.js";

const GLIDE_MS = 320;
const LETTERS = "ABCDEFGHI";

export const undo = true;

export function mount(stage, table) {
  return new Frame(stage, table);
}

export function describe(action) {
  switch (action.type) {
    case "swap":
      return `Swap sockets ${action.a + 1} and ${action.b + 1}.`;
    case "skip":
      return "Skip this frame.";
    case "next":
      return "On to the next frame.";
    case "bank":
      return "Bank the score.";
    default:
      return JSON.stringify(action);
  }
}

export function tell(event) {
  switch (event.type) {
    case "cleared":
      return `Untangled in ${plural(event.swaps, "swap")}: ${event.points} points.`;
    case "skipped":
      return "Skipped, for no points.";
    case "next":
      return `Frame ${event.frame}.`;
    case "banked":
      return `The run is over with ${event.score} points, banked.`;
    default:
      return "";
  }
}

export function hint({ observation: seen }) {
  return seen.phase === "playing" ? `${plural(seen.crossingCount, "crossing")} left.` : "";
}

export function facts({ observation: seen }) {
  return [
    ["Score", seen.score],
    ["Frame", seen.frame, plural(seen.edges.length, "cord")],
    ["Crossings", seen.crossingCount],
    ["Swaps", seen.swaps, "on this frame"],
    seen.phase === "playing"
      ? ["A clear now pays", seen.nextClearPoints]
      : ["This frame paid", seen.lastFramePoints],
    ["Cleared", seen.clearedFrames, seen.skippedFrames > 0 ? `and ${seen.skippedFrames} skipped` : ""],
  ];
}

export function controls({ observation: seen }) {
  const bank = { label: "Bank and stop", action: { type: "bank" }, hint: "End the run and keep the score" };
  if (seen.phase === "playing") return [{ label: "Skip this frame", action: { type: "skip" } }, bank];
  if (seen.phase === "ended") return [];
  return [{ label: "Next frame", action: { type: "next" }, kind: "primary" }, bank];
}

class Frame {
  constructor(stage, table) {
    this.table = table;
    this.picked = null;
    this.shown = "";
    this.cords = svg("g", { class: "cords" });
    this.marks = svg("g", { class: "marks" });
    this.sockets = svg("g", { class: "sockets" });
    this.numbers = svg("g", { class: "numbers" });
    this.charms = svg("g", { class: "charms" });
    this.picture = svg(
      "svg",
      { viewBox: "-14 -14 128 128", class: "cordwright", role: table.live ? "group" : "img" },
      svg("rect", { class: "plate", x: -12, y: -12, width: 124, height: 124, rx: 8 }),
      this.sockets,
      this.cords,
      this.marks,
      this.numbers,
      this.charms,
    );
    this.caption = h("p", { class: "caption", "aria-hidden": "true" });
    stage.replaceChildren(this.picture, this.caption);
    if (table.live) this.listen();
  }

  listen() {
    const { keys } = this.table;
    keys.on(
      ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
      "pick a socket, then the one to swap with",
      (key) => {
        const socket = Number(key) - 1;
        return socket < this.table.reply?.observation.sockets.length ? this.pick(socket) : false;
      },
    );
    keys.on("Escape", "pick nothing", () => (this.picked === null ? false : this.pick(this.picked)));
    keys.on("n", "next frame", () => void this.table.act({ type: "next" }));
    keys.on("s", "skip this frame", () => void this.table.act({ type: "skip" }));
  }

  pick(socket) {
    const other = this.picked;
    this.picked = other === null ? socket : null;
    if (other !== null && other !== socket) {
      void this.table.act({ type: "swap", a: Math.min(other, socket), b: Math.max(other, socket) });
    }
    this.mark(this.table.reply.observation);
    if (this.picked !== null) {
      const letter = LETTERS[this.table.reply.observation.occupancy[socket]];
      this.table.message.say(
        `Charm ${letter} in socket ${socket + 1} is picked. Choose the socket to swap with.`,
      );
    }
  }

  render(reply, { before } = {}) {
    const seen = reply.observation;
    this.picked = null;
    const dealt = JSON.stringify([seen.sockets, seen.edges]);
    if (dealt !== this.shown) this.build(seen);
    this.shown = dealt;
    set(this.picture, { "data-phase": seen.phase, "aria-label": spoken(seen) });
    this.mark(seen);
    const there = places(seen);
    const from = before?.observation.frame === seen.frame ? places(before.observation) : there;
    this.glide(from, there, seen);
  }

  build(seen) {
    this.cordOf = seen.edges.map(() => svg("line"));
    this.cords.replaceChildren(...this.cordOf);
    this.charmOf = seen.charms.map(({ letter }) =>
      svg("g", { class: "charm" }, svg("circle", { r: 6.6 }), svg("text", { y: 2.6 }, letter)),
    );
    this.charms.replaceChildren(...this.charmOf);
    this.numbers.replaceChildren(
      ...seen.sockets.map(({ number, x, y }) =>
        svg("text", { x: x > 90 ? x - 9.4 : x + 9.4, y: y - 6 }, number),
      ),
    );
    this.touchOf = seen.sockets.map(({ id, x, y }) => {
      const socket = svg(
        "g",
        { class: "socket", transform: `translate(${x} ${y})` },
        svg("circle", { class: "touch", r: 10.5 }),
        svg("circle", { class: "hole", r: 8.2 }),
      );
      return this.table.live ? pressable(socket, "", () => this.pick(id)) : socket;
    });
    this.sockets.replaceChildren(...this.touchOf);
  }

  mark(seen) {
    const crossed = new Set(seen.crossings.flat().map(String));
    this.cordOf.forEach((cord, at) =>
      set(cord, { class: crossed.has(String(seen.edges[at])) ? "crossed" : "clear" }),
    );
    if (this.table.live) {
      this.touchOf.forEach((socket, id) => {
        set(socket, { "aria-pressed": String(this.picked === id), "aria-label": labelOf(seen, id) });
      });
    }
    this.charmOf.forEach((charm, id) => {
      set(charm, { class: seen.charms[id].socket === this.picked ? "charm picked" : "charm" });
    });
    this.caption.textContent = this.advice(seen);
  }

  advice(seen) {
    if (!this.table.live || seen.phase !== "playing") return "";
    return this.picked === null
      ? "Choose two sockets; their charms swap, cords and all."
      : "Now the other socket.";
  }

  /** Move every charm and its cords from where it was to where it is. */
  glide(from, to, seen) {
    cancelAnimationFrame(this.frame);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || String(from) === String(to);
    const start = performance.now();
    this.marks.replaceChildren();
    const step = (now) => {
      const part = still ? 1 : Math.min(1, (now - start) / GLIDE_MS);
      const eased = 1 - (1 - part) ** 3;
      this.place(
        to.map(([x, y], charm) => between(from[charm], [x, y], eased)),
        seen,
      );
      if (part < 1) this.frame = requestAnimationFrame(step);
      else this.marks.replaceChildren(...meetings(seen, to).map(([x, y]) => crossMark(x, y)));
    };
    step(start);
  }

  place(at, seen) {
    this.charmOf.forEach((charm, id) => {
      charm.style.transform = `translate(${at[id][0]}px, ${at[id][1]}px)`;
    });
    seen.edges.forEach(([a, b], cord) => {
      set(this.cordOf[cord], { x1: at[a][0], y1: at[a][1], x2: at[b][0], y2: at[b][1] });
    });
  }
}

/** Return where each charm is. */
function places(seen) {
  return seen.charms.map(({ socket }) => [seen.sockets[socket].x, seen.sockets[socket].y]);
}

function between([ax, ay], [bx, by], part) {
  return [ax + (bx - ax) * part, ay + (by - ay) * part];
}

/** Return the points where the crossings that the server reports are to be marked. */
function meetings(seen, at) {
  return seen.crossings.map(([[a, b], [c, d]]) => {
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [at[a], at[b], at[c], at[d]];
    const turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
    return between(at[a], at[b], ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn);
  });
}

function crossMark(x, y) {
  return svg(
    "g",
    { transform: `translate(${x} ${y})`, class: "cross" },
    svg("circle", { r: 2.5 }),
    svg("path", { d: "M-1.2 -1.2 L1.2 1.2 M1.2 -1.2 L-1.2 1.2" }),
  );
}

function labelOf(seen, socket) {
  const charm = seen.occupancy[socket];
  const others = seen.edges.filter((edge) => edge.includes(charm)).map(([a, b]) => LETTERS[a + b - charm]);
  const crossings = seen.crossings.filter((pair) => pair.some((edge) => edge.includes(charm))).length;
  const tangle = crossings ? `in ${plural(crossings, "crossing")}` : "clear";
  return `Socket ${socket + 1}, charm ${LETTERS[charm]}, cords to ${others.join(" ")}, ${tangle}`;
}

function spoken(seen) {
  const cords = plural(seen.edges.length, "cord");
  return `Frame ${seen.frame}: ${seen.sockets.length} sockets, ${cords}, ${plural(seen.crossingCount, "crossing")}.`;
}
