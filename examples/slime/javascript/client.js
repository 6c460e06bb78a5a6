// A complete AI for the Slime contest: it moves at random. Make it yours in `choose`.
//
//     node client.js [HOST [PORT [TEAM [NAME]]]]

const net = require("net");

const TURNS = 180, WIDTH = 25, HEIGHT = 13, SLIMES = 5;
const RIGHT = 0, UP = 1, LEFT = 2, DOWN = 3;
const NOBODY = 255;
const STATE_BYTES = 347;

// Returns the directions of your five slimes for the next turn.
//
// team is 0 (A) or 1 (B); state.owner[x][y] is 0, 1 or NOBODY, (0, 0) is the bottom left square;
// state.slimes[team][number] is the place {x, y} of a slime.
function choose(team, state) {
  return Array.from({ length: SLIMES }, () => Math.floor(Math.random() * 4));
}

// Returns one byte, then text in UTF-8 padded with zero bytes or cut.
function textMessage(first, text, length) {
  const message = Buffer.alloc(1 + length);
  message[0] = first;
  message.write(text, 1, length, "utf8");
  return message;
}

function readState(bytes) {
  const owner = Array.from({ length: WIDTH }, (_, x) => [...bytes.subarray(2 + x * HEIGHT, 2 + (x + 1) * HEIGHT)]);
  const places = Array.from({ length: 2 * SLIMES }, (_, slime) => ({
    x: bytes[327 + 2 * slime],
    y: bytes[328 + 2 * slime],
  }));
  return { turn: bytes.readUInt16LE(0), owner, slimes: [places.slice(0, SLIMES), places.slice(SLIMES)] };
}

const [host = "localhost", port = "25252", wanted = "0", name = "JavaScript"] = process.argv.slice(2);
const server = net.connect({ host, port: Number(port), noDelay: true });
let received = Buffer.alloc(0);
let team = null;
let over = false;

// Handles one whole message of those received; returns false if there is none.
function takeMessage() {
  if (received.length === 0) return false;
  if (team === null) {
    team = received[0];
    received = received.subarray(1);
    if (team === 255) throw new Error("The server has no place for us.");
    server.write(textMessage(255, "Hello!", 40)); // a message beside your banner
    return true;
  }
  if (received[0] === 255) {
    console.error("The server could not read a message of ours.");
    received = received.subarray(1);
    return true;
  }
  if (received.length < STATE_BYTES) return false;
  const state = readState(received);
  received = received.subarray(STATE_BYTES);
  over = state.turn === TURNS;
  if (!over) server.write(Buffer.from([state.turn & 255, state.turn >> 8, ...choose(team, state)]));
  return true;
}

server.on("connect", () => server.write(textMessage(Number(wanted), name, 23)));
server.on("data", (data) => {
  received = Buffer.concat([received, data]);
  while (takeMessage());
  if (over) server.end();
});
server.on("close", () => {
  if (!over) throw new Error("The server ended the connection.");
});
