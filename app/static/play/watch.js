/** The page that shows a recorded run: from a link, a file or pasted text, one game's view for each. */

import { Api, Problem } from "./common/api.js";
import { Calls } from "./common/calls.js";
import { byId } from "./common/dom.js";
import { Film } from "./common/film.js";
import { Message } from "./common/message.js";
import { linkTo, readRun, share } from "./common/share.js";

const calls = new Calls(byId("calls"));
const api = new Api(document.documentElement.dataset.root, (call) => calls.add(call));
const message = new Message(byId("message"));
const film = new Film({ api, message });
let latest = null; // what was asked for last

byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  void show(byId("run").value);
});
byId("file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file) await show(await file.text());
});
byId("samples").addEventListener("click", (event) => {
  const { run } = event.target.closest("button")?.dataset ?? {};
  if (run) void show(run);
});
byId("share").addEventListener("click", () => void share(film.run));
addEventListener("hashchange", async () => {
  if (location.hash.startsWith("#run=")) await show(location.href);
  else if (film.run) history.replaceState(null, "", await linkTo(film.run)); // the skip link has no run in it
});

if (location.hash.startsWith("#run=")) await show(location.href);
performance.mark("ready");
document.documentElement.dataset.ready = "yes";

/** Show the run that a text holds; of several that are asked for the last counts, whichever comes first. */
async function show(text) {
  const asked = {};
  latest = asked;
  byId("paste-problem").textContent = "";
  try {
    const run = await readRun(text);
    if (latest !== asked) return;
    byId("film").hidden = false;
    await film.open(run);
    const link = await linkTo(run);
    if (latest !== asked) return;
    history.replaceState(null, "", link);
    byId("title").scrollIntoView();
  } catch (error) {
    if (latest !== asked) return;
    byId("film").hidden = film.run === undefined;
    byId("paste-problem").textContent = error.message;
    if (!(error instanceof Problem) && error.constructor !== Error) throw error;
  }
}
