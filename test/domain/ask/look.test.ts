import {
  type ExploreBudget,
  type ExploreResult,
  exploreResultsWithin,
  offeredExploreKinds,
} from '../../../src/ask/rules/explore-command.ts'
import { EXPLORE_ROUNDS_MAX, exploreBudgetAfter, nextExplore } from '../../../src/ask/rules/next-step.ts'

const found = (text: string): ExploreResult => ({ kind: 'found', text, tables: 1, values: 0 })
const customers = { name: 'customers', columns: [], primaryKey: [], foreignKeys: [] }
const budget: ExploreBudget = { left: 1, found: [] }

it('nextExplore allows three rounds and fails the model on a fourth', () => {
  expect([0, 1, 2, 3].map(nextExplore)).toEqual(['explore', 'explore', 'explore', { problem: 'model_failed' }])
  const rounds = Array.from({ length: EXPLORE_ROUNDS_MAX }, () => found(''))
  expect(offeredExploreKinds(exploreBudgetAfter(rounds, 3), { tables: [], tablesLeftOut: 9 })).toEqual([])
})

it('exploreBudgetAfter leaves no round if the remaining model calls are needed for the draft', () => {
  expect([0, 3, 4, 8].map((calls) => exploreBudgetAfter([], calls).left)).toEqual([
    EXPLORE_ROUNDS_MAX,
    EXPLORE_ROUNDS_MAX,
    0,
    0,
  ])
})

it('offeredExploreKinds offers only values if the whole schema is in the prompt', () => {
  expect(offeredExploreKinds(budget, { tables: [customers], tablesLeftOut: 0 })).toEqual(['values'])
  const all = ['search', 'describe', 'values']
  expect(offeredExploreKinds(budget, { tables: [customers], tablesLeftOut: 1 })).toEqual(all)
  expect(offeredExploreKinds(budget, { tables: [{ ...customers, columnsLeftOut: 1 }], tablesLeftOut: 0 })).toEqual(all)
  expect(offeredExploreKinds(undefined, { tables: [], tablesLeftOut: 1 })).toEqual([])
})

it('exploreResultsWithin keeps the latest results within the tokens, and half of them for one result', () => {
  const rounds = ['a', 'b', 'c'].map((letter) => found(letter.repeat(300)))
  expect(exploreResultsWithin({ left: 0, found: rounds }, 600)).toEqual(rounds)
  expect(exploreResultsWithin({ left: 0, found: rounds }, 400)).toEqual(rounds.slice(1))
  const [title, lines] = ['For "wages":', 'x'.repeat(300)]
  expect(exploreResultsWithin({ left: 0, found: [...rounds, found(`${title}\n${lines}`)] }, 100)).toEqual([
    found(title),
  ])
})
