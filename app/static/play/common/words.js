/** Words for numbers, as every view writes them. */

/** Return a count with its word: "1 move", "2 moves". */
export function plural(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
