/** The shapes of Cantlewing's picture, and the measures they share. */

import { svg } from "../../common/dom.js";

export const MIDDLE = 210;
const PITCH = 80;
export const BEAM = 138;
export const SOCKET = 198;
export const GAUGE = 292;
export const UNIT = 22; // of force on the gauge
export const SHOWN = 8; // the largest force the gauge has room for

/** Return the flag behind the last foothold. */
export function flag() {
  const at = x(2) + 34;
  return svg(
    "g",
    { class: "goal" },
    svg("path", { d: `M${at} 250 V70` }),
    svg("path", { d: `M${at} 72 l-26 9 26 9 Z` }),
  );
}

/** Return the scale of forces, with the part of it that holds. */
export function gauge() {
  const marks = [];
  for (let force = -SHOWN; force <= SHOWN; force += 1) {
    const at = MIDDLE + force * UNIT;
    const even = force % 2 === 0;
    marks.push(svg("path", { d: `M${at} ${GAUGE + 2} v${even ? 10 : 6}` }));
    if (even) marks.push(svg("text", { x: at, y: GAUGE + 27 }, signed(force)));
  }
  return svg(
    "g",
    { class: "gauge" },
    svg("rect", { class: "safe", x: MIDDLE - 2.5 * UNIT, y: GAUGE - 15, width: 5 * UNIT, height: 27, rx: 6 }),
    svg("path", { class: "line", d: `M${MIDDLE - SHOWN * UNIT} ${GAUGE + 2} H${MIDDLE + SHOWN * UNIT}` }),
    ...marks,
    svg("text", { class: "end", x: MIDDLE - SHOWN * UNIT - 14, y: GAUGE - 8 }, "left-heavy"),
    svg("text", { class: "end right", x: MIDDLE + SHOWN * UNIT + 14, y: GAUGE - 8 }, "right-heavy"),
  );
}

/** Return the courier, standing on 0. */
export function courierShape() {
  return [
    svg("path", { class: "cloak", d: "M-13 0 C-13 -22 -7 -30 0 -30 C7 -30 13 -22 13 0 Z" }),
    svg("circle", { class: "head", cy: -37, r: 9 }),
    svg("path", { class: "pack", d: "M10 -26 h9 v11 h-9 z" }),
  ];
}

/** Return an arrow as long as the wind is strong, and its number. */
export function windShape(wind) {
  const text = svg("text", { y: 23 }, wind === 0 ? "calm" : signed(wind));
  if (wind === 0) return [svg("circle", { r: 2.5 }), text];
  const way = Math.sign(wind);
  const tip = way * (6 + 7 * Math.abs(wind));
  const arrow = `M${-tip} 0 H${tip} m${-way * 8} -6 l${way * 8} 6 l${-way * 8} 6`;
  return [svg("path", { d: arrow }), text];
}

/** Return where a coordinate is in the picture. */
export function x(at) {
  return MIDDLE + at * PITCH;
}

/** Return a number as it is written on the board: with its sign. */
export function signed(number) {
  return number > 0 ? `+${number}` : `${number}`.replace("-", "−");
}
