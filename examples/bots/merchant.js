// A small bot for Gem Merchants in Node, speaking JSON lines: it buys the card with the most points, else takes the tokens
// that bring it closest to one. No packages needed.
//
//     python main.py play gems --seats "cmd:node examples/bots/merchant.js,greedy" --headless

'use strict'
const readline = require('node:readline')

const GOLD = 5
let seat = 0
let cards = []

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

// Returns how many tokens are missing for a card.
function missing(card, tokens, bonuses) {
  const lacks = card.cost.map((cost, colour) => Math.max(0, cost - bonuses[colour] - tokens[colour]))
  return Math.max(0, sum(lacks) - tokens[GOLD])
}

// Returns how good the best card is with these tokens: its points, weighed against the tokens missing for it.
function outlook(view, tokens) {
  const own = view.seats[seat]
  const within = [...view.market, ...own.reserved.map((held) => held.card)].filter((card) => card > 0)
  const worths = within.map((id) => (cards[id].points + 1) / (missing(cards[id], tokens, own.bonuses) + 1))
  return Math.max(0, ...worths)
}

function worth(view, action) {
  const tokens = [...view.seats[seat].tokens]
  switch (action.do) {
    case 'buy':
      return 100 + 10 * cards[action.card].points - sum(action.gold)
    case 'take':
      for (const gem of action.gems) tokens[gem] += 1
      return outlook(view, tokens) + action.gems.length / 100
    case 'return':
      return outlook(view, tokens.map((count, gem) => count - action.tokens[gem]))
    default:
      return 0
  }
}

function reply(message) {
  if (message.type === 'hello') {
    seat = message.seat
    cards = Object.fromEntries(message.brief.cards.map((card) => [card.id, card]))
    return { type: 'ready', id: message.id }
  }
  if (message.type !== 'ask') return null
  const worths = message.legal.map((action) => worth(message.view, action))
  const best = message.legal.filter((_, index) => worths[index] === Math.max(...worths))
  return { type: 'answer', id: message.id, action: best[message.seed % best.length] }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const said = reply(JSON.parse(line))
  if (said) console.log(JSON.stringify(said))
})
