// The line to the table: one socket, opened again whenever it breaks.

const CLOSED_FOR_GOOD = [4403, 4404];

export class Line {
  /** `greet` gives the first message; `hear` gets every message; `state` hears "open", "lost" or "closed". */
  constructor(table, { greet, hear, state }) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.address = `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}`;
    this.greet = greet;
    this.hear = hear;
    this.state = state;
    this.wait = 400;
    this.connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    const socket = (this.socket = new WebSocket(this.address));
    socket.addEventListener("open", () => {
      this.wait = 400;
      this.send(this.greet());
      this.state("open");
    });
    socket.addEventListener("message", (event) => socket === this.socket && this.hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (socket !== this.socket) return;
      if (CLOSED_FOR_GOOD.includes(event.code)) return this.state("closed");
      this.state("lost");
      this.timer = setTimeout(() => this.connect(), this.wait * (0.7 + Math.random() * 0.6));
      this.wait = Math.min(this.wait * 1.7, 8000);
    });
  }

  /** Try again at once instead of waiting. */
  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED && this.timer) this.connect();
  }

  /** Say hello again, as somebody else. */
  again() {
    const old = this.socket;
    this.connect();
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
