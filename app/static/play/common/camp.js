/** The door of the games at /games/{slug}/api: text commands, and questions that the person answers. */

import { Problem } from "./api.js";
import { actionOf, stepsOf } from "./items.js";
import { askNumber } from "./question.js";

const MOST_COMMANDS = 200; // of one request
const MOST_HELD = 60;
const FOR_A_FILM = {
  title: "A question before the film",
  note: "The server plays commands for those who answer its question. One answer is enough for this film.",
};
const MARGIN_S = 20; // a question with less time left is not asked any more

/**
 * Has the methods of `common/gameboard.js`, and `finish`. A reply holds `results` too, and as `events` what
 * each command brought. With `many`, one answer serves for as many positions as can be asked for in its time.
 */
export class Camp {
  constructor(api, slug, { many = false } = {}) {
    Object.assign(this, { api, many, path: `/games/${slug}/api` });
    /** Whether the server wants answers, as far as is known. */
    this.demands = document.documentElement.dataset.agentCheck !== "off";
    /** What the next call is for: words for the form that asks. */
    this.about = many ? FOR_A_FILM : {};
    this.held = new Map(); // state token to question, and to the answer once there is one
  }

  /** Start a game; a seed of null lets the server pick one. */
  async start(seed, options) {
    const chosen = seed === null ? { ...options } : { ...options, seed };
    return this.taken(await this.api.post(`${this.path}/new`, chosen));
  }

  /** Look at a position. */
  async look(stateToken) {
    const headers = { "X-State-Token": stateToken };
    return this.taken(await this.api.call("GET", `${this.path}/state`, undefined, headers));
  }

  /** Play one command. */
  act(stateToken, command) {
    return this.batch(stateToken, [command]);
  }

  /** Play a list of commands, or its beginning, as many as one request takes. */
  async batch(stateToken, items) {
    const commands = items.flatMap((item) =>
      Array(Math.min(stepsOf(item), MOST_COMMANDS)).fill(actionOf(item)),
    );
    return this.taken(await this.answered(stateToken, "act", { commands: commands.slice(0, MOST_COMMANDS) }));
  }

  /** Say how a game was that is over. */
  async finish(stateToken, rating, review) {
    return this.taken(await this.answered(stateToken, "finish", { rating, review }));
  }

  /** Send a call with the answer it needs; throws a Problem that can be mended where there is none yet. */
  async answered(stateToken, verb, body) {
    const key = this.many ? "" : stateToken;
    const given = { state_token: stateToken };
    if (this.demands) {
      const held = await this.question(key);
      if (held.answer === undefined) throw this.unanswered(key);
      Object.assign(given, { agent_check: held.token, agent_answer: held.answer });
    }
    try {
      return await this.api.post(`${this.path}/${verb}`, { ...given, ...body });
    } catch (problem) {
      if (!problem.code?.startsWith("agent-check-")) throw problem;
      this.demands = true;
      this.held.delete(key);
      if (!this.many) this.hold(key, problem.reply.agent_check);
      await this.question(key);
      throw this.unanswered(key, WHY[problem.code] ?? problem.message);
    }
  }

  /** Return a question that is still good for a state, or for any. */
  async question(key) {
    if (!isGood(this.held.get(key))) {
      this.held.delete(key);
      if (this.many) this.hold(key, (await this.api.get("/api/v1/agent-check")).agent_check);
      else await this.look(key);
    }
    return this.held.get(key);
  }

  unanswered(key, why = "") {
    const held = this.held.get(key);
    const mend = async () => {
      if (held.answer !== undefined) return;
      // Several calls may wait for the same answer; it is asked for once.
      held.asking ??= askNumber({ question: held.question, why, ...this.about });
      const answer = await held.asking;
      held.asking = null;
      if (answer === null) {
        throw new Problem("Nothing was sent: the server wants its question answered first.", {
          code: "unanswered",
        });
      }
      held.answer = answer;
    };
    return new Problem("The server asks a question first.", { code: "agent-check", mend });
  }

  taken(reply) {
    const { state_token: stateToken, agent_check: puzzle, results = [], ...observation } = reply;
    if (!this.many) this.hold(stateToken, puzzle);
    const accepted = results.filter(({ ok }) => ok);
    return {
      ok: reply.ok,
      code: reply.code,
      reason: reply.reason,
      seed: reply.seed,
      stateToken,
      observation,
      score: reply.score,
      gameOver: reply.game_over,
      results,
      events: accepted.map((result) => ({ type: "result", ...result })),
      applied: accepted.length,
      stopped: !reply.ok ? "refused" : reply.game_over ? "game-over" : "end",
    };
  }

  /** Keep the question that came with a state, unless one is there whose answer still counts. */
  hold(key, puzzle) {
    const held = this.held.get(key);
    if (held?.answer !== undefined && isGood(held)) return;
    const { token, question, expires_in: seconds } = puzzle;
    this.held.delete(key);
    this.held.set(key, { token, question, until: performance.now() + 1000 * (seconds - MARGIN_S) });
    if (this.held.size > MOST_HELD) this.held.delete(this.held.keys().next().value);
  }
}

const WHY = {
  "agent-check-wrong": "That was not the answer; nothing has changed. Here is another question.",
  "agent-check-expired": "That question had become too old. Here is another.",
  "agent-check-missing": "The server wants a question answered first.",
};

function isGood(held) {
  return held !== undefined && performance.now() < held.until;
}
