/** Paints the window on a canvas. Everything differs by shape and lightness, not by colour alone. */

import { WIDTH } from "./pose.js";

export const HEIGHT = 32;
const GLASS = ["#f4c25a", "#ee9a7b", "#7fcdbb", "#86bdec", "#f8eabf", "#c9a7e0"];
const DARK = "#1a2138";
const DARK_EDGE = "#252e4a";
const LEAD = "#9aa2ad";
const LEAD_EDGE = "#5d6570";
const FLASH_MS = 450;
const AHEAD = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** Draws poses; the glass itself is painted only when it has changed. */
export class Painter {
  constructor(canvas) {
    this.canvas = canvas;
    this.glass = document.createElement("canvas");
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.lit = null;
    this.flashed = [];
    this.flashAt = -FLASH_MS;
    this.fit();
  }

  /** Take the size that the page gives the canvas, in the screen's own pixels. */
  fit() {
    const width = this.canvas.clientWidth || 360;
    this.cell = Math.max(6, Math.floor((width * Math.min(devicePixelRatio || 1, 3)) / WIDTH));
    for (const canvas of [this.canvas, this.glass]) {
      canvas.width = this.cell * WIDTH;
      canvas.height = this.cell * HEIGHT;
    }
    this.lit = null;
  }

  /** Paint one frame; returns whether something still moves that no tick moves. */
  paint(pose, at, now) {
    const seen = pose.now(at);
    this.paintGlass(seen, now);
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.glass, 0, 0);
    context.setTransform(this.cell, 0, 0, this.cell, 0, 0);
    const flashing = this.paintFlash(context, now);
    for (const { cell, lit } of seen.motif) star(context, cell, lit);
    const moth = pose.moth(at);
    thread(context, pose.thread(at), moth);
    if (seen.anchor) anchor(context, seen.anchor);
    pose.crawlers(at).forEach((place) => crawler(context, place, seen.crawlersWakeIn > 0));
    pose.motes(at).forEach((place) => mote(context, place));
    drawMoth(context, moth, seen, now, this.still.matches);
    return flashing;
  }

  paintGlass(seen, now) {
    const lit = litCells(seen);
    const key = lit.join("");
    if (key === this.key && this.lit) return;
    const news =
      this.lit && this.pane === seen.pane
        ? lit.flatMap((on, cell) => (on && !this.lit[cell] ? [cell] : []))
        : [];
    if (news.length > 1) Object.assign(this, { flashed: news, flashAt: now });
    Object.assign(this, { lit, key, pane: seen.pane });
    const context = this.glass.getContext("2d");
    context.setTransform(this.cell, 0, 0, this.cell, 0, 0);
    for (let cell = 0; cell < WIDTH * HEIGHT; cell += 1) pieceOfGlass(context, cell, lit[cell]);
  }

  paintFlash(context, now) {
    const part = (now - this.flashAt) / FLASH_MS;
    if (part >= 1 || this.still.matches) return false;
    context.fillStyle = `rgb(255 255 255 / ${0.75 * (1 - part)})`;
    for (const cell of this.flashed) context.fillRect(cell % WIDTH, Math.floor(cell / WIDTH), 1, 1);
    return true;
  }
}

/** Return for each cell whether it is lit, from the lines of the board and what stands on it. */
export function litCells(seen) {
  const rows = seen.board.slice(-HEIGHT).map((line) => line.slice(3)); // each begins with its number
  const lit = rows.flatMap((row) => [...row].map((mark) => "#Ac".includes(mark)));
  lit[seen.moth.cell] = !seen.onThread;
  return lit;
}

function pieceOfGlass(context, cell, lit) {
  const x = cell % WIDTH;
  const y = Math.floor(cell / WIDTH);
  const lead = x === 0 || y === 0 || x === WIDTH - 1 || y === HEIGHT - 1;
  const diamond = Math.floor((x + y) / 4) + 2 * Math.floor((x - y + 64) / 4);
  context.fillStyle = lead ? LEAD_EDGE : lit ? "#8d8468" : DARK_EDGE;
  context.fillRect(x, y, 1, 1);
  context.fillStyle = lead ? LEAD : lit ? GLASS[diamond % GLASS.length] : DARK;
  context.fillRect(x + 0.04, y + 0.04, 0.92, 0.92);
}

function thread(context, cells, moth) {
  if (cells.length === 0) return;
  context.lineJoin = context.lineCap = "round";
  for (const [style, width] of [
    ["#3b2f10", 0.62],
    ["#fff3c4", 0.36],
  ]) {
    context.beginPath();
    for (const cell of cells) context.lineTo((cell % WIDTH) + 0.5, Math.floor(cell / WIDTH) + 0.5);
    context.lineTo(...moth);
    Object.assign(context, { strokeStyle: style, lineWidth: width });
    context.stroke();
  }
}

function anchor(context, { x, y }) {
  shape(
    context,
    [
      [0, -0.55],
      [0.55, 0],
      [0, 0.55],
      [-0.55, 0],
    ],
    x + 0.5,
    y + 0.5,
  );
  outlined(context, "#ffffff", "#14242a", 0.14);
}

function star(context, cell, lit) {
  const points = Array.from({ length: 10 }, (_, n) => {
    const turn = (n * Math.PI) / 5 - Math.PI / 2;
    const far = n % 2 === 0 ? 0.46 : 0.2;
    return [far * Math.cos(turn), far * Math.sin(turn)];
  });
  shape(context, points, (cell % WIDTH) + 0.5, Math.floor(cell / WIDTH) + 0.5);
  outlined(context, lit ? "#14242a" : DARK, lit ? "#ffffff" : "#ffe08a", 0.1);
}

function mote(context, [x, y]) {
  const spikes = Array.from({ length: 16 }, (_, n) => {
    const turn = (n * Math.PI) / 8;
    const far = n % 2 === 0 ? 0.58 : 0.4;
    return [far * Math.cos(turn), far * Math.sin(turn)];
  });
  shape(context, spikes, x, y);
  outlined(context, "#05070d", "#ffffff", 0.1);
  context.beginPath();
  context.arc(x, y, 0.15, 0, 7);
  context.fillStyle = "#ff8f6b";
  context.fill();
}

function crawler(context, [x, y], asleep) {
  context.beginPath();
  context.roundRect(x - 0.46, y - 0.46, 0.92, 0.92, 0.2);
  outlined(context, "#101010", "#ffffff", 0.08);
  context.fillStyle = "#ffffff";
  for (const side of [-0.18, 0.18])
    context.fillRect(x + side - 0.09, y - (asleep ? 0.02 : 0.14), 0.18, asleep ? 0.06 : 0.24);
}

function drawMoth(context, [x, y], seen, now, still) {
  if (seen.shimmerTicks > 0) {
    context.beginPath();
    context.arc(x, y, 0.95, 0, 7);
    context.setLineDash([0.3, 0.22]);
    Object.assign(context, { strokeStyle: "#ffffff", lineWidth: 0.14 });
    context.stroke();
    Object.assign(context, { strokeStyle: "#14242a", lineWidth: 0.05 });
    context.stroke();
    context.setLineDash([]);
  }
  const [dx, dy] = AHEAD[seen.dir] ?? [0, -1];
  const flap = still ? 0 : 0.1 * Math.sin(now / 60);
  const turned = (forth, side) => [forth * dx - side * dy, forth * dy + side * dx];
  for (const side of [-1, 1]) {
    const wing = [
      turned(0.35, 0.08 * side),
      turned(0.3, (0.72 - flap) * side),
      turned(-0.5, (0.62 - flap) * side),
      turned(-0.2, 0.08 * side),
    ];
    shape(context, wing, x, y);
    outlined(context, "#ffffff", "#14242a", 0.11);
  }
  shape(context, [turned(0.62, 0), turned(0.1, 0.16), turned(-0.5, 0), turned(0.1, -0.16)], x, y);
  outlined(context, "#d55e00", "#14242a", 0.08);
  if (seen.steer && seen.steer !== seen.dir) {
    const [sx, sy] = AHEAD[seen.steer];
    const tip = [1.15 * sx, 1.15 * sy];
    const back = [0.8 * sx, 0.8 * sy];
    shape(
      context,
      [tip, [back[0] - 0.25 * sy, back[1] + 0.25 * sx], [back[0] + 0.25 * sy, back[1] - 0.25 * sx]],
      x,
      y,
    );
    outlined(context, "#ffffff", "#14242a", 0.08);
  }
}

function shape(context, points, x, y) {
  context.beginPath();
  for (const [dx, dy] of points) context.lineTo(x + dx, y + dy);
  context.closePath();
}

function outlined(context, fill, stroke, width) {
  Object.assign(context, { fillStyle: fill, strokeStyle: stroke, lineWidth: width, lineJoin: "round" });
  context.fill();
  context.stroke();
}
