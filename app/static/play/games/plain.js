/** Any game without a view of its own: its board as text, its legal actions as a list to choose from. */

import { h } from "../common/dom.js";

const SHOWN = 60;

export const undo = true;

export function mount(stage, table) {
  const board = h("pre", { class: "plain-board", tabindex: 0, "aria-label": "Board as text" });
  const filter = h("input", { id: "filter", autocomplete: "off" });
  const moves = h("ul", { class: "plain-moves", "aria-label": "Moves" });
  const count = h("p", { class: "quiet" });
  const box = h("div", {}, h("label", { for: "filter" }, "Moves with"), " ", filter, count, moves);
  stage.replaceChildren(board, ...(table.live ? [box] : []));

  function list() {
    const wanted = filter.value.trim().toLowerCase();
    const legal = table.reply?.legalActions ?? [];
    const found = legal.filter((action) => describe(action).toLowerCase().includes(wanted));
    const cut = found.length > SHOWN ? `, the first ${SHOWN} shown` : "";
    count.textContent = `${found.length} of ${legal.length} moves${cut}`;
    moves.replaceChildren(
      ...found.slice(0, SHOWN).map((action) => {
        return h(
          "li",
          {},
          h("button", { type: "button", onclick: () => table.act(action) }, describe(action)),
        );
      }),
    );
  }

  filter.addEventListener("input", list);
  return {
    render(reply) {
      board.textContent = reply.observation.board.join("\n");
      if (table.live) list();
    },
  };
}

export function describe(action) {
  if (action === null || typeof action !== "object" || Array.isArray(action)) return JSON.stringify(action);
  const { type, ...members } = action;
  const words = Object.entries(members).map(
    ([name, value]) => `${name} ${JSON.stringify(value).replaceAll('"', "")}`,
  );
  return [type, ...words].join(" ");
}

export function tell(event) {
  return describe(event);
}

export function facts({ score, observation, gameOver }) {
  const phase = observation.phase ?? observation.status ?? "";
  return [["Score", score], phase ? ["Phase", phase] : null, ["Over", gameOver ? "yes" : "no"]];
}

export function controls() {
  return [];
}
