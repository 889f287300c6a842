/** Brings what was written to the server, and shows what it says. */

import { confirmed } from "../../common/question.js";
import { plural } from "../../common/words.js";
import { nameOf } from "./cells.js";
import { tell } from "./words.js";

const LABELS = { "": "Send", check: "Check", submit: "Submit", resign: "Give up" };

export class Sender {
  constructor(board) {
    this.board = board;
    this.table = board.table;
    this.flushing = null;
  }

  /** Send what is written as long as the server asks nothing for it. */
  flush() {
    const { board, table } = this;
    const all = async () => {
      while (board.draft.size > 0 && !table.door.demands && (await this.send()));
    };
    this.flushing ??= all().finally(() => {
      this.flushing = null;
    });
  }

  /** Give up, once that is confirmed. */
  async resign() {
    if (this.table.busy) return;
    const isMeant = await confirmed({
      title: "Give this puzzle up?",
      text: "The game ends. You are paid for the cells that are right so far, and see the solution.",
      yes: "Give up",
      no: "Play on",
    });
    if (isMeant) await this.send("resign");
  }

  /** Send what is written, and one more command after it or none; resolves to whether all was accepted. */
  async send(last = "") {
    const { board, table } = this;
    if (last) await this.flushing;
    if (table.busy || !board.seen || board.isOver) return false;
    const commands = this.commands(last);
    if (commands.length === 0) {
      table.message.say("There is nothing to send; write a digit first.");
      return false;
    }
    const hadFocus = board.grid.hasFocus || document.activeElement === document.body;
    const reply = await this.asking(this.about(last), () => table.ask(commands));
    if (!reply) return false;
    this.take(commands, reply);
    if (!table.door.demands) this.flush(); // what was written meanwhile
    if (hadFocus && !board.isOver) board.grid.focus(board.at);
    return reply.ok;
  }

  /** Send a review; resolves to why it was refused, or to "". */
  async finish(rating, review) {
    const { board, table } = this;
    let refused = "";
    const about = { title: "Send the review", label: "Send" };
    const reply = await this.asking(about, async () => {
      try {
        return await table.sent(() => table.door.finish(table.run.token, rating, review));
      } catch (problem) {
        refused = problem.message;
        throw problem;
      }
    });
    if (reply?.ok) {
      board.reviewed();
      table.message.say("Your review was sent.", "good");
    }
    return refused;
  }

  commands(last) {
    const { board } = this;
    const edits = board.draft.commands();
    // Another page that goes on with this game then begins at the same cell.
    const isMoved = edits.length > 0 && !board.isGiven && board.seen.selected !== nameOf(board.at);
    return [...edits, ...(isMoved ? [`select ${nameOf(board.at)}`] : []), ...(last ? [last] : [])];
  }

  /** Do something for which the person may be asked the server's question, in words that say what for. */
  asking(about, work) {
    const { table } = this;
    return table.working(async () => {
      table.door.about = about;
      try {
        return await work();
      } finally {
        table.door.about = {};
      }
    });
  }

  about(last) {
    const { board } = this;
    const { size } = board.draft;
    const label = LABELS[last];
    const cells = plural(size, "cell");
    const title = !last ? `Send ${cells}` : size > 0 ? `Send ${cells}, then ${label.toLowerCase()}` : label;
    const empty = board.emptyCells();
    const left = last === "submit" && empty > 0 ? `Still empty: ${plural(empty, "cell")}. ` : "";
    return { title, label, note: `${left}The server takes it together with the answer to a question.` };
  }

  take(commands, reply) {
    const { board, table } = this;
    const accepted = commands.slice(0, reply.applied);
    if (accepted.length > 0) table.take(accepted, reply, { each: true });
    board.keep();
    if (!reply.ok) {
      table.refuse(reply);
      return;
    }
    const told = reply.events.map(tell).filter(Boolean);
    const sent = accepted.filter((command) => !/^(select|check|submit|resign)/.test(command)).length;
    const words = [...(sent > 0 ? [`Sent: ${plural(sent, "command")}.`] : []), ...told];
    table.message.say(words.join(" "), kindOf(commands.at(-1), reply.observation));
  }
}

function kindOf(last, { status, wrong }) {
  if (status === "won") return "good";
  if (last === "submit" || (last === "check" && wrong.length > 0)) return "refused";
  return last === "check" ? "good" : "info";
}
