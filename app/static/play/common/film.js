/** A recorded run on its game's board: play, step, speed, and any position at once. */

import { byId } from "./dom.js";
import { showFacts } from "./facts.js";
import { Gameboard } from "./gameboard.js";
import { actionAt, countSteps, pieceEnd, sliced } from "./items.js";
import { Log } from "./log.js";
import { patiently } from "./patience.js";
import { Recording } from "./recording.js";
import { Run } from "./run.js";

const LINES = 120;
const EVENTS = 3; // told above the board, of all that a long way brought
const PACE = { steps: 1, perSecond: 1.1, takesTime: () => true };

/** Drives the watch page; one at a time. */
export class Film {
  constructor({ api, message }) {
    this.api = api;
    this.message = message;
    this.log = new Log(byId("log"));
    this.playing = 0; // which call of play is the present one, 0 when paused
    this.calls = 0;
    byId("go").addEventListener("click", () => (this.playing ? this.pause() : void this.play()));
    byId("first").addEventListener("click", () => this.jump(0));
    byId("back").addEventListener("click", () => this.jump(this.step - 1));
    byId("step").addEventListener("click", () => this.jump(this.step + 1));
    byId("last").addEventListener("click", () => this.jump(this.recording.end));
    byId("position").addEventListener("input", (event) => this.jump(Number(event.target.value)));
    byId("take").addEventListener("click", () => this.takeOver());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Put a run on the board, at its start; throws where its game or its start is not to be had. Returns
   * whether it is there: not where another was asked for meanwhile.
   */
  async open(run) {
    this.pause();
    this.opening = run;
    const parts = document.querySelectorAll(".transport, #film aside");
    for (const part of parts) part.inert = true;
    try {
      return await this.load(run);
    } finally {
      // Where it failed, the film before is still there.
      if (this.opening === run) for (const part of parts) part.inert = false;
    }
  }

  async load(run) {
    const games = JSON.parse(document.body.dataset.games);
    if (!Object.hasOwn(games, run.game)) {
      throw new Error(`There is no such game here; there are: ${Object.keys(games).join(", ")}.`);
    }
    const views = document.documentElement.dataset.views.split(" ");
    const name = views.includes(run.game) ? run.game : "plain";
    await addSheet(name);
    const view = await import(`../games/${name}.js`);
    const door =
      view.door?.(this.api, run.game, { many: true }) ??
      new Gameboard(this.api, run.game, view.legal ?? "count");
    const recording = new Recording(door, run);
    const wanted = () => this.opening === run;
    const start = await patiently(this.message, () => recording.at(0), wanted);
    if (!wanted()) return false;
    Object.assign(this, { run, view, recording, step: 0, told: new Map() });
    this.pace = { ...PACE, ...view.pace };
    const history = () => ({ ...run, items: sliced(run.items, 0, this.step) });
    this.table = { live: false, game: run.game, message: this.message, door, reply: start, history };
    this.board = view.mount(byId("stage"), this.table);
    this.reply = null;
    const options = view.chosen?.(run.options) ?? Object.values(run.options);
    byId("run-name").textContent = [games[run.game], `seed ${run.seed}`, ...options].join(", ");
    this.show(0, start, {});
    return true;
  }

  /** Go to a step, as far as there is one. */
  async jump(step) {
    this.pause();
    await this.to(Math.max(0, Math.min(step, this.recording.end)), {});
  }

  /** Run on to the end, or until paused. */
  async play() {
    if (this.step >= this.recording.end && !(await this.to(0, {}))) return;
    this.calls += 1;
    const call = this.calls;
    this.playing = call;
    byId("go").textContent = "Pause";
    while (this.playing === call && this.step < this.recording.end) {
      const speed = Number(byId("speed").value);
      const { steps, perSecond, takesTime } = this.pace;
      const most = steps > 1 ? Math.round(steps * Math.max(1, speed)) : 1;
      const next = Math.min(pieceEnd(this.run.items, this.step, most, takesTime), this.recording.end);
      const duration = (1000 * (next - this.step)) / (steps * perSecond * speed);
      const began = performance.now();
      const shown = await this.to(next, { duration, call });
      if (!shown) return;
      // What comes next is fetched while this is on the board.
      const after = pieceEnd(this.run.items, this.step, most, takesTime);
      if (this.step < this.recording.end) void this.recording.at(after).catch(() => {});
      await new Promise((resolve) => {
        setTimeout(resolve, Math.max(0, duration - (performance.now() - began)));
      });
    }
    if (this.playing === call) this.pause();
  }

  pause() {
    this.playing = 0;
    byId("go").textContent = "Play";
  }

  async to(step, { duration = 0, call = 0 }) {
    this.wanted = step;
    const { recording } = this;
    const wanted = () =>
      this.recording === recording && this.wanted === step && (!call || this.playing === call);
    try {
      const reply = await patiently(this.message, () => recording.at(step), wanted);
      if (!wanted()) return false;
      this.show(Math.min(step, recording.end), reply, { duration });
      if (this.table.door.many) this.fill();
      return true;
    } catch (problem) {
      if (!wanted()) return false;
      this.pause();
      this.message.say(problem.message, "refused");
      return false;
    }
  }

  /** Where an answer of the person serves for many positions, but not for long, fetch them in that time. */
  fill() {
    const { recording } = this;
    if (this.filled === recording) return;
    this.filled = recording;
    void recording.fill(() => this.recording === recording).catch(() => {});
  }

  show(step, reply, { duration = 0 }) {
    const before = this.reply;
    const from = this.step;
    const forward = step > from && before !== null;
    const items = forward ? sliced(this.run.items, from, step) : [];
    this.step = step;
    this.reply = reply;
    this.table.reply = reply;
    byId("stage").dataset.step = step;
    if (forward && !this.told.has(step)) {
      this.told.set(
        step,
        (reply.events ?? []).map((event) => this.view.tell(event, reply.observation)).filter(Boolean),
      );
    }
    const action = step > 0 ? actionAt(this.run.items, step - 1) : null;
    this.board.render(reply, forward ? { before, action, items, duration } : {});
    showFacts(this.view.facts(reply));
    this.drawPlace(reply, action);
    this.drawLog();
  }

  drawPlace(reply, action) {
    const slider = byId("position");
    slider.max = this.recording.end;
    slider.value = this.step;
    const total = countSteps(this.run.items);
    slider.setAttribute("aria-valuetext", `step ${this.step} of ${total}`);
    byId("first").disabled = byId("back").disabled = this.step === 0;
    byId("last").disabled = byId("step").disabled = this.step >= this.recording.end;
    const words = this.step > 0 ? this.words(action, reply.observation) : "The start.";
    const events = (this.told.get(this.step) ?? []).slice(-EVENTS); // the log has them all
    const place = `Step ${this.step} of ${total}.`;
    if (this.recording.refusal && this.step === this.recording.end) {
      this.message.say(`${place} ${words} Refused: ${this.recording.refusal.reason}`, "refused");
    } else {
      this.message.say([place, words, ...events].filter(Boolean).join(" "));
    }
  }

  /** Return an action in the view's words; as it is written where a run holds what no game knows. */
  words(action, seen) {
    try {
      return this.view.describe(action, seen) || "";
    } catch {
      return JSON.stringify(action);
    }
  }

  drawLog() {
    this.log.show(this.lines());
  }

  lines() {
    const lines = [];
    let at = Math.max(0, this.step - LINES);
    for (const action of oneByOne(sliced(this.run.items, at, this.step))) {
      at += 1;
      const text = this.words(action);
      if (text) lines.push({ step: at, text, kind: "move" });
      for (const told of this.told.get(at) ?? []) lines.push({ step: at, text: told, kind: "event" });
    }
    return lines;
  }

  /** Make this position a run of one's own, on the play page; the one that is there stays at hand. */
  takeOver() {
    const { game, seed, options } = this.run;
    const refused = this.recording.refusal !== null && this.step === this.recording.end;
    const run = new Run({ game, seed, options, lines: this.lines() });
    run.push(sliced(this.run.items, 0, refused ? this.step - 1 : this.step), this.reply.stateToken);
    const slot = this.view.slot?.(options) ?? "";
    Run.load(game, slot)?.save("before");
    run.save(slot);
    location.assign(`${document.documentElement.dataset.root}/play/${game}#taken`);
  }

  key(event) {
    if (
      event.target.closest("input, textarea, select, button, a, summary, dialog, pre, .log") ||
      !this.recording
    )
      return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = {
      " ": () => byId("go").click(),
      ArrowLeft: () => this.jump(this.step - 1),
      ArrowRight: () => this.jump(this.step + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.recording.end),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }
}

function* oneByOne(items) {
  for (const item of items) {
    const repeat = countSteps([item]);
    for (let n = 0; n < repeat; n += 1) yield actionAt([item], 0);
  }
}

/** Add the game's own style sheet, which stands beside the shell's. */
function addSheet(name) {
  const shell = document.querySelector('link[href$="/common/shell.css"]');
  const href = shell.getAttribute("href").replace("common/shell", `games/${name}`);
  if (document.querySelector(`link[href="${href}"]`)) return undefined;
  const sheet = shell.cloneNode();
  sheet.setAttribute("href", href);
  return new Promise((resolve) => {
    sheet.addEventListener("load", resolve);
    sheet.addEventListener("error", resolve); // a view may do without
    document.head.append(sheet);
  });
}
