// A program that plays every game at random over JSON lines. It needs nothing but Node.
//
//     python main.py play slime --seats "cmd:node examples/bots/chooser.js,random" --headless

'use strict'
const readline = require('node:readline')

let schema = {}

// Returns a function that draws numbers from 0 up to `count`, the same for the same seed.
function chanceOf(seed) {
  let state = seed % 4294967296
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 4294967296) * count)
  }
}

// Returns a random value that a JSON Schema allows.
function made(part, chance) {
  const one = (values) => values[chance(values.length)]
  if (part.$ref) return made(schema.$defs[part.$ref.split('/').pop()], chance)
  if (part.anyOf) return made(one(part.anyOf), chance)
  if (part.enum) return one(part.enum)
  switch (part.type) {
    case 'object':
      return Object.fromEntries(part.required.map((name) => [name, made(part.properties[name], chance)]))
    case 'array':
      return (part.prefixItems ?? Array(part.minItems ?? 0).fill(part.items)).map((item) => made(item, chance))
    case 'integer': {
      const least = part.minimum ?? 0
      return least + chance((part.maximum ?? least + 99) - least + 1)
    }
    case 'boolean':
      return chance(2) === 1
    case 'string':
      return one(part.examples ?? [''])
    default:
      return null
  }
}

function reply(message) {
  switch (message.type) {
    case 'hello':
      schema = message.action_schema
      return { type: 'ready', id: message.id }
    case 'ask': {
      const chance = chanceOf(message.seed)
      const action = message.legal ? message.legal[chance(message.legal.length)] : made(schema, chance)
      return { type: 'answer', id: message.id, action }
    }
  }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const said = reply(JSON.parse(line))
  if (said) console.log(JSON.stringify(said))
})
