/** A run as a link that holds all of it: its JSON, deflated, in base64url, behind the `#`. */

import { byId, h } from "./dom.js";
import { copy } from "./calls.js";
import { actionOf, isRepeat, stepsOf } from "./items.js";

const MOST_BYTES = 8_000_000;
const MOST_STEPS = 1_000_000;
const SLUG = /^[a-z0-9-]{1,60}$/;

/** Return the address of the watch page with a run in it. */
export async function linkTo(run) {
  const bytes = new TextEncoder().encode(JSON.stringify(fileOf(run)));
  const page = `${location.origin}${document.documentElement.dataset.root}/watch`;
  return `${page}#run=${base64url(await deflated(bytes))}`;
}

/** Return a run as the file that the replay tool and this page read; text commands are listed one by one. */
export function fileOf({ game, seed, options, items }) {
  const chosen = options && Object.keys(options).length > 0 ? { options } : {};
  const isText = items.length > 0 && items.every((item) => typeof actionOf(item) === "string");
  if (!isText) return { game, seed, ...chosen, actions: items };
  return {
    game,
    seed,
    ...chosen,
    commands: items.flatMap((item) => Array(stepsOf(item)).fill(actionOf(item))),
  };
}

/** Read what a person pasted, JSON or a link; throws an Error with a sentence to show. */
export async function readRun(text) {
  const fragment = /#run=([A-Za-z0-9_-]+)\s*$/.exec(text);
  const json = fragment ? await inflated(fragment[1]) : text;
  let run;
  try {
    run = JSON.parse(json);
  } catch {
    throw new Error("This is neither JSON nor a link to a run.");
  }
  return checked(run);
}

/** Show a dialog with the link, to copy or to open. */
export async function share(run) {
  const link = await linkTo(run);
  const close = h("button", { type: "button" }, "Close");
  const field = h("input", { id: "share-link", readonly: true, value: link });
  const dialog = h(
    "dialog",
    { "aria-labelledby": "share-title", class: "share" },
    h("h2", { id: "share-title" }, "Share this run"),
    h("p", {}, "The link holds the whole run, its seed and every action. Nothing is stored anywhere."),
    h("label", { for: "share-link" }, "Link"),
    field,
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        { type: "button", class: "primary", onclick: (event) => copy(link, event.target) },
        "Copy the link",
      ),
      h(
        "button",
        { type: "button", onclick: (event) => copy(JSON.stringify(fileOf(run)), event.target) },
        "Copy as JSON",
      ),
      h("a", { href: link, class: "button" }, "Watch it"),
      close,
    ),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  byId("main").append(dialog);
  dialog.showModal();
  field.select();
}

function checked(run) {
  if (run === null || typeof run !== "object" || Array.isArray(run)) {
    throw new Error("A run is an object with game, seed and actions.");
  }
  const { game, seed, options = {}, actions = run.commands } = run;
  if (typeof game !== "string" || !SLUG.test(game))
    throw new Error('A run names its game, such as "game": "cantlewing".');
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new Error("A run needs its seed, a whole number from 0 on.");
  if (options === null || typeof options !== "object") throw new Error("The options of a run are an object.");
  if (!Array.isArray(actions)) throw new Error("A run needs its actions, a list.");
  const isText = actions === run.commands && actions.every((line) => typeof line === "string");
  if (run.commands !== undefined && !isText) {
    throw new Error("The commands of a run are lines of text, and stand in place of actions.");
  }
  let steps = 0;
  for (const item of actions) {
    if (isRepeat(item) && !(Number.isSafeInteger(item.repeat) && item.repeat > 0)) {
      throw new Error("A repeat is a whole number from 1 on.");
    }
    steps += stepsOf(item);
  }
  if (steps > MOST_STEPS) throw new Error(`A run may have up to ${MOST_STEPS} steps here.`);
  return { game, seed, options, items: actions, stopOnEvent: run.stopOnEvent === true };
}

async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function inflated(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let found = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      found += decoder.decode(part.value, { stream: true });
      if (found.length > MOST_BYTES) throw new Error("too long");
    }
    return found + decoder.decode();
  } catch {
    throw new Error("This link is damaged; perhaps its end was cut off.");
  }
}

function base64url(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
