// A small Marrakech bot for Node, speaking JSON lines: it lays its rugs where it gains most squares, and turns
// away from opponents' rugs. No packages needed.
//
//     python main.py play marrakech --seats "cmd:node examples/bots/collector.js,random" --headless

'use strict'
const readline = require('node:readline')

const SIZE = 7
const HEADINGS = ['north', 'east', 'south', 'west']
const FORWARD = [[0, -1], [1, 0], [0, 1], [-1, 0]]
const QUARTERS = { left: 3, ahead: 0, right: 1 }
let seat = 0

function worthOfWay(view, way) {
  const [right, down] = FORWARD[(HEADINGS.indexOf(view.heading) + QUARTERS[way]) % 4]
  const mine = view.seats[seat].colours
  let foreign = 0
  for (let steps = 1; steps <= 4; steps++) {
    const column = (view.square % SIZE) + right * steps
    const row = Math.floor(view.square / SIZE) + down * steps
    if (column < 0 || column >= SIZE || row < 0 || row >= SIZE) break
    const colour = view.colours[row * SIZE + column]
    if (colour >= 0 && !mine.includes(colour)) foreign += 1
  }
  return -foreign
}

function worthOfRug(view, squares) {
  const mine = view.seats[seat].colours
  const gains = squares.map((square) => {
    const colour = view.colours[square]
    if (mine.includes(colour)) return 0
    return colour < 0 ? 1 : 2
  })
  return gains[0] + gains[1]
}

function worth(view, action) {
  return action.do === 'turn' ? worthOfWay(view, action.way) : worthOfRug(view, action.squares)
}

function reply(message) {
  if (message.type === 'hello') {
    seat = message.seat
    return { type: 'ready', id: message.id }
  }
  if (message.type !== 'ask') return null
  const values = message.legal.map((action) => worth(message.view, action))
  const best = message.legal.filter((_, index) => values[index] === Math.max(...values))
  console.error(`step ${message.number}: ${best.length} of ${values.length} actions are best`)
  return { type: 'answer', id: message.id, action: best[message.seed % best.length] }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const said = reply(JSON.parse(line))
  if (said) console.log(JSON.stringify(said))
})
