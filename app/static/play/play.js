/** The page of one game. */

import { Api } from "./common/api.js";
import { Calls } from "./common/calls.js";
import { byId } from "./common/dom.js";
import { Gameboard } from "./common/gameboard.js";
import { Keys } from "./common/keys.js";
import { Log } from "./common/log.js";
import { Message } from "./common/message.js";
import { share } from "./common/share.js";
import { Table } from "./common/table.js";

const MOST = Number.MAX_SAFE_INTEGER;
const NO_SEED = "A seed is a whole number from 0 to 9007199254740991; leave it empty for any.";

const { slug, view: name } = document.body.dataset;
const view = await import(`./games/${name}.js`);
const calls = new Calls(byId("calls"));
const api = new Api(document.documentElement.dataset.root, (call) => calls.add(call));
const table = new Table({
  game: slug,
  view,
  door: view.door?.(api, slug) ?? new Gameboard(api, slug, view.legal),
  message: new Message(byId("message")),
  log: new Log(byId("log")),
  keys: new Keys(byId("keys")),
});

if (view.undo) {
  byId("undo").addEventListener("click", () => table.undo());
  table.keys.on("u", "take the last move back", () => void table.undo());
}
byId("new").addEventListener("submit", (event) => {
  event.preventDefault();
  const seed = chosenSeed(byId("seed")?.value ?? "");
  if (seed === undefined) {
    table.message.say(NO_SEED, "refused");
    return;
  }
  void table.start(seed, chosenOptions());
});
byId("same")?.addEventListener(
  "click",
  () => void table.start(table.run?.seed ?? null, table.run?.options ?? {}),
);
byId("share").addEventListener("click", () => {
  if (table.run) void share(table.run);
});

await open();
performance.mark("ready");
document.documentElement.dataset.ready = "yes";

/** A link may name a seed and options; otherwise the run goes on where it was left. */
async function open() {
  const asked = new URLSearchParams(location.search);
  const run = table.kept();
  if (asked.size > 0) {
    const seed = chosenSeed(asked.get("seed") ?? "");
    asked.delete("seed");
    history.replaceState(null, "", location.pathname);
    table.run = run;
    if (seed === undefined) table.message.say(NO_SEED, "refused");
    else await table.start(seed, Object.fromEntries(asked));
    // A link that cannot be followed leaves the run that was there.
    if (!table.reply && run) await table.resume(run, { told: table.message.words.textContent });
    return;
  }
  if (run && location.hash === "#taken") {
    history.replaceState(null, "", location.pathname);
    const before = table.kept("before");
    await table.resume(run, { words: "You play on from here." }, ...(before ? [table.wayBack(before)] : []));
  } else if (run) {
    await table.resume(run);
  }
  // A run that cannot go on now stays kept, until the person starts another.
  if (!run) await table.start(null, chosenOptions());
}

function chosenSeed(text) {
  if (text.trim() === "") return null;
  const seed = Number(text);
  return /^[0-9]+$/.test(text.trim()) && seed <= MOST ? seed : undefined;
}

function chosenOptions() {
  const fields = [...byId("new").querySelectorAll("[data-option]")].filter(({ value }) => value !== "");
  const chosen = fields.map(({ name: option, value }) => [option, value]);
  // A choice may leave another none: a practice puzzle has but one Green 3.
  const fixed = fields.flatMap(({ dataset }) => Object.entries(JSON.parse(dataset.fixes ?? "{}")));
  return Object.fromEntries([...chosen, ...fixed]);
}
