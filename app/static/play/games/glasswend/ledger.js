/** Where a score comes from: every claim and every pane of a run, told by a replay of it. */

import { h } from "../../common/dom.js";
import { countSteps, portion, sliced } from "../../common/items.js";
import { limits } from "../../common/recording.js";
import { plural } from "../../common/words.js";

/** Return a table of what paid; throws Problem when the run cannot be replayed. */
export async function ledger(table) {
  const { door } = table;
  const { seed, options, items } = table.history();
  let reply = await door.start(seed, options);
  const events = [];
  for (let rest = items; rest.length > 0;) {
    const part = portion(rest, limits());
    reply = await door.batch(reply.stateToken, part);
    events.push(...(reply.events ?? []));
    rest = reply.stopped === "end" ? sliced(rest, countSteps(part), Infinity) : [];
  }
  return drawn(events, reply.score);
}

function drawn(events, score) {
  const rows = events.flatMap((event) => {
    if (event.type === "sealed") return [["Claim", claimed(event.claim), event.claim.points]];
    if (event.type === "paneCleared")
      return [[`Pane ${event.clear.pane}`, cleared(event.clear), event.clear.points]];
    return [];
  });
  const rest = score - rows.reduce((sum, row) => sum + row[2], 0);
  if (rest > 0) rows.push(["The end", "glimmers left, and the window if it is whole", rest]);
  if (rows.length === 0) return h("p", {}, "Nothing has paid yet.");
  const line = ([what, how, points]) =>
    h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, how), h("td", {}, points));
  const head = h("tr", {}, ...["What", "How", "Points"].map((title) => h("th", { scope: "col" }, title)));
  return h(
    "table",
    {},
    h("thead", {}, head),
    h("tbody", {}, rows.map(line)),
    h("tfoot", {}, line(["Score", "", score])),
  );
}

function claimed(claim) {
  return [
    `${claim.threadCells} + ${claim.floodedCells} cells × ${claim.multiplier}`,
    claim.chainBefore > 0 && `weave +${10 * claim.chainBefore} %`,
    claim.motif > 0 && plural(claim.motif, "motif cell"),
    claim.regions > 1 && `${claim.regions} pockets`,
    claim.pinned && "motes pinned",
  ]
    .filter(Boolean)
    .join(", ");
}

function cleared(clear) {
  return [`${clear.percent} % lit`, `${clear.parSecondsLeft} s of par left`, clear.glimmer && "a glimmer"]
    .filter(Boolean)
    .join(", ");
}
