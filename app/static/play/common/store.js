/**
 * What the browser keeps, by name; a browser that keeps nothing (a private window, a full disk) is no error.
 */

const PREFIX = "campboard:";

/** Return what was kept under a name, or null. */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

/** Keep a JSON value; returns whether that worked. */
export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Forget a name. */
export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // There is nothing to forget where nothing can be kept.
  }
}
