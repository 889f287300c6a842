/** The board in SVG: nodes with their letters, the cells that can be chosen, and what was chosen. */

import { h, pressable, set, svg } from "../../common/dom.js";
import { Camera } from "./camera.js";
import { around, corners, inOrder, keyOf, nameOf, onward, pointOf, towards } from "./lattice.js";
import { COLORS } from "./menu.js";

const TILE = corners(28);
const FACE = corners(22.5);
const RING = corners(25.5);
const GAP = corners(28);
const NOTHING = { nodes: [], groups: [], next: [], targets: [], changed: [], numbered: null, refused: null };

export class Board {
  /** `onTap(cell)` is called for any cell that is pressed, where the board is `live`. */
  constructor(live, onTap) {
    Object.assign(this, { live, onTap, shown: NOTHING, cells: [], focused: null });
    this.bonds = svg("g", { class: "bonds" });
    this.tiles = svg("g", { class: "tiles" });
    this.rings = svg("g", { class: "rings" });
    this.picture = svg(
      "svg",
      { class: "hexes", role: live ? "group" : "img" },
      this.tiles,
      this.bonds,
      this.rings,
    );
    this.draft = h("p", { class: "hex-ribbon", hidden: true }, "Draft");
    this.camera = new Camera(this.picture, () => this.pointToFit());
    const button = (label, text, press) =>
      h("button", { type: "button", "aria-label": label, onclick: press }, text);
    this.fitButton = button("Fit the board", "Fit", () => this.camera.fit());
    this.element = h(
      "div",
      { class: "hex-board" },
      this.picture,
      this.draft,
      h(
        "div",
        { class: "hex-zoom", role: "group", "aria-label": "View" },
        this.fitButton,
        button("Zoom in", "+", () => this.camera.zoom(1)),
        button("Zoom out", "−", () => this.camera.zoom(-1)),
      ),
    );
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.picture.addEventListener("focusin", (event) => this.reached(event.target.dataset.cell));
  }

  /**
   * Draw a position. `nodes` and `groups` are those of the server; `next` are cells to outline, `targets`
   * those chosen so far, `changed` what the last action touched, `numbered` the letter of a colour whose
   * groups carry numbers.
   */
  show(position, { anew = false, draft = false } = {}) {
    this.shown = { ...NOTHING, ...position };
    const { nodes, next, targets } = this.shown;
    const at = (cells) => new Map(cells.map((cell, order) => [keyOf(cell), order]));
    this.letters = new Map(nodes.map(([q, r, letter]) => [keyOf([q, r]), letter]));
    this.outlined = at(next);
    this.chosen = at(targets);
    this.numbers = numbersOf(this.shown);
    const places = new Map();
    const known = [...nodes, ...nodes.flatMap(around), ...next, ...targets];
    for (const [q, r] of known) places.set(keyOf([q, r]), [q, r]);
    this.cells = inOrder(places.values());
    const focused = this.tiles.contains(document.activeElement) ? document.activeElement.dataset.cell : null;
    const first = this.first();
    this.tiles.replaceChildren(...this.cells.map((cell) => this.tile(cell, first)));
    this.bonds.replaceChildren(...this.links());
    this.rings.replaceChildren(
      ...next.flatMap((cell) => ring(cell, this.letters.has(keyOf(cell)) ? "" : "gap")),
    );
    if (focused !== null) this.tileOf(focused)?.focus({ preventScroll: true });
    set(this.picture, {
      "aria-label": this.spoken(draft),
      class: this.shown.numbered ? "hexes numbered" : "hexes",
    });
    this.draft.hidden = !draft;
    this.camera.want([...nodes.flatMap(around), ...next, ...targets], [...nodes, ...next], anew);
  }

  /** Move the focus to the cell it was on, or to the first that can be chosen. */
  enter() {
    (this.tileOf(this.focused) ?? this.tileOf(this.first()))?.focus({ preventScroll: true });
  }

  /** Tell whether the focus is on a cell. */
  get holdsFocus() {
    return this.tiles.contains(document.activeElement);
  }

  first() {
    const cell = this.shown.next[0] ?? this.shown.nodes[0];
    return cell ? keyOf(cell) : null;
  }

  tileOf(key) {
    return this.tiles.querySelector(`[data-cell="${key}"]`);
  }

  tile(cell, first) {
    const key = keyOf(cell);
    const letter = this.letters.get(key);
    const outlined = this.outlined.has(key);
    const classes = ["cell", letter ? COLORS[letter] : "gap", outlined && "outlined"];
    if (this.shown.changed.some((other) => keyOf(other) === key)) classes.push("changed");
    const numbered = this.shown.numbered !== null && letter === this.shown.numbered;
    if (this.shown.numbered !== null && letter && !numbered) classes.push("aside");
    const text = numbered ? `${letter}${this.numbers.get(key)}` : letter;
    const parts = letter
      ? [svg("polygon", { class: "tile", points: TILE }), svg("polygon", { class: "face", points: FACE })]
      : [svg("polygon", { class: "hole", points: GAP })];
    if (letter) parts.push(svg("text", { y: 7.5 }, text));
    else if (outlined) parts.push(svg("path", { class: "here", d: "M-7 0H7M0 -7V7" }));
    if (this.chosen.has(key)) parts.push(badge(this.chosen.get(key) + 1));
    if (this.shown.refused && keyOf(this.shown.refused) === key) {
      parts.push(svg("path", { class: "no", d: "M-11 -11L11 11M11 -11L-11 11" }));
    }
    const tile = svg(
      "g",
      { class: classes.filter(Boolean).join(" "), transform: placeOf(cell), "data-cell": key },
      ...parts,
    );
    if (!this.live) return tile;
    pressable(tile, this.labelOf(cell), () => this.onTap(cell));
    return set(tile, { tabindex: outlined || (this.outlined.size === 0 && key === first) ? 0 : -1 });
  }

  labelOf(cell) {
    const key = keyOf(cell);
    const letter = this.letters.get(key);
    const words = [`${letter ? capital(COLORS[letter]) : "Empty"} ${nameOf(cell)}`];
    if (letter && letter === this.shown.numbered) words.push(`group ${letter}${this.numbers.get(key)}`);
    if (this.chosen.has(key)) words.push(`target ${this.chosen.get(key) + 1}`);
    if (this.outlined.has(key)) words.push("can be chosen");
    return words.join(", ");
  }

  /** Return a bar over each edge between two nodes of one colour: so one sees what is connected. */
  links() {
    const { nodes, numbered } = this.shown;
    return nodes.flatMap(([q, r, letter]) => {
      const alike = onward([q, r]).filter((other) => this.letters.get(keyOf(other)) === letter);
      return alike.map((other) => link([q, r], other, letter, numbered));
    });
  }

  key(event) {
    const at = event.target.dataset?.cell;
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const cells = this.shown.next.length > 0 ? this.shown.next : this.cells;
    let to;
    if (event.key.startsWith("Arrow")) to = towards(event.key, at.split(",").map(Number), cells);
    else if (event.key === "Home") to = cells[0];
    else if (event.key === "End") to = cells.at(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (to) this.tileOf(keyOf(to)).focus({ preventScroll: true });
  }

  reached(key) {
    if (!key) return;
    this.focused = key;
    this.camera.reveal(key.split(",").map(Number));
  }

  /** Let Fit stand out while a cell that can be chosen is out of view. */
  pointToFit() {
    this.fitButton?.classList.toggle("primary", !this.camera.sees(this.shown.next));
  }

  spoken(draft) {
    const colors = this.shown.groups
      .filter(({ nodes }) => nodes > 0)
      .map(({ color, nodes, groups }) => `${nodes} ${color} in ${groups.length}`);
    return `${draft ? "Draft board" : "Board"}, nodes and groups: ${colors.join(", ")}.`;
  }
}

function numbersOf({ groups }) {
  return new Map(
    groups.flatMap((color) =>
      color.groups.flatMap((group, at) => group.map((cell) => [keyOf(cell), at + 1])),
    ),
  );
}

function link(cell, other, letter, numbered) {
  const [[x, y], [toX, toY]] = [pointOf(cell), pointOf(other)];
  const part = (from, to, share) => (from + (to - from) * share).toFixed(2);
  const d = `M${part(x, toX, 0.34)} ${part(y, toY, 0.34)}L${part(x, toX, 0.66)} ${part(y, toY, 0.66)}`;
  const aside = numbered !== null && letter !== numbered ? " aside" : "";
  return svg("path", { class: `bond ${COLORS[letter]}${aside}`, d });
}

/** Return the outline of a cell that can be chosen, and what sets it off from any colour. */
function ring(cell, kind) {
  const transform = placeOf(cell);
  return ["halo", "outline"].map((name) =>
    svg("polygon", { class: `${name} ${kind}`, points: RING, transform }),
  );
}

function placeOf(cell) {
  const [x, y] = pointOf(cell);
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

function badge(number) {
  return svg(
    "g",
    { class: "badge", transform: "translate(15 -17)" },
    svg("circle", { r: 9 }),
    svg("text", { y: 4.5 }, number),
  );
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
