/**
 * What of the endless plane is seen: drag to pan, two fingers or the buttons to zoom, Fit to see all that
 * matters.
 */

import { set } from "../../common/dom.js";
import { SIZE, boxOf, pointOf } from "./lattice.js";

const STILL_PX = 7; // a finger that moves no more than this has tapped
const LEAST = 0.12; // pixels for a unit of the picture
const MOST = 3;
const FITTED = 1.5; // the closest that fitting goes
const STEP = 1.3;
const ROOMY = 1.2;
const BUTTON_PX = 47;
const CLEARED = 0.94;

export class Camera {
  /** `onMove` is called whenever the view has changed. */
  constructor(picture, onMove) {
    Object.assign(this, { picture, onMove });
    this.middle = [0, 0];
    this.scale = 1;
    /** Whether the person has moved the view; then it stays as it is until Fit. */
    this.held = false;
    this.wanted = [[0, 0]];
    this.tapped = [];
    this.fingers = new Map();
    picture.addEventListener("pointerdown", (event) => this.down(event));
    picture.addEventListener("pointermove", (event) => this.move(event));
    for (const type of ["pointerup", "pointercancel"])
      picture.addEventListener(type, (event) => this.up(event));
    picture.addEventListener("click", (event) => this.click(event), { capture: true });
    picture.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => (this.held ? this.draw() : this.fit())).observe(picture);
  }

  /**
   * Say which cells matter now; with `anew` the view is fitted to them, otherwise only if one is out of it
   * or much room is left. Those that are `tapped` must not come to lie under the buttons in the corners.
   */
  want(cells, tapped, anew) {
    Object.assign(this, { wanted: cells, tapped });
    if (!this.held && (anew || !this.sees(cells) || this.closest() > ROOMY * this.scale)) this.fit();
    else this.draw();
  }

  /** Return the scale at which all that matters just fills the picture. */
  closest() {
    const { width, height } = this.size();
    const box = boxOf(this.wanted, 1);
    return bounded(Math.min(width / (box.right - box.left), height / (box.bottom - box.top), FITTED));
  }

  /** Show all that matters. */
  fit() {
    const box = boxOf(this.wanted);
    this.held = false;
    this.scale = this.closest();
    this.middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    while (this.scale > CLEARED * LEAST && this.tapped.some((cell) => this.isUnderButtons(cell)))
      this.scale *= CLEARED;
    this.draw();
  }

  /** Tell whether a cell's middle lies under Fit at the lower left, or plus and minus at the lower right. */
  isUnderButtons(cell) {
    const { width, height } = this.size();
    const [x, y] = pointOf(cell).map((at, axis) => (at - this.middle[axis]) * this.scale);
    const reach = BUTTON_PX + 0.6 * SIZE * this.scale;
    const [aside, above] = [width / 2 - Math.abs(x), height / 2 - y];
    return aside < reach && above < reach + (x > 0 ? BUTTON_PX : 0);
  }

  /** Go nearer (`+1`) or farther (`-1`), round the middle. */
  zoom(way) {
    this.held = true;
    this.scale = bounded(this.scale * STEP ** way);
    this.draw();
  }

  /** Tell whether cells lie wholly in view. */
  sees(cells) {
    if (cells.length === 0) return true;
    const box = boxOf(cells, -3);
    const { left, top, right, bottom } = this.view();
    return box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom;
  }

  /** Bring a cell into view that a key has gone to. */
  reveal(cell) {
    if (this.sees([cell])) return;
    const box = boxOf([cell]);
    this.middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    this.draw();
  }

  size() {
    const { clientWidth: width, clientHeight: height } = this.picture;
    return { width: width || 340, height: height || 300 };
  }

  view() {
    const { width, height } = this.size();
    const [x, y] = this.middle;
    const [wide, high] = [width / this.scale, height / this.scale];
    return { left: x - wide / 2, top: y - high / 2, right: x + wide / 2, bottom: y + high / 2 };
  }

  draw() {
    const { left, top, right, bottom } = this.view();
    set(this.picture, {
      viewBox: [left, top, right - left, bottom - top].map((side) => side.toFixed(2)).join(" "),
    });
    this.onMove();
  }

  down(event) {
    if (event.button > 0) return;
    if (this.fingers.size === 0) this.dragged = false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.from = [event.clientX, event.clientY];
  }

  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (!this.dragged && this.fingers.size === 1 && apart(now, this.from) < STILL_PX) return;
    if (!this.dragged) this.picture.setPointerCapture(event.pointerId);
    this.dragged = true;
    this.held = true;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.scale = bounded((this.scale * apart(now, other)) / Math.max(1, apart(before, other)));
    const share = other ? 2 : 1; // each of two fingers moves the view by half
    this.middle = this.middle.map((at, axis) => at - (now[axis] - before[axis]) / this.scale / share);
    this.fingers.set(event.pointerId, now);
    this.draw();
  }

  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** What ends a drag is no tap. */
  click(event) {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  /** Pinching a touchpad comes as a wheel with Ctrl; the wheel alone scrolls the page. */
  wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(-event.deltaY / 60);
  }
}

function apart([x, y], [otherX, otherY]) {
  return Math.hypot(x - otherX, y - otherY);
}

function bounded(scale) {
  return Math.max(LEAST, Math.min(MOST, scale));
}
