/** Going on where it was: a call that failed for now is sent again until it succeeds. */

import { Problem } from "./api.js";

const SLOW_MS = 2500;
const PAUSES_S = [1, 2, 4, 8, 15];

/**
 * Return what a call brings. While the server is away the person sees why and when it is tried again; nothing
 * is lost, for every call carries the whole position. A Problem that waiting cannot mend is thrown; so is any
 * once what the call brings is not `wanted` any more, and nothing is told of it then.
 */
export async function patiently(message, call, wanted = () => true) {
  for (let failures = 0; ;) {
    let told = false;
    const slow = setTimeout(() => {
      if (!wanted()) return;
      told = true;
      message.say("The server is slow to answer; still waiting.", "waiting");
    }, SLOW_MS);
    try {
      const value = await call();
      if ((told || failures > 0) && wanted()) message.say("The server answers again.", "good");
      return value;
    } catch (problem) {
      clearTimeout(slow);
      if (!wanted()) throw problem;
      if (problem instanceof Problem && problem.mend) {
        await problem.mend();
      } else if (problem instanceof Problem && problem.again) {
        const pause = problem.wait || PAUSES_S[Math.min(failures, PAUSES_S.length - 1)];
        await message.countdown(problem.message, pause, problem.wait === 0);
        if (!wanted()) throw problem;
        failures += 1;
      } else {
        throw problem;
      }
    } finally {
      clearTimeout(slow);
    }
  }
}
