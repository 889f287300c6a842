/**
 * Cells of the plane, axial `[q, r]`: where they are drawn, what lies round them, which one an arrow key
 * means.
 */

/** The circumradius of a hexagon, in units of the picture. */
export const SIZE = 30;

const WIDTH = SIZE * Math.sqrt(3);
const ONWARD = [
  [1, 0],
  [0, 1],
  [-1, 1],
];
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the name of a cell, to look it up by. */
export function keyOf([q, r]) {
  return `${q},${r}`;
}

/** Return how a cell is called, in the words of the server. */
export function nameOf([q, r]) {
  return `[${q},${r}]`;
}

/** Return the middle of a cell in the picture. */
export function pointOf([q, r]) {
  return [WIDTH * (q + r / 2), SIZE * 1.5 * r];
}

/** Return the six cells round a cell. */
export function around([q, r]) {
  return [...onward([q, r]), ...ONWARD.map(([dq, dr]) => [q - dq, r - dr])];
}

/** Return the three of them that come later in reading order, so that each pair of neighbours is met once. */
export function onward([q, r]) {
  return ONWARD.map(([dq, dr]) => [q + dq, r + dr]);
}

/** Return the corners of a hexagon of some radius round the origin, as `points` of a polygon. */
export function corners(radius) {
  const at = [0, 1, 2, 3, 4, 5].map((side) => (Math.PI / 3) * side - Math.PI / 6);
  return at.map((angle) => `${round(radius * Math.cos(angle))},${round(radius * Math.sin(angle))}`).join(" ");
}

/**
 * Return the box round cells in the picture, `{left, top, right, bottom}`, whole hexagons and `more` units
 * around.
 */
export function boxOf(cells, more = 0) {
  const points = cells.map(pointOf);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.min(...xs) - WIDTH / 2 - more,
    right: Math.max(...xs) + WIDTH / 2 + more,
    top: Math.min(...ys) - SIZE - more,
    bottom: Math.max(...ys) + SIZE + more,
  };
}

/** Return the cell that an arrow key leads to from a cell, or undefined where there is none that way. */
export function towards(arrow, from, cells) {
  const [wayX, wayY] = WAYS[arrow];
  const [fromX, fromY] = pointOf(from);
  const aside = wayY === 0 ? 3 : 1.4; // along a row one stays in it while one can
  let best;
  let least = Infinity;
  for (const cell of cells) {
    const [x, y] = pointOf(cell);
    const ahead = (x - fromX) * wayX + (y - fromY) * wayY;
    const off = Math.abs((x - fromX) * wayY) + Math.abs((y - fromY) * wayX);
    const cost = ahead + aside * off;
    if (ahead > 1 && cost < least) [best, least] = [cell, cost];
  }
  return best;
}

/** Return cells in reading order: row by row, each from the left. */
export function inOrder(cells) {
  return [...cells].sort(([q, r], [otherQ, otherR]) => r - otherR || q - otherQ);
}

function round(number) {
  return Math.round(number * 100) / 100;
}
