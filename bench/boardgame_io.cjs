// boardgame.io in the race of bench/server.py: `server PORT` serves endless tic-tac-toe from memory, `clients PORT TABLES
// SPECTATORS SECONDS` play it as fast as it lets them and write what they measured as a line of JSON.

const { createRequire } = require("node:module");
const { join } = require("node:path");
const installed = createRequire(join(process.cwd(), "package.json"));

const [what, port, tables, spectators, seconds] = process.argv.slice(2);
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const done = (cells) => cells.every((cell) => cell !== null) || LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c]);

if (what === "server") {
  const { Server, Origins } = installed("boardgame.io/server");
  const endless = {
    name: "endless",
    setup: () => ({ cells: Array(9).fill(null) }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
      mark({ G, playerID }, cell) {
        if (G.cells[cell] !== null) return "INVALID_MOVE";
        G.cells[cell] = playerID;
        if (done(G.cells)) G.cells = Array(9).fill(null);
      },
    },
  };
  const server = Server({ games: [endless], origins: [Origins.LOCALHOST] });
  server.run({ port: Number(port), callback: () => console.log("ready") });
} else {
  const { io } = installed("socket.io-client");
  const took = [];
  const active = new Set();
  let moves = 0;
  let bytes = 0;
  let messages = 0;
  let running = false;

  const weigh = (...parts) => {
    if (!running) return;
    bytes += JSON.stringify(parts).length;
    messages += 1;
  };

  // Resolves with what makes the first move once the table is shown. Nobody moves before both are there: whoever is shown a
  // table that is being made, or that moves on at that moment, would wait for ever, and the table would not be measured.
  function player(match, seat) {
    const socket = io(`http://127.0.0.1:${port}/endless`, { transports: ["websocket"], forceNew: true });
    let asked = 0;
    const act = (state) => {
      if (state.ctx.currentPlayer !== seat) return;
      const cell = state.G.cells.indexOf(null);
      asked = performance.now();
      socket.emit("update", { type: "MAKE_MOVE", payload: { type: "mark", args: [cell], playerID: seat } }, state._stateID, match, seat);
    };
    socket.on("connect", () => socket.emit("sync", match, seat, undefined, 2));
    socket.on("update", (id, state, log) => {
      weigh(id, state, log);
      if (running && asked && state.ctx.currentPlayer !== seat) {
        took.push(performance.now() - asked);
        moves += 1;
        active.add(match);
        asked = 0;
      }
      act(state);
    });
    return new Promise((shown) => socket.once("sync", (id, { state }) => shown(() => act(state))));
  }

  function spectator(match) {
    const socket = io(`http://127.0.0.1:${port}/endless`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", match, undefined, undefined, 2));
    socket.on("update", weigh);
  }

  (async () => {
    const begin = [];
    for (let n = 0; n < Number(tables); n++) {
      begin.push(await player(`match-${n}`, "0"));
      await player(`match-${n}`, "1");
    }
    for (let n = 0; n < Number(spectators); n++) spectator(`match-${n % Number(tables)}`);
    for (const first of begin) first();
    await new Promise((go) => setTimeout(go, 2000));
    running = true;
    console.log("measuring");
    await new Promise((go) => setTimeout(go, 1000 * Number(seconds)));
    running = false;
    took.sort((a, b) => a - b);
    const share = (part) => took[Math.floor(took.length * part)] ?? 0;
    console.log(JSON.stringify({ active: active.size, moves, p50: share(0.5), p99: share(0.99), bytes: bytes / Math.max(1, messages) }));
    process.exit(0);
  })();
}
