/** Practice puzzles and the way back, a new start in the middle of a game, and hints for who wants one. */

import { byId, h } from "../../common/dom.js";

const PUZZLES = [
  {
    id: "blue-bridge",
    name: "Blue bridge",
    hint: "Two blue pairs face each other across one empty cell. Which blue node can fly that far?",
  },
  {
    id: "two-homes",
    name: "Two homes",
    hint: "A red and a black node have strayed. White can take both home, one swap after the other.",
  },
  {
    id: "remove-the-splinter",
    name: "Remove the splinter",
    hint: "No red touches the lone white node. Clear a way to it, but mind what is left alone by that.",
  },
];

/** Return how a practice puzzle is called. */
export function puzzleName(id) {
  return PUZZLES.find((puzzle) => puzzle.id === id)?.name ?? String(id);
}

/** The row of puzzles below the board; each is a run of its own, kept beside the main one. */
export class Practice {
  constructor(table) {
    this.table = table;
    this.hint = h("p", { class: "hex-hint", role: "status" });
    this.row = h("div", { class: "buttons" });
    this.title = h("h2", {});
    this.element = h(
      "section",
      { class: "hex-practice", "aria-label": "Practice" },
      this.title,
      this.row,
      this.hint,
    );
  }

  /** Show where one is: `id` is that of the practice puzzle, or null in the main game. */
  show(id) {
    if (this.shown === id) return;
    const held = this.row.contains(document.activeElement);
    this.shown = id;
    this.hint.textContent = "";
    this.title.textContent = id === null ? "Quick finishers to practise on" : `Practice: ${puzzleName(id)}`;
    const others = PUZZLES.filter((puzzle) => puzzle.id !== id);
    const here = PUZZLES.find((puzzle) => puzzle.id === id);
    this.row.replaceChildren(
      ...(id === null ? [] : [this.button("Return to main puzzle", () => this.go(null))]),
      ...(here ? [this.button("Show a hint", () => this.tell(here.hint))] : []),
      ...others.map((puzzle) => this.button(puzzle.name, () => this.go(puzzle.id))),
    );
    if (held) this.row.firstElementChild.focus();
  }

  button(label, press) {
    return h("button", { type: "button", onclick: press }, label);
  }

  tell(hint) {
    this.hint.textContent = this.hint.textContent ? "" : hint;
  }

  /** Go on with the run of a puzzle, or begin one; the run that is left stays as it is. */
  async go(id) {
    const { table } = this;
    if (table.busy) return;
    const kept = table.kept(id ?? "");
    if (kept) {
      const words = id === null ? "Back at the main puzzle." : `${puzzleName(id)} goes on.`;
      await table.resume(kept, { words });
    } else await table.start(id === null ? null : 0, id === null ? {} : { practice: id });
  }
}

/** Ask how to start again, and do so; that is a step of the same run, so it can be undone. */
export function startOver(table) {
  const { seed, green3, practice } = table.reply.observation;
  if (practice !== null) return void table.act({ type: "restart" });
  const radio = (name, value, words, checked) =>
    h("label", {}, h("input", { type: "radio", name, value, checked }), h("span", {}, words));
  const close = h("button", { type: "button" }, "Close");
  const form = h(
    "form",
    { method: "dialog" },
    h("h2", { id: "restart-title" }, "Start over"),
    h("p", {}, "Undo can bring this game back."),
    h(
      "fieldset",
      {},
      h("legend", {}, "Seed"),
      radio("seed", "same", `the same, ${seed}: the same deal and rolls`, true),
      radio("seed", "new", "a new one", false),
    ),
    h(
      "fieldset",
      {},
      h("legend", {}, "Green 3, “Grow a cluster”"),
      radio(
        "green3",
        "pdf",
        "PDF: cells round one green group, as it was before the action",
        green3 === "pdf",
      ),
      radio("green3", "doc", "Doc: cells beside any green, also green just added", green3 === "doc"),
    ),
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Restart"), close),
  );
  const dialog = h("dialog", { class: "hex-restart", "aria-labelledby": "restart-title" }, form);
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", () => {
    const chosen = new FormData(form);
    const another =
      chosen.get("seed") === "new" ? { seed: crypto.getRandomValues(new Uint32Array(1))[0] } : {};
    const reading = chosen.get("green3") === green3 ? {} : { green3: chosen.get("green3") };
    void table.act({ type: "restart", ...another, ...reading });
  });
  byId("main").append(dialog);
  dialog.showModal();
}
