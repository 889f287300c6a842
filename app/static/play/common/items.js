/**
 * Lists of actions as a batch takes them: an item is an action, or `{repeat: n, action}` for n of the same.
 */

/** Return how many steps an item is. */
export function stepsOf(item) {
  return isRepeat(item) ? item.repeat : 1;
}

/** Return the action an item repeats, or is. */
export function actionOf(item) {
  return isRepeat(item) ? item.action : item;
}

/** Return how many steps a list is. */
export function countSteps(items) {
  return items.reduce((sum, item) => sum + stepsOf(item), 0);
}

/** Return a list with more items after it, equal neighbours made one. */
export function joined(items, more) {
  const list = [...items];
  for (const item of more) {
    const action = actionOf(item);
    const last = list.at(-1);
    if (last !== undefined && same(actionOf(last), action)) {
      list[list.length - 1] = packed(action, stepsOf(last) + stepsOf(item));
    } else {
      list.push(packed(action, stepsOf(item)));
    }
  }
  return list;
}

/** Return the steps from number `from` up to number `to`, counted from 0. */
export function sliced(items, from, to) {
  const found = [];
  let at = 0;
  for (const item of items) {
    if (at >= to) break;
    const length = stepsOf(item);
    const taken = Math.min(at + length, to) - Math.max(at, from);
    if (taken > 0) found.push(packed(actionOf(item), taken));
    at += length;
  }
  return found;
}

/** Return the action of step number `step`, counted from 0, or undefined beyond the end. */
export function actionAt(items, step) {
  const [item] = sliced(items, step, step + 1);
  return item === undefined ? undefined : actionOf(item);
}

/**
 * Return where a piece of film ends that begins after `step`: some actions that take no time, then up to
 * `most` alike that do, as `takesTime` tells.
 */
export function pieceEnd(items, step, most, takesTime) {
  let at = 0;
  let end = step;
  for (const item of items) {
    const length = stepsOf(item);
    const left = at + length - end;
    at += length;
    if (left <= 0) continue;
    if (takesTime(actionOf(item))) return end + Math.min(left, most);
    end += left;
  }
  return end;
}

/** Return the beginning of a list that one request may carry. */
export function portion(items, { maxItems, maxSteps, maxBytes }) {
  const found = [];
  let steps = 0;
  let bytes = 0;
  for (const item of items) {
    const room = maxSteps - steps;
    const taken = Math.min(stepsOf(item), room);
    const piece = packed(actionOf(item), taken);
    bytes += JSON.stringify(piece).length * 3; // a character is at most three bytes
    if (taken === 0 || found.length === maxItems || (found.length > 0 && bytes > maxBytes)) break;
    found.push(piece);
    steps += taken;
    if (taken < stepsOf(item)) break;
  }
  return found;
}

/** Tell whether two JSON values are written alike. */
export function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Tell whether a value is `{repeat, action}` and so not an action. */
export function isRepeat(item) {
  return item !== null && typeof item === "object" && "repeat" in item && "action" in item;
}

function packed(action, repeat) {
  return repeat === 1 && !isRepeat(action) ? action : { repeat, action };
}
