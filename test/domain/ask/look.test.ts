import {
  type ExploreBudget,
  type ExploreResult,
  exploreResultsWithin,
  offeredExploreKinds,
} from '../../../src/ask/rules/explore-command.ts'
import { EXPLORE_ROUNDS_MAX, exploreBudgetAfter, nextExplore } from '../../../src/ask/rules/next-step.ts'

const found = (text: string): ExploreResult => ({ kind: 'found', text, tables: 1, values: 0 })
const customers = { name: 'customers', columns: [], primaryKey: [], foreignKeys: [] }
const looking: ExploreBudget = { left: 1, found: [] }

it('three rounds are answered, and a model that looks nonetheless is given up', () => {
  expect([0, 1, 2, 3].map(nextExplore)).toEqual(['explore', 'explore', 'explore', { problem: 'model_failed' }])
  const rounds = Array.from({ length: EXPLORE_ROUNDS_MAX }, () => found(''))
  expect(offeredExploreKinds(exploreBudgetAfter(rounds, 3), { tables: [], tablesLeftOut: 9 })).toEqual([])
})

it('nothing is looked for where one draft is left of the calls of a turn', () => {
  expect([0, 3, 4, 8].map((calls) => exploreBudgetAfter([], calls).left)).toEqual([
    EXPLORE_ROUNDS_MAX,
    EXPLORE_ROUNDS_MAX,
    0,
    0,
  ])
})

it('of a schema that is shown whole only values are worth looking for', () => {
  expect(offeredExploreKinds(looking, { tables: [customers], tablesLeftOut: 0 })).toEqual(['values'])
  const all = ['search', 'describe', 'values']
  expect(offeredExploreKinds(looking, { tables: [customers], tablesLeftOut: 1 })).toEqual(all)
  expect(offeredExploreKinds(looking, { tables: [{ ...customers, columnsLeftOut: 1 }], tablesLeftOut: 0 })).toEqual(all)
  expect(offeredExploreKinds(undefined, { tables: [], tablesLeftOut: 1 })).toEqual([])
})

it('what was found last is shown first of all, and takes half of the tokens at the most', () => {
  const rounds = ['a', 'b', 'c'].map((letter) => found(letter.repeat(300)))
  expect(exploreResultsWithin({ left: 0, found: rounds }, 600)).toEqual(rounds)
  expect(exploreResultsWithin({ left: 0, found: rounds }, 400)).toEqual(rounds.slice(1))
  const [title, lines] = ['For "wages":', 'x'.repeat(300)]
  expect(exploreResultsWithin({ left: 0, found: [...rounds, found(`${title}\n${lines}`)] }, 100)).toEqual([
    found(title),
  ])
})
