/** Calls to the server: every way in which one can fail becomes a Problem that says so in a sentence. */

const PATIENCE_MS = 12_000;
const LONGEST_WAIT_S = 3600;

/** Thrown when a call brought no reply of the game. */
export class Problem extends Error {
  /**
   * `again`: the same call may succeed later. `wait`: seconds the server asked for, 0 when it named none.
   * `mend`: has the person do what is missing, such as answer a question; then the call is to be made again.
   * `reply`: what came.
   */
  constructor(sentence, { code = "", again = false, wait = 0, mend = null, reply = null } = {}) {
    super(sentence);
    Object.assign(this, { code, again, wait, mend, reply });
  }
}

/** Sends requests below one address and tells a listener about each. */
export class Api {
  constructor(root, onCall = () => {}) {
    this.root = root;
    this.onCall = onCall;
  }

  /** Send a GET and return the JSON of a 200; throws Problem. */
  get(path, query = {}) {
    return this.call("GET", withQuery(path, query));
  }

  /** Send a POST and return the JSON of a 200; throws Problem. */
  post(path, body, query = {}) {
    return this.call("POST", withQuery(path, query), JSON.stringify(body));
  }

  /** Send any request; headers a game's own door needs may be given. */
  async call(method, path, body = undefined, headers = {}) {
    const told = { method, url: location.origin + this.root + path, body, headers, outcome: "…" };
    this.onCall(told);
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    let response;
    let value;
    try {
      response = await fetch(this.root + path, {
        method,
        body, // oxlint-disable-line no-invalid-fetch-options -- a GET has none: it is undefined
        headers: { ...type, ...headers },
        cache: "no-store",
        credentials: "same-origin",
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      value = await response.json();
    } catch (error) {
      told.outcome = "no reply";
      this.onCall(told);
      throw unanswered(error, response);
    }
    told.outcome = outcome(response, value);
    this.onCall(told);
    if (!response.ok) throw problemOf(response, value);
    return value;
  }
}

function withQuery(path, query) {
  const text = new URLSearchParams(query).toString();
  return text ? `${path}?${text}` : path;
}

function outcome(response, value) {
  return value?.ok === false && value.code ? `${response.status} ${value.code}` : `${response.status} ok`;
}

function unanswered(error, response) {
  if (error.name === "TimeoutError") {
    return new Problem("The server does not answer.", { code: "stalled", again: true });
  }
  if (response) {
    return new Problem("What came back is no reply of this server.", { code: "garbled", again: true });
  }
  return new Problem("The server cannot be reached.", { code: "unreachable", again: true });
}

function problemOf(response, value) {
  const code = value?.code ?? "";
  const asked = Number(value?.retryAfter ?? response.headers.get("Retry-After") ?? 0);
  const wait = Number.isFinite(asked) ? Math.min(Math.max(0, Math.ceil(asked)), LONGEST_WAIT_S) : 0;
  if (response.status === 429) {
    return new Problem("The server asks for a pause: too many requests came from here.", {
      code,
      again: true,
      wait,
    });
  }
  if (response.status === 503) {
    return new Problem("The server is busy or about to restart.", { code, again: true, wait });
  }
  if (response.status >= 500) {
    const name = value?.requestId ?? value?.request_id;
    const id = name ? ` (request ${name})` : "";
    return new Problem(`The server made a mistake${id}; your run is as it was.`, { code, again: true, wait });
  }
  return new Problem(value?.reason ?? `The server answered ${response.status}.`, { code, reply: value });
}
