import type { PlannerOutput, QueryDraft } from '../../../src/ask/rules/draft.ts'
import type { RefusedOutcome } from '../../../src/ask/rules/outcome.ts'
import { type ReviewedQuery, type ReviewSteps, reviewRows } from '../../../src/ask/rules/review-rows.ts'

const BASE = { planner: 'model:m', assumptions: [], confidence: 0.9 } as const
const draft = (query: string): QueryDraft => ({ ...BASE, mode: 'query', query, explanation: query })
const doubtful = (query: string): ReviewedQuery => ({ draft: draft(query), doubt: 'no_rows' })
const usual = (query: string): ReviewedQuery => ({ draft: draft(query) })
const ACCEPT: PlannerOutput = { ...BASE, mode: 'accept' }
const LOOK: PlannerOutput = { ...BASE, mode: 'look', looks: [{ kind: 'values', text: 'x' }] }
const refused = (repairable: boolean): RefusedOutcome => ({
  kind: 'refused',
  by: 'guard',
  refusal: { reason: 'unknown_name', hint: 'no', repairable },
})

interface Script {
  readonly judgements: readonly (PlannerOutput | Error)[]
  readonly results?: readonly Awaited<ReturnType<ReviewSteps<ReviewedQuery>['run']>>[]
  readonly calls?: number
  readonly runs?: number
}

/** Runs a review with scripted replies. @returns the query whose rows are the answer, and the steps taken */
const review = async (first: ReviewedQuery, { judgements, results = [], calls = 1, runs = 1 }: Script) => {
  const done: string[] = []
  const [nextJudgement, nextResult] = [judgements.values(), results.values()]
  const next = <Value>(values: Iterator<Value>): Value => {
    const { value, done: isOver } = values.next()
    if (isOver === true) throw new Error('the script has ended')
    return value
  }
  const steps: ReviewSteps<ReviewedQuery> = {
    async judge(_, { refused: last }) {
      done.push(last === undefined ? 'judge' : `judge after ${last.query}`)
      const judged = next(nextJudgement)
      if (judged instanceof Error) throw judged
      return judged
    },
    async explore() {
      done.push('look')
      return { kind: 'found', text: '', tables: 0, values: 0 }
    },
    async run({ query }) {
      done.push(`run ${query}`)
      return next(nextResult)
    },
    calls: () => calls,
    onFailure: ({ message }: Error) => void done.push(message),
  }
  const { draft: last } = await reviewRows(steps, first, { found: [], runs })
  return { answer: last.query, done }
}

describe('reviewRows', () => {
  it.each<[string, ReviewedQuery, Script, string, readonly string[]]>([
    ['does not review a usual result', usual('a'), { judgements: [] }, 'a', []],
    ['keeps accepted rows', doubtful('a'), { judgements: [ACCEPT] }, 'a', ['judge']],
    [
      'replaces a corrected query',
      doubtful('a'),
      { judgements: [draft('b')], results: [usual('b')] },
      'b',
      ['judge', 'run b'],
    ],
    ['keeps the query if the correction is the same', doubtful('a'), { judgements: [draft('a')] }, 'a', ['judge']],
    [
      'corrects a query after exploring',
      doubtful('a'),
      { judgements: [LOOK, draft('b')], results: [usual('b')] },
      'b',
      ['judge', 'look', 'judge', 'run b'],
    ],
    [
      'explores at most three times',
      doubtful('a'),
      { judgements: [LOOK, LOOK, LOOK, LOOK] },
      'a',
      [...Array(3).fill(['judge', 'look']).flat(), 'judge'],
    ],
    [
      'keeps the rows if the correction finds none',
      doubtful('a'),
      { judgements: [draft('b')], results: [{ kind: 'kept' }] },
      'a',
      ['judge', 'run b'],
    ],
    [
      'corrects again if the correction is refused',
      doubtful('a'),
      { judgements: [draft('b'), draft('c')], results: [refused(true), usual('c')] },
      'c',
      ['judge', 'run b', 'judge after b', 'run c'],
    ],
    [
      'stops if the refusal cannot be repaired',
      doubtful('a'),
      { judgements: [draft('b')], results: [refused(false)] },
      'a',
      ['judge', 'run b'],
    ],
    [
      'corrects at most twice',
      doubtful('a'),
      { judgements: [draft('b'), draft('c'), draft('d')], results: [doubtful('b'), doubtful('c')] },
      'c',
      ['judge', 'run b', 'judge', 'run c'],
    ],
    [
      'does not run a query twice',
      doubtful('a'),
      { judgements: [draft('b'), draft('b')], results: [doubtful('b')] },
      'b',
      ['judge', 'run b', 'judge'],
    ],
    ['does not review after three queries', doubtful('a'), { judgements: [], runs: 3 }, 'a', []],
    ['does not review after six model calls', doubtful('a'), { judgements: [], calls: 6 }, 'a', []],
    ['keeps the rows if the review fails', doubtful('a'), { judgements: [new Error('away')] }, 'a', ['judge', 'away']],
    [
      'keeps the corrected rows if their review fails',
      doubtful('a'),
      { judgements: [draft('b'), new Error('away')], results: [doubtful('b')] },
      'b',
      ['judge', 'run b', 'judge', 'away'],
    ],
  ])('%s', async (_, first, script, answer, done) => {
    expect(await review(first, script)).toEqual({ answer, done })
  })

  it('does not review a verified query', async () => {
    const verified = { ...doubtful('a'), draft: { ...draft('a'), verified: true as const } }
    expect((await review(verified, { judgements: [] })).done).toEqual([])
  })
})
