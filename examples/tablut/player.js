// A complete player for the Tablut competition: the king escapes where he can, else it moves at random.
//
//     node player.js white|black [SECONDS [HOST [NAME]]]
//
// Make it yours in `choose`. White connects to port 5800, black to 5801.

"use strict";
const net = require("net");

const CAMPS = new Set(["a4", "a5", "a6", "b5", "i4", "i5", "i6", "h5", "d1", "e1", "f1", "e2", "d9", "e9", "f9", "e8"]);

// Returns one of `moves`, each {from, to, king} with names of squares; `board[row][column]` is as the server sends it.
function choose(board, colour, moves) {
  const escape = moves.find((move) => move.king && /[ai]|[19]/.test(move.to));
  return escape || moves[Math.floor(Math.random() * moves.length)];
}

const nameOf = (row, column) => "abcdefghi"[column] + (row + 1);

// Returns every move of a colour by the competition's rules.
function movesOf(board, colour) {
  const own = colour === "WHITE" ? ["WHITE", "KING"] : ["BLACK"];
  const found = [];
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      if (!own.includes(board[row][column])) continue;
      const from = nameOf(row, column);
      for (const [down, across] of [[-1, 0], [0, 1], [1, 0], [0, -1]]) {
        for (let far = 1; mayEnter(board, from, row + far * down, column + far * across, far); far++) {
          const to = nameOf(row + far * down, column + far * across);
          found.push({ from, to, king: board[row][column] === "KING" });
        }
      }
    }
  }
  return found;
}

// Returns whether a piece `far` squares away may pass or stop on a square; the throne is never "EMPTY".
function mayEnter(board, from, row, column, far) {
  if (!board[row] || board[row][column] !== "EMPTY") return false;
  return !CAMPS.has(nameOf(row, column)) || (CAMPS.has(from) && far <= 5);
}

function send(server, value) {
  const body = Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(4);
  head.writeInt32BE(body.length);
  server.write(Buffer.concat([head, body]));
}

// This player ignores the seconds for a move; yours may use them.
const [side, , address = "localhost", name = "JavaScript"] = process.argv.slice(2);
if (side !== "white" && side !== "black") {
  console.error("node player.js white|black [SECONDS [HOST [NAME]]]");
  process.exit(2);
}
const colour = side.toUpperCase();
const [host, port] = address.split(":");
const server = net.connect(Number(port || (side === "white" ? 5800 : 5801)), host, () => send(server, name));
let waiting = Buffer.alloc(0);

server.on("data", (data) => {
  waiting = Buffer.concat([waiting, data]); // TCP may deliver messages in pieces
  while (waiting.length >= 4 && waiting.length >= 4 + waiting.readInt32BE(0)) {
    const length = waiting.readInt32BE(0);
    const state = JSON.parse(waiting.subarray(4, 4 + length).toString());
    waiting = waiting.subarray(4 + length);
    if (state.turn === colour) {
      const { from, to } = choose(state.board, colour, movesOf(state.board, colour));
      send(server, { from, to, turn: colour });
    } else if (state.turn !== "WHITE" && state.turn !== "BLACK") {
      console.log(state.turn);
      server.end();
    }
  }
});
server.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
