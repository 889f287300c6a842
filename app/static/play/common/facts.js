/** The box of figures beside a board. */

import { h } from "./dom.js";

/** Show rows of `[label, value]` or `[label, value, note]`; a row that is null is left out. */
export function showFacts(list, rows) {
  const wanted = rows.filter(Boolean);
  const shown = [...list.children];
  if (shown.length !== wanted.length || shown.some((row, at) => row.firstChild.textContent !== wanted[at][0])) {
    list.replaceChildren(...wanted.map(([label]) => h("div", {}, h("dt", {}, label), h("dd", {}))));
  }
  wanted.forEach(([, value, note], at) => {
    const cell = list.children[at].lastChild;
    const text = note ? `${value} ${note}` : `${value}`;
    if (cell.textContent === text) return;
    cell.replaceChildren(String(value), ...(note ? [" ", h("small", {}, note)] : []));
  });
}
