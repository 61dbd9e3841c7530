import { nextStep, REPAIRS_MAX } from '../../../src/ask/rules/next-step.ts'
import type { RefusedOutcome } from '../../../src/ask/rules/outcome.ts'

const refused = (by: RefusedOutcome['by'], repairable: boolean): RefusedOutcome => ({
  kind: 'refused',
  by,
  refusal: { reason: 'unknown_column', hint: 'There is no such column.', repairable },
})

it('nextStep answers with any rows, also none, after any number of repairs', () => {
  const outcome = { kind: 'rows', writer: 1, rowCount: 0, truncated: false } as const
  expect(nextStep(outcome, { repairs: 0, calls: 1 }, {})).toEqual({ do: 'answer', outcome })
  expect(nextStep(outcome, { repairs: REPAIRS_MAX, calls: 7 }, {})).toEqual({ do: 'answer', outcome })
})

it('nextStep asks if readings returned different rows, after any number of repairs', () => {
  const outcome = { kind: 'asks', choices: [] } as const
  expect(nextStep(outcome, { repairs: REPAIRS_MAX, calls: 7 }, {})).toEqual({ do: 'ask', outcome })
})

it.each(['guard', 'database'] as const)('nextStep repairs a query refused by the %s at most twice', (by) => {
  const outcome = refused(by, true)
  const problem = by === 'guard' ? 'query_refused' : 'query_failed'
  expect([0, 1, 2, 3].map((repairs) => nextStep(outcome, { repairs, calls: 1 }, {}))).toEqual([
    { do: 'repair', outcome },
    { do: 'repair', outcome },
    { do: 'give-up', problem },
    { do: 'give-up', problem },
  ])
})

it.each([
  ['guard', 'query_refused'],
  ['database', 'query_failed'],
] as const)('nextStep gives up at once on a refusal by the %s that cannot be repaired', (by, problem) => {
  expect(nextStep(refused(by, false), { repairs: 0, calls: 1 }, {})).toEqual({ do: 'give-up', problem })
})

it('nextStep repairs a refused verified query for any reason', () => {
  const pattern = { id: 'pattern', updatedAt: '2026-11-21T00:00:00.000Z', hasFailed: false }
  expect(nextStep(refused('guard', false), { repairs: 0, calls: 1 }, { pattern })).toMatchObject({ do: 'repair' })
})

it('nextStep repairs only while correction and wording fit into eight model calls', () => {
  const after = (calls: number) => nextStep(refused('guard', true), { repairs: 0, calls }, {}).do
  expect([4, 5, 6, 7].map(after)).toEqual(['repair', 'repair', 'give-up', 'give-up'])
})
