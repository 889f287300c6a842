/** The door of the games at /api/games: how a run is started, moved, looked at and replayed. */

/**
 * What the pages need of an API family; a game of another family brings a door with the same methods. Each
 * returns a reply with at least `{ok, stateToken, observation, score, gameOver}`; a refusal has `ok: false`
 * and a `reason`.
 */
export class Gameboard {
  constructor(api, slug, legal = "full") {
    this.api = api;
    this.path = `/api/games/${slug}`;
    this.query = { legal };
  }

  /** Start a run; a seed of null lets the server pick one. */
  start(seed, options) {
    const query = seed === null ? { ...options } : { seed, ...options };
    return this.api.get(`${this.path}/init`, { ...query, ...this.query });
  }

  /** Play one action. */
  act(stateToken, action) {
    return this.api.post(`${this.path}/action`, { stateToken, action }, this.query);
  }

  /** Play a list of items, each an action or `{repeat, action}`. */
  batch(stateToken, items, stopOnEvent = false) {
    const body = stopOnEvent ? { stateToken, actions: items, stopOnEvent } : { stateToken, actions: items };
    return this.api.post(`${this.path}/action`, body, this.query);
  }

  /** Look at a position without moving. */
  look(stateToken) {
    return this.api.post(`${this.path}/state`, { stateToken }, this.query);
  }
}
