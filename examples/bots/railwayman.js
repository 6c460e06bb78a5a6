// A small bot for Caravan Rails, speaking JSON lines: it joins each maker of a cargo to its nearest taker by a
// single track with one train, as long as its coins last. Written from docs/rails.md alone. No packages needed.
//
//     python main.py play rails --seats "cmd:node examples/bots/railwayman.js,random" --headless

'use strict'
const readline = require('node:readline')
const zlib = require('node:zlib')

const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]] // over the edges north, east, south, west
const EDGES = 'NESW'
const TAKER = { 0: 1, 2: 3 } // coal mine and power station, well and refinery
const SIDE = [2, 2, 1, 2] // tiles along each side, by kind
const REACH = 4 // how far a platform reaches, in tiles
const LENGTH = 4 // tiles of a platform: a train of five wagons is three tiles long
const PRICE = [100, 200, 300] // coins for a tile of rail on plain, wood and hill
const PLATFORMS = 2 * LENGTH * 400
const TRAIN = 3000
const MOST_RUN = 256

let seat = 0
let land = null
const joined = new Set()

const opposite = (edge) => (edge + 2) % 4

// Returns a leg's heading in eighths of a circle; that of a corner is its diagonal.
function heading(enter, leave) {
  const [first, last] = [2 * opposite(enter), 2 * leave]
  if (first === last) return first
  return Math.abs(first - last) === 6 ? 7 : (first + last) / 2
}

const turn = (before, after) => Math.min((before - after + 8) % 8, (after - before + 8) % 8)

// Returns the tiles on which something is built, from the field `works` of the view.
function built(works) {
  const data = zlib.inflateSync(Buffer.from(works, 'base64'))
  const found = new Set()
  let [at, tile] = [0, -1]
  const number = () => {
    let [value, scale] = [0, 1]
    for (; data[at] & 128; at++, scale *= 128) value += (data[at] & 127) * scale
    return value + data[at++] * scale
  }
  while (at < data.length) {
    tile += number()
    found.add(tile)
    const mask = data[at]
    at += 2 + (mask & 64 ? 1 : 0)
    if (!(mask & 128)) continue
    const things = data[at++]
    if (things & 29) number()
    at += (things & 12 ? 1 : 0) + (things & 2 ? 1 : 0)
  }
  return found
}

function surveyed({ size, terrain, industries }) {
  const kinds = []
  for (const byte of Buffer.from(terrain, 'base64')) kinds.push(...Array((byte >> 3) + 1).fill(byte & 7))
  return { size, kinds, industries }
}

// Returns the makers that are not joined yet, each with its nearest taker, the nearest pair first.
function pairs() {
  const { size, industries } = land
  const far = (a, b) => Math.abs((a % size) - (b % size)) + Math.abs(Math.floor(a / size) - Math.floor(b / size))
  const found = []
  for (const maker of industries) {
    if (TAKER[maker[0]] === undefined || maker[3] || joined.has(maker[1])) continue
    const takers = industries.filter((taker) => taker[0] === TAKER[maker[0]])
    const distances = takers.map((taker) => far(maker[1], taker[1]))
    const least = Math.min(...distances)
    if (least > 14) found.push([least, maker, takers[distances.indexOf(least)]])
  }
  return found.sort((a, b) => a[0] - b[0] || a[1][1] - b[1][1])
}

// Returns rows of open tiles from which a platform reaches an industry, away from the rim and all that is built.
function placements(industry, taken) {
  const { size } = land
  const [left, top, side] = [industry[1] % size, Math.floor(industry[1] / size), SIDE[industry[0]]]
  const found = []
  for (let y = top - REACH; y < top + side + REACH; y++) {
    for (let x = left - REACH; x < left + side + REACH; x++) {
      for (const [across, down] of [[1, 0], [0, 1]]) {
        const row = Array.from({ length: LENGTH }, (_, step) => [x + across * step, y + down * step])
        const alone = ([column, line]) => STEPS.every(([dx, dy]) => !taken.has((line + dy) * size + column + dx))
        if (row.every(([column, line]) => isOpen(column, line, taken)) && row.every(alone)) found.push({ row, across })
      }
    }
  }
  return found
}

function isOpen(x, y, taken) {
  const tile = y * land.size + x
  return x > 1 && y > 1 && x < land.size - 2 && y < land.size - 2 && land.kinds[tile] < 3 && !taken.has(tile)
}

// Returns the tile and the edge by which a train leaves a platform, at each of its ends.
const ends = ({ row, across }) => [[...row[0], across ? 3 : 0], [...row[LENGTH - 1], across ? 1 : 2]]

// Returns the cheapest way over open tiles from an end of one platform to an end of another (Dijkstra, 1959).
function route(first, lasts, taken) {
  const goals = new Map()
  for (const last of lasts) for (const [x, y, leave] of ends(last)) goals.set(`${x},${y},${leave}`, last)
  const buckets = [[]]
  const best = new Map()
  for (const [x, y, leave] of ends(first)) buckets[0].push({ x, y, enter: opposite(leave), leave, before: null })
  for (let price = 0; price < buckets.length; price++) {
    for (const leg of buckets[price] || []) {
      const key = `${leg.x},${leg.y},${leg.enter},${leg.leave}`
      if (best.has(key)) continue
      best.set(key, price)
      const [x, y] = [leg.x + STEPS[leg.leave][0], leg.y + STEPS[leg.leave][1]]
      const enter = opposite(leg.leave)
      const last = goals.get(`${x},${y},${enter}`)
            if (last && leg.before) {
        const own = new Set([...first.row, ...last.row].map(String))
        const way = []
        for (let one = leg; one.before; one = one.before) way.unshift(one)
        const tiles = way.map((one) => `${one.x},${one.y}`)
        if (new Set(tiles).size === tiles.length && !tiles.some((tile) => own.has(tile)) && way.length <= MOST_RUN) {
          return { last, way, price }
        }
      }
      if (!isOpen(x, y, taken)) continue
      for (let leave = 0; leave < 4; leave++) {
        if (leave === enter || turn(heading(leg.enter, leg.leave), heading(enter, leave)) > 1) continue
        const after = price + PRICE[land.kinds[y * land.size + x]] / 100
        ;(buckets[after] = buckets[after] || []).push({ x, y, enter, leave, before: leg })
      }
    }
  }
  return null
}

// Returns the groups that build a line for a pair, and their cost; null if there is no way.
function line(maker, taker, taken) {
  const lasts = placements(taker, taken)
  let best = null
  for (const first of placements(maker, taken).slice(0, 6)) {
    const found = lasts.length ? route(first, lasts, taken) : null
    if (found && (!best || found.price < best.price)) best = { first, ...found }
  }
  if (!best) return null
  const platform = ({ row, across }) => ['platforms', row[0][0], row[0][1], across ? 'EW' : 'NS', LENGTH, 1, 0]
  const run = best.way.map((leg) => EDGES[leg.leave]).join(' ')
  const [start] = best.way
  const rail = ['rail', start.x, start.y, EDGES[start.enter], run]
  const buy = ['buy', 'freight', 5, 0, [[-1, 'full'], [-2, 'unload']], 0]
  return { groups: [platform(best.first), platform(best.last), rail, buy], price: 100 * best.price + PLATFORMS + TRAIN }
}

function choose(view, seats) {
  const [, , tick, , , , cash, , , , serials, works] = view
  const coins = cash[cash.length > 1 ? seat : 0]
  const [next] = pairs()
  if (next && coins > PLATFORMS + TRAIN + 100 * next[0]) {
    joined.add(next[1][1])
    const found = line(next[1], next[2], built(works))
    const serial = Math.max(serials[seat], tick) + 1
    if (found && found.price < coins) return { do: 'plan', serial, groups: found.groups }
  }
  return seats === 1 ? { do: 'advance', ticks: 32 } : { do: 'plan', serial: 0, groups: [] }
}

let seats = 1
readline.createInterface({ input: process.stdin }).on('line', (text) => {
  const message = JSON.parse(text)
  if (message.type === 'hello') {
    ;({ seat, seats } = message)
    if (message.brief && message.brief.land) {
      const [size, terrain, , industries] = message.brief.land
      land = { size, kinds: [...Buffer.from(terrain, 'base64')], industries }
    }
    console.log(JSON.stringify({ type: 'ready', id: message.id }))
  } else if (message.type === 'ask') {
    for (const event of message.events) if (event.kind === 'surveyed') land = surveyed(event.data)
    console.log(JSON.stringify({ type: 'answer', id: message.id, action: choose(message.view, seats) }))
  }
})
