// The line to the table: one socket, opened again whenever it breaks.

const CLOSED_FOR_GOOD = [4403, 4404];
const STRIKES = 3;

export class Line {
  /** `greet` gives the first message; `hear` gets every message; `state` hears "open", "lost", "stuck" or "closed". */
  constructor(table, { greet, hear, state }) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}`;
    this.greet = greet;
    this.hear = hear;
    this.state = state;
    this.retry();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  /** Begin anew, with all patience. */
  retry() {
    this.wait = 400;
    this.strikes = 0;
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    let heard = false;
    const socket = (this.socket = new WebSocket(this.address));
    socket.addEventListener("open", () => {
      this.send(this.greet());
      this.state("open");
    });
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      heard = true;
      this.wait = 400;
      this.strikes = 0;
      this.hear(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket !== this.socket) return;
      if (CLOSED_FOR_GOOD.includes(event.code)) return this.state("closed");
      this.state("lost");
      this.again(heard);
    });
  }

  /** A line that broke is opened again and again; a table that closes it unheard, in a house that answers, is not. */
  async again(heard) {
    const socket = this.socket;
    if (!heard && (await houseAnswers())) this.strikes += 1;
    if (socket !== this.socket) return;
    if (this.strikes >= STRIKES) return this.state("stuck");
    this.timer = setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
    this.wait = Math.min(this.wait * 1.7, 8000);
  }

  /** Try again at once instead of waiting. */
  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED && this.timer && this.strikes < STRIKES) this.connect();
  }

  /** Say hello again, as somebody else. */
  reopen() {
    const old = this.socket;
    this.connect();
    old.close();
  }

  /** Enough was heard. */
  close() {
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = { readyState: WebSocket.CLOSED };
    this.timer = null;
    old.close();
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
    return this.open;
  }
}

async function houseAnswers() {
  try {
    return (await fetch("/api/games", { method: "HEAD", cache: "no-store" })).status < 500;
  } catch {
    return false;
  }
}
