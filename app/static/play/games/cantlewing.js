/** Cantlewing: a beam that leans with its force, a courier on it, two seeds below it, the wind above. */

import { h, pressable, set, svg } from "../common/dom.js";
import { plural } from "../common/words.js";
import {
  BEAM,
  GAUGE,
  MIDDLE,
  SHOWN,
  SOCKET,
  UNIT,
  courierShape,
  flag,
  gauge,
  signed,
  windShape,
  x,
} from "./cantlewing/shapes.js";

const AT = [-2, -1, 0, 1, 2];
const LEAN = 2.6; // degrees for each unit of force
const SEEDS = ["A", "B"];

export const undo = true;

export function mount(stage, table) {
  return new Beam(stage, table);
}

export function describe(action) {
  switch (action.type) {
    case "walk":
      return action.direction > 0 ? "Walk right." : "Walk left.";
    case "move-weight":
      return `Seed ${action.weight} to ${signed(action.to)}.`;
    case "next":
      return "On to the next crossing.";
    case "retry":
      return "Try this crossing again.";
    case "restart":
      return "Start this crossing again.";
    case "bank":
      return "Bank the score.";
    default:
      return JSON.stringify(action);
  }
}

export function tell(event) {
  switch (event.type) {
    case "cleared":
      return `Across! ${event.points} points${event.optimal ? ", in the fewest moves there can be" : ""}.`;
    case "exhausted":
      return `Out of moves: one reserve spent, ${event.reserves} left.`;
    case "restarted":
      return `One reserve spent, ${event.reserves} left.`;
    case "next":
      return `Crossing ${event.crossing}.`;
    case "ended":
      return `The run is over with ${event.score} points${event.endReason === "banked" ? ", banked" : ""}.`;
    default:
      return "";
  }
}

export function hint({ observation: seen }) {
  if (seen.phase !== "playing") return "";
  return `Force ${signed(seen.force)}, ${plural(seen.remainingMoves, "move")} left.`;
}

export function facts({ observation: seen }) {
  return [
    ["Score", seen.score],
    ["Crossing", seen.crossing, seen.fixture.name],
    ["Moves left", seen.remainingMoves, `of ${seen.allowance}; par ${seen.par}`],
    ["Reserves", "●".repeat(seen.reserves) + "○".repeat(3 - seen.reserves), `${seen.reserves} of 3`],
    ["Force", signed(seen.force), `holds from −${seen.tolerance} to ${seen.tolerance}`],
    ["Last award", seen.lastAward || "none yet"],
  ];
}

export function controls({ observation: seen }) {
  const bank = { label: "Bank and stop", action: { type: "bank" }, hint: "End the run and keep the score" };
  switch (seen.phase) {
    case "playing":
      return [{ label: "Restart (costs a reserve)", action: { type: "restart" } }, bank];
    case "cleared":
      return [{ label: "Next crossing", action: { type: "next" }, kind: "primary" }, bank];
    case "retry":
      return [{ label: "Try again", action: { type: "retry" }, kind: "primary" }, bank];
    default:
      return [];
  }
}

class Beam {
  constructor(stage, table) {
    this.table = table;
    this.chosen = null;
    this.draw(stage);
    if (table.live) this.listen();
  }

  draw(stage) {
    this.wind = AT.map((at) => svg("g", { class: "wind", transform: `translate(${x(at)} 34)` }));
    this.courier = svg("g", { class: "courier" }, ...courierShape());
    this.seeds = Object.fromEntries(SEEDS.map((seed) => [seed, this.seed(seed)]));
    this.targets = svg("g", { class: "targets" });
    this.beam = svg(
      "g",
      { class: "beam" },
      svg("rect", { class: "wood", x: 18, y: BEAM, width: 384, height: 11, rx: 5 }),
      ...AT.map((at) => this.place(at)),
      ...Object.values(this.seeds),
      this.courier,
      this.targets,
    );
    this.needle = svg("g", { class: "needle" }, svg("path", { d: "M0 0 L-8 -13 H8 Z" }));
    this.ghost = svg("g", { class: "needle ghost" }, svg("path", { d: "M0 0 L-8 -13 H8 Z" }));
    this.picture = svg(
      "svg",
      { viewBox: "8 8 404 318", class: "cantlewing", role: this.table.live ? "group" : "img" },
      flag(),
      ...this.wind,
      svg("path", { class: "pole", d: `M${MIDDLE - 5} ${BEAM + 4} h10 L${MIDDLE + 14} 250 h-28 Z` }),
      svg("path", { class: "ground", d: "M10 251 H410" }),
      this.beam,
      gauge(),
      this.ghost,
      this.needle,
    );
    this.caption = h("p", { class: "caption", "aria-hidden": "true" });
    stage.replaceChildren(this.picture, this.caption);
  }

  place(at) {
    return svg(
      "g",
      { class: at === 2 ? "place last" : "place", transform: `translate(${x(at)} 0)` },
      svg("path", { d: `M0 ${BEAM + 11} V${SOCKET - 21}`, class: "string" }),
      svg("circle", { cx: 0, cy: SOCKET, r: 20, class: "socket" }),
      svg("text", { y: BEAM + 27, x: 6, class: "number" }, signed(at)),
    );
  }

  seed(name) {
    const shape =
      name === "A" ? svg("circle", { r: 15 }) : svg("rect", { x: -18, y: -18, width: 36, height: 36, rx: 7 });
    const seed = svg("g", { class: `seed seed-${name}` }, shape, svg("text", { y: 6 }, name));
    if (this.table.live) pressable(seed, `Seed ${name}`, () => this.choose(name));
    return seed;
  }

  listen() {
    const { table } = this;
    table.keys.on(["ArrowLeft", "ArrowRight"], "walk", (key) => this.walk(key === "ArrowRight" ? 1 : -1));
    table.keys.on(["a", "b"], "pick seed A or B up, or put it back", (key) => this.choose(key.toUpperCase()));
    table.keys.on(["1", "2", "3", "4", "5"], "hang the seed there, from left to right", (key) => {
      if (!this.chosen) return table.message.say("Pick a seed first: press A or B.", "refused");
      return this.hang(this.chosen, Number(key) - 3);
    });
    table.keys.on("Escape", "put the seed back", () => (this.chosen ? this.choose(this.chosen) : false));
    table.keys.on("n", "next crossing, or try again", () => {
      const retry = table.reply?.observation.phase === "retry";
      void table.act({ type: retry ? "retry" : "next" });
    });
  }

  walk(direction) {
    void this.table.act({ type: "walk", direction });
  }

  async hang(weight, to) {
    const reply = await this.table.act({ type: "move-weight", weight, to });
    if (reply?.ok) this.seeds[weight].focus({ preventScroll: true });
  }

  choose(seed) {
    this.chosen = this.chosen === seed ? null : seed;
    this.render(this.table.reply);
    if (this.chosen) {
      const weights = this.table.reply.observation.weights[seed];
      this.table.message.say(`Seed ${seed} is up, from ${signed(weights)}. Choose a socket for it.`);
    }
  }

  render(reply, { action } = {}) {
    const seen = reply.observation;
    if (action || seen.phase !== "playing") this.chosen = null;
    this.look(null);
    set(this.picture, { "aria-label": spoken(seen), "data-phase": seen.phase });
    this.beam.style.transform = `rotate(${seen.force * LEAN}deg)`;
    this.needle.style.transform = `translate(${MIDDLE + seen.force * UNIT}px, ${GAUGE}px)`;
    this.courier.style.transform = `translate(${x(seen.courier)}px, ${BEAM}px)`;
    for (const seed of SEEDS) {
      const element = this.seeds[seed];
      const lifted = this.chosen === seed ? 9 : 0;
      element.style.transform = `translate(${x(seen.weights[seed])}px, ${SOCKET + lifted}px)`;
      if (!this.table.live) continue;
      const label = `Seed ${seed}, mass ${seed === "A" ? 1 : 2}, at ${signed(seen.weights[seed])}`;
      set(element, { "aria-pressed": String(this.chosen === seed), "aria-label": label });
    }
    AT.forEach((at, column) => {
      set(this.wind[column], { class: at === seen.courier ? "wind here" : "wind" });
      this.wind[column].replaceChildren(...windShape(seen.wind[column]));
    });
    this.offer(seen);
  }

  /** Draw the places that can be gone to: steps of the courier, or sockets of the seed that is up. */
  offer(seen) {
    const playing = this.table.live && seen.phase === "playing";
    const offered = !playing
      ? []
      : seen.previews.filter(({ action }) =>
          this.chosen ? action.weight === this.chosen : action.type === "walk",
        );
    const focused = this.targets.contains(document.activeElement)
      ? document.activeElement.dataset.move
      : null;
    this.targets.replaceChildren(...offered.map((preview) => this.target(seen, preview)));
    if (focused === null) return;
    const next = this.targets.querySelector(`[data-move="${focused}"]`) ?? this.targets.firstElementChild;
    next?.focus({ preventScroll: true });
  }

  target(seen, preview) {
    const { action, force, legal } = preview;
    const walks = action.type === "walk";
    const to = walks ? seen.courier + action.direction : action.to;
    const mark = `${signed(force)} ${legal ? "✓" : "✕"}`;
    const shape = walks
      ? svg("g", { transform: `translate(0 ${BEAM})` }, ...courierShape())
      : svg("circle", { cy: SOCKET, r: 25 });
    const target = svg(
      "g",
      {
        class: `target ${legal ? "holds" : "tips"}`,
        transform: `translate(${x(to)} 0)`,
        "data-move": walks ? `walk ${action.direction}` : `${action.weight} ${to}`,
      },
      svg("rect", {
        class: "touch",
        x: -38,
        y: walks ? 62 : 166,
        width: 76,
        height: walks ? 80 : 64,
        rx: 10,
      }),
      shape,
      svg("text", { y: walks ? BEAM - 57 : SOCKET + 5, class: "mark" }, mark),
    );
    const words = walks ? describe(action).slice(0, -1) : `Seed ${action.weight} to ${signed(to)}`;
    const press = () => (walks ? this.walk(action.direction) : this.hang(action.weight, to));
    const label = `${words}: force ${signed(force)}, ${legal ? "the beam holds" : "the beam would tip"}`;
    for (const type of ["pointerenter", "focus"])
      target.addEventListener(type, () => this.look(preview, label));
    for (const type of ["pointerleave", "blur"]) target.addEventListener(type, () => this.look(null));
    return pressable(target, label, press);
  }

  /** Show what the beam would do, or no more. */
  look(preview, words = "") {
    set(this.ghost, {
      class: preview ? "needle ghost shown" : "needle ghost",
      "data-legal": preview ? String(preview.legal) : null,
    });
    if (preview) {
      const force = Math.max(-SHOWN, Math.min(SHOWN, preview.force));
      this.ghost.style.transform = `translate(${MIDDLE + force * UNIT}px, ${GAUGE}px)`;
    }
    this.caption.textContent = words || this.advice();
  }

  advice() {
    const seen = this.table.reply?.observation;
    if (!this.table.live || seen?.phase !== "playing") return "";
    return this.chosen
      ? `Choose a socket for seed ${this.chosen}.`
      : "Walk to a dashed courier, or pick up a seed.";
  }
}

function spoken(seen) {
  const wind = seen.wind.map(signed).join(", ");
  return (
    `Beam of crossing ${seen.crossing}, ${seen.fixture.name}. Courier at ${signed(seen.courier)}, ` +
    `seed A at ${signed(seen.weights.A)}, seed B at ${signed(seen.weights.B)}. Wind from left to right ${wind}. ` +
    `Force ${signed(seen.force)}.`
  );
}
