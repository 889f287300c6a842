/**
 * The figures of a run: in a box beside the board, and the first of them in a strip above it on narrow
 * screens.
 */

import { byId, h } from "./dom.js";

const IN_STRIP = 4;

/** Show rows of `[label, value]` or `[label, value, note]`; a row that is null is left out. */
export function showFacts(rows) {
  const wanted = rows.filter(Boolean);
  fill(byId("facts"), wanted);
  fill(
    byId("strip"),
    wanted.slice(0, IN_STRIP).map(([label, value]) => [label, value]),
  );
}

function fill(list, wanted) {
  const shown = [...list.children];
  if (
    shown.length !== wanted.length ||
    shown.some((row, at) => row.firstChild.textContent !== wanted[at][0])
  ) {
    list.replaceChildren(...wanted.map(([label]) => h("div", {}, h("dt", {}, label), h("dd", {}))));
  }
  wanted.forEach(([, value, note], at) => {
    const cell = list.children[at].lastChild;
    const text = note ? `${value} ${note}` : `${value}`;
    if (cell.textContent === text) return;
    cell.replaceChildren(String(value), ...(note ? [" ", h("small", {}, note)] : []));
  });
}
