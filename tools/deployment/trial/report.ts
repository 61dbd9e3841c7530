import Table from 'cli-table3'
import type { LoadOutcome } from './load.ts'
import type { Verdict } from './verdict.ts'

/** Whether every question had its answer, every refusal was one for later, and no promise was broken. */
export const isClean = ({ without }: LoadOutcome, { violations, unexpected }: Verdict): boolean =>
  without === 0 && violations.length === 0 && unexpected.length === 0

const VIOLATIONS_SHOWN = 20

export const shownVerdict = ({ asked, without }: LoadOutcome, verdict: Verdict, faults: readonly string[]): string => {
  const { turns, violations, refusals, unexpected, lost } = verdict
  const table = new Table({ style: { head: [], border: [] } })
  table.push(
    ['asked', asked],
    ['turns in the store', turns],
    ['without an answer', without],
    [
      'refused, and asked again',
      Object.entries(refusals)
        .map(([status, times]) => `${status}: ${times}`)
        .join(', ') || 0,
    ],
    ['connections lost, and asked again', lost],
    ['promises broken', violations.length],
    ['what happened', faults.join('\n') || 'nothing'],
  )
  const shown = violations
    .slice(0, VIOLATIONS_SHOWN)
    .map(({ invariant, scope, what }) => `${invariant} ${scope}: ${what}`)
  return [table.toString(), ...unexpected, ...shown].join('\n')
}
