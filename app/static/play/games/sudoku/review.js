/** The form for the end: a rating and two or three sentences, sent to `finish`. */

import { h, set } from "../../common/dom.js";

const RATINGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export class Review {
  /** `send(rating, review)` resolves to whether it was taken; `change(draft)` keeps what is being written. */
  constructor(send, change) {
    const choices = RATINGS.map((rating) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name: "rating", value: rating }),
        h("span", {}, String(rating)),
      ),
    );
    this.text = h("textarea", {
      id: "review",
      rows: 3,
      maxlength: 2000,
      "aria-describedby": "review-problem",
    });
    this.problem = h("p", { class: "problem", role: "alert", id: "review-problem" });
    this.form = h(
      "form",
      { novalidate: true },
      h(
        "fieldset",
        {},
        h("legend", {}, "Your rating, from 1 to 10"),
        h("div", { class: "ratings" }, ...choices),
      ),
      h("label", { for: "review" }, "Two or three sentences about it"),
      this.text,
      this.problem,
      h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Send the review")),
    );
    this.thanks = h("p", {}, "Your review was sent. Thank you!");
    this.title = h("h2", { id: "review-title", tabindex: -1 }, "How was it?");
    this.element = h(
      "section",
      { class: "review", "aria-labelledby": "review-title" },
      this.title,
      this.form,
      this.thanks,
    );
    this.form.addEventListener("input", () => change(this.draft));
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { rating, review } = this.draft;
      this.problem.textContent = rating === null ? "Choose a rating first." : "";
      if (rating === null) return;
      const refused = await send(rating, review);
      this.problem.textContent = refused;
    });
  }

  /** What is written so far. */
  get draft() {
    const chosen = this.form.querySelector("input:checked");
    return { rating: chosen ? Number(chosen.value) : null, review: this.text.value };
  }

  /** Show it after the end of a game, with what was written before; or not at all. */
  draw(isOver, kept, isSent) {
    set(this.element, { hidden: !isOver });
    set(this.form, { hidden: isSent });
    set(this.thanks, { hidden: !isSent });
    if (document.activeElement && this.form.contains(document.activeElement)) return;
    this.text.value = kept?.review ?? "";
    for (const input of this.form.querySelectorAll("input"))
      input.checked = Number(input.value) === kept?.rating;
  }
}
