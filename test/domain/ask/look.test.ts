import { type Found, foundWithin, type Looking, offeredLooks } from '../../../src/ask/rules/look.ts'
import { LOOK_ROUNDS_MAX, lookingAfter, nextLook } from '../../../src/ask/rules/next-step.ts'

const found = (text: string): Found => ({ kind: 'found', text, tables: 1, values: 0 })
const customers = { name: 'customers', columns: [], primaryKey: [], foreignKeys: [] }
const looking: Looking = { left: 1, found: [] }

it('three rounds are answered, and a model that looks nonetheless is given up', () => {
  expect([0, 1, 2, 3].map(nextLook)).toEqual(['explore', 'explore', 'explore', { problem: 'model_failed' }])
  const rounds = Array.from({ length: LOOK_ROUNDS_MAX }, () => found(''))
  expect(offeredLooks(lookingAfter(rounds, 3), { tables: [], tablesLeftOut: 9 })).toEqual([])
})

it('nothing is looked for where one draft is left of the calls of a turn', () => {
  expect([0, 3, 4, 8].map((calls) => lookingAfter([], calls).left)).toEqual([LOOK_ROUNDS_MAX, LOOK_ROUNDS_MAX, 0, 0])
})

it('of a schema that is shown whole only values are worth looking for', () => {
  expect(offeredLooks(looking, { tables: [customers], tablesLeftOut: 0 })).toEqual(['values'])
  const all = ['search', 'describe', 'values']
  expect(offeredLooks(looking, { tables: [customers], tablesLeftOut: 1 })).toEqual(all)
  expect(offeredLooks(looking, { tables: [{ ...customers, columnsLeftOut: 1 }], tablesLeftOut: 0 })).toEqual(all)
  expect(offeredLooks(undefined, { tables: [], tablesLeftOut: 1 })).toEqual([])
})

it('what was found last is shown first of all, and takes half of the tokens at the most', () => {
  const rounds = ['a', 'b', 'c'].map((letter) => found(letter.repeat(300)))
  expect(foundWithin({ left: 0, found: rounds }, 600)).toEqual(rounds)
  expect(foundWithin({ left: 0, found: rounds }, 400)).toEqual(rounds.slice(1))
  const [title, lines] = ['For "wages":', 'x'.repeat(300)]
  expect(foundWithin({ left: 0, found: [...rounds, found(`${title}\n${lines}`)] }, 100)).toEqual([found(title)])
})
