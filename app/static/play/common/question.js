/** The small form in which a person answers the question of an agent check. */

import { byId, h } from "./dom.js";

const NUMBER = /^-?[0-9]{1,9}$/;
let count = 0;

/**
 * Ask a question whose answer is a whole number; resolves to its digits, or to null when the person would
 * rather not. `title` and `note` say what the answer is for, `why` what was wrong before, `label` is what the
 * button says.
 */
export function askNumber({ question, title = "A question first", note = "", why = "", label = "Answer" }) {
  count += 1;
  const id = `question-${count}`;
  const field = h("input", {
    id,
    inputmode: "numeric",
    autocomplete: "off",
    maxlength: 12,
    "aria-describedby": `${id}-problem`,
  });
  const problem = h("p", { class: "problem", role: "alert", id: `${id}-problem` }, why);
  const cancel = h("button", { type: "button" }, "Not now");
  const form = h(
    "form",
    { novalidate: true },
    h("h2", { id: `${id}-title` }, title),
    note ? h("p", { class: "quiet" }, note) : null,
    problem,
    h("label", { for: id, class: "asked" }, question),
    field,
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, label), cancel),
  );
  const dialog = h("dialog", { class: "question", "aria-labelledby": `${id}-title` }, form);
  return new Promise((resolve) => {
    let answer = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (!NUMBER.test(text)) {
        problem.textContent = "The answer is one whole number, in digits.";
        field.focus();
        return;
      }
      answer = text;
      dialog.close();
    });
    cancel.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    byId("main").append(dialog);
    dialog.showModal();
    field.focus();
  });
}

/** Ask whether something is really meant; resolves to true or false. */
export function confirmed({ title, text, yes, no }) {
  count += 1;
  const id = `question-${count}`;
  const choice = (value, label, kind) => {
    return h("button", { type: "button", class: kind, onclick: () => dialog.close(value) }, label);
  };
  const dialog = h(
    "dialog",
    { class: "question", "aria-labelledby": id },
    h("h2", { id }, title),
    h("p", {}, text),
    h("div", { class: "buttons" }, choice("yes", yes, "primary"), choice("no", no)),
  );
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    byId("main").append(dialog);
    dialog.showModal();
  });
}
