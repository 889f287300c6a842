/** The table a game is played at: it sends the moves, keeps the run, and has the view draw what came back. */

import { Problem } from "./api.js";
import { byId, h } from "./dom.js";
import { showFacts } from "./facts.js";
import { isRepeat } from "./items.js";
import { patiently } from "./patience.js";
import { Recording } from "./recording.js";
import { Run } from "./run.js";
import { kept, keep } from "./store.js";

const SAVE_EVERY_MS = 400;
const PLAYED_AGAIN = {
  title: "Your run is played again",
  note: "The server has a new key, so it is sent all that you played once more.",
};
const MOST_WAITING = 6; // actions keyed ahead

/** What a view is given. `live` tells play from watching; `reply` is the position on the board. */
export class Table {
  constructor({ game, view, door, message, log, keys }) {
    Object.assign(this, { game, view, door, message, log, keys });
    this.live = true;
    this.busy = false;
    this.reply = null;
    this.run = null;
    this.acting = Promise.resolve(null);
    this.waiting = 0;
    this.turn = 0;
    this.stage = byId("stage");
    this.board = view.mount(this.stage, this);
    addEventListener("pagehide", () => this.saveNow());
  }

  /**
   * Play one action, and show what the server says to it; returns the reply, or null when nothing was sent.
   * Actions that come while one is under way follow it, in their order, as long as none is refused.
   */
  act(action) {
    if (this.waiting >= MOST_WAITING) return Promise.resolve(null);
    this.waiting += 1;
    const turn = this.turn;
    this.acting = this.acting.then(async () => {
      this.waiting -= 1;
      if (this.busy || !this.run || turn !== this.turn) return null;
      return this.working(async () => {
        const reply = await this.sent(() => this.door.act(this.run.token, action));
        if (reply.ok) this.take([action], reply);
        else this.refuse(reply);
        return reply;
      });
    });
    return this.acting;
  }

  /** Send an action and return the reply without taking it into the run: a look ahead. */
  probe(action) {
    return this.sent(() => this.door.act(this.run.token, action));
  }

  /**
   * Send items from a token, the run's own by default, and return the reply without taking it into the run.
   */
  ask(items, { token = null, stopOnEvent = false } = {}) {
    return this.sent(() => this.door.batch(token ?? this.run.token, items, stopOnEvent));
  }

  /**
   * Take accepted items and the reply they brought into the run, and show it. `how` goes on to the view; with
   * `rapid` in it, for games that move many times a second, the run is not kept at once; with `each`,
   * every item has its line.
   */
  take(items, reply, how = {}) {
    const before = this.reply;
    const action = items.length === 1 && !isRepeat(items[0]) ? items[0] : null;
    const first = this.run.steps + 1;
    this.run.push(items, reply.stateToken);
    const step = this.run.steps;
    const spoken = action !== null ? [action] : how.each ? items : [];
    const lines = spoken
      .map((one, at) => ({
        step: first + at,
        text: this.view.describe(one, before?.observation),
        kind: "move",
      }))
      .filter(({ text }) => text);
    for (const event of reply.events ?? []) {
      const told = this.view.tell(event, reply.observation);
      if (told) lines.push({ step, text: told, kind: "event" });
    }
    this.run.lines.push(...lines);
    this.log.add(...lines);
    if (lines.length > 0) {
      this.message.say(
        [...lines.map((line) => line.text), this.hint(reply)].filter(Boolean).join(" "),
        "info",
      );
    }
    this.show(reply, { before, action, ...how });
    if (how.rapid) this.saveSoon();
    else this.saveNow();
  }

  /** Say why a move was refused; the position is as it was. */
  refuse(reply) {
    this.turn += 1; // what was meant to follow is not played
    this.message.say(`Not possible: ${reply.reason}`, "refused");
    this.stage.classList.remove("refused");
    void this.stage.offsetWidth; // so that the shake starts anew
    this.stage.classList.add("refused");
  }

  /** Take the last step back; any old token may be played again, so this is only going to it. */
  async undo() {
    if (this.busy || !this.view.undo || !this.run?.steps) return;
    await this.working(async () => {
      const token = this.run.pop();
      const reply = token ? await this.sent(() => this.door.look(token)) : await this.rebuilt();
      this.log.show(this.run.lines);
      this.message.say(["Taken back.", this.hint(reply)].filter(Boolean).join(" "));
      this.show(reply);
      this.saveNow();
    });
  }

  /** Start a run; the one before stays at hand until the next start. */
  async start(seed, options) {
    if (this.busy) return;
    await this.working(async () => {
      const reply = await this.sent(() => this.door.start(seed, options));
      const before = this.run;
      const unfinished = (before?.steps > 0 || before?.memo) && !this.reply?.gameOver;
      this.saveNow();
      const run = new Run({ game: this.game, seed: reply.seed, options });
      run.push([], reply.stateToken);
      this.seat(run, reply);
      const words = ["A new run.", this.hint(reply)].filter(Boolean).join(" ");
      this.message.say(words, "info", ...(unfinished ? [this.wayBack(before)] : []));
    });
  }

  /** Go on with a run that was kept; of one that is over it is told how it ended. `told` is said before. */
  async resume(run, { told = "", words = "Your run goes on." } = {}, ...buttons) {
    if (this.busy) return;
    await this.working(async () => {
      this.run = run;
      const reply = run.token ? await this.sent(() => this.door.look(run.token)) : await this.rebuilt();
      this.seat(run, reply);
      const now = reply.gameOver ? [this.ending] : [words, this.hint(reply)];
      this.message.say([told, ...now].filter(Boolean).join(" "), "info", ...buttons);
    });
  }

  /** How the run ended, in the words it was told with then. */
  get ending() {
    return this.run.lines.findLast(({ kind }) => kind === "event")?.text ?? "This run is over.";
  }

  /** Return a button that leads back to a run. */
  wayBack(run) {
    return h("button", { type: "button", onclick: () => void this.resume(run) }, "Back to the run before");
  }

  /** Return the run kept last in a slot, or null. */
  kept(slot = kept(`slot:${this.game}`) ?? "") {
    return Run.load(this.game, slot);
  }

  /** What the view wants kept with the run, such as a draft; null at the start of a run. */
  get memo() {
    return this.run?.memo ?? null;
  }

  set memo(value) {
    if (!this.run) return;
    this.run.memo = value;
    this.saveNow();
  }

  /** Return the run up to the position on the board: what a replay of it needs. */
  history() {
    const { seed, options, items } = this.run;
    return { seed, options, items };
  }

  /** Redraw everything round the board. */
  show(reply, how = {}) {
    const hadFocus = document.activeElement?.closest("#controls, #stage")?.id;
    this.reply = reply;
    this.stage.dataset.step = this.run.steps;
    this.board.render(reply, how);
    showFacts(this.view.facts(reply));
    this.drawControls(reply);
    byId("undo").hidden = !this.view.undo;
    byId("undo").disabled = this.run.steps === 0;
    if (hadFocus && document.activeElement === document.body) {
      // Never from the board to a button: the next Enter might end the run.
      const button = hadFocus === "controls" ? byId("controls").querySelector("button") : null;
      (button ?? this.stage).focus({ preventScroll: true });
    }
  }

  drawControls(reply) {
    const wanted = this.view.controls(reply);
    const box = byId("controls");
    if (box.dataset.shown === JSON.stringify(wanted.map(({ label }) => label))) return;
    box.dataset.shown = JSON.stringify(wanted.map(({ label }) => label));
    box.replaceChildren(
      ...wanted.map(({ label, action, press, kind, hint }) => {
        const onclick = press ?? (() => this.busy || this.act(action)); // a double click is one
        return h("button", { type: "button", class: kind, title: hint, onclick }, label);
      }),
    );
  }

  hint(reply) {
    return this.view.hint?.(reply) ?? "";
  }

  seat(run, reply) {
    this.run = run;
    this.log.show(run.lines);
    const options = this.view.chosen?.(run.options) ?? Object.values(run.options);
    byId("run-name").textContent = [`Seed ${run.seed}`, ...options].join(", ");
    this.show(reply);
    keep(`slot:${this.game}`, this.slot);
    this.saveNow();
  }

  get slot() {
    return this.view.slot?.(this.run.options) ?? "";
  }

  /** Send a call with patience; where the server no longer knows the token, play the run anew and go on. */
  async sent(call) {
    try {
      return await patiently(this.message, call);
    } catch (problem) {
      if (!this.run || !["bad-token", "old-token"].includes(problem.code)) throw problem;
      await this.rebuilt();
      this.message.say("The server has a new key; your run was played again from its start.", "good");
      return patiently(this.message, call);
    }
  }

  async rebuilt() {
    const { run } = this;
    const recording = new Recording(this.door, run);
    const { about } = this.door;
    this.door.about = PLAYED_AGAIN;
    let reply;
    try {
      reply = await patiently(this.message, () => recording.at(run.steps));
    } finally {
      this.door.about = about;
    }
    if (recording.end < run.steps || recording.refusal) {
      throw new Problem("The rules have changed since this run was played; start a new one.");
    }
    run.renew(reply.stateToken);
    return reply;
  }

  async working(work) {
    this.busy = true;
    this.stage.setAttribute("aria-busy", "true");
    try {
      return await work();
    } catch (error) {
      this.message.say(
        error instanceof Problem ? error.message : `This page made a mistake: ${error.message}`,
        "refused",
      );
      if (!(error instanceof Problem)) throw error;
      return null;
    } finally {
      this.busy = false;
      this.stage.removeAttribute("aria-busy");
    }
  }

  saveSoon() {
    this.saving ??= setTimeout(() => this.saveNow(), SAVE_EVERY_MS);
  }

  saveNow() {
    clearTimeout(this.saving);
    this.saving = null;
    if (this.run) this.run.save(this.slot);
  }
}
