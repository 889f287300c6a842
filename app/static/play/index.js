/** The page of all games: which of them have a run to go on with. */

import { countSteps } from "./common/items.js";
import { kept } from "./common/store.js";

for (const card of document.querySelectorAll(".card")) {
  const { slug } = card.dataset;
  const slot = kept(`slot:${slug}`);
  const run = kept(slot ? `run:${slug}:${slot}` : `run:${slug}`);
  const steps = Array.isArray(run?.items) ? countSteps(run.items) : 0;
  if (steps > 0) card.querySelector(".saved").textContent = "goes on where you left it";
}
performance.mark("ready");
document.documentElement.dataset.ready = "yes";
