import { nextStep, REPAIRS_MAX } from '../../../src/domain/ask/next-step.ts'
import type { RefusedOutcome } from '../../../src/domain/ask/outcome.ts'

const refused = (by: RefusedOutcome['by'], repairable: boolean): RefusedOutcome => ({
  kind: 'refused',
  by,
  refusal: { reason: 'unknown_column', hint: 'There is no such column.', repairable },
})

it('rows are an answer, even when there are none, however many repairs there were', () => {
  const outcome = { kind: 'rows', rowCount: 0, truncated: false } as const
  expect(nextStep(outcome, 0, {})).toEqual({ do: 'answer', outcome })
  expect(nextStep(outcome, REPAIRS_MAX, {})).toEqual({ do: 'answer', outcome })
})

it('readings that gave other rows are asked about, however many repairs there were', () => {
  const outcome = { kind: 'asks', choices: [] } as const
  expect(nextStep(outcome, REPAIRS_MAX, {})).toEqual({ do: 'ask', outcome })
})

it.each(['guard', 'database'] as const)('what the %s refuses is repaired twice at the most', (by) => {
  const outcome = refused(by, true)
  const problem = by === 'guard' ? 'query_refused' : 'query_failed'
  expect([0, 1, 2, 3].map((repairs) => nextStep(outcome, repairs, {}))).toEqual([
    { do: 'repair', outcome },
    { do: 'repair', outcome },
    { do: 'give-up', problem },
    { do: 'give-up', problem },
  ])
})

it.each([
  ['guard', 'query_refused'],
  ['database', 'query_failed'],
] as const)('what cannot be repaired is given up at once: refused by the %s', (by, problem) => {
  expect(nextStep(refused(by, false), 0, {})).toEqual({ do: 'give-up', problem })
})

it('lets the planner write another one for a verified query, whatever it was refused for', () => {
  const pattern = { id: 'pattern', updatedAt: '2026-11-21T00:00:00.000Z', hasFailed: false }
  expect(nextStep(refused('guard', false), 0, { pattern })).toMatchObject({ do: 'repair' })
})
