// boardgame.io in the race of bench/server.py: serves endless tic-tac-toe from memory at the port it is given.

const { createRequire } = require("node:module");
const { join } = require("node:path");
const installed = createRequire(join(process.cwd(), "package.json"));

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
const done = (cells) => cells.every((cell) => cell !== null) || LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[b] === cells[c]);

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
server.run({ port: Number(process.argv[2]), callback: () => console.log("ready") });
