import type { PlannerOutput, QueryDraft } from '../../../src/ask/rules/draft.ts'
import type { RefusedOutcome } from '../../../src/ask/rules/outcome.ts'
import { type ReviewedQuery, type ReviewSteps, reviewRows } from '../../../src/ask/rules/review-rows.ts'

const BASE = { planner: 'model:m', assumptions: [], confidence: 0.9 } as const
const draft = (query: string): QueryDraft => ({ ...BASE, mode: 'query', query, explanation: query })
const odd = (query: string): ReviewedQuery => ({ draft: draft(query), doubt: 'no_rows' })
const usual = (query: string): ReviewedQuery => ({ draft: draft(query) })
const ACCEPT: PlannerOutput = { ...BASE, mode: 'accept' }
const LOOK: PlannerOutput = { ...BASE, mode: 'look', looks: [{ kind: 'values', text: 'x' }] }
const refused = (repairable: boolean): RefusedOutcome => ({
  ...{ kind: 'refused', by: 'guard' },
  refusal: { reason: 'unknown_name', hint: 'no', repairable },
})

interface Script {
  readonly judges: readonly (PlannerOutput | Error)[]
  readonly gives?: readonly Awaited<ReturnType<ReviewSteps<ReviewedQuery>['run']>>[]
  readonly calls?: number
  readonly runs?: number
}

/** Plays a script. @returns the query whose rows are the answer, and what was done for it */
const play = async (first: ReviewedQuery, { judges, gives = [], calls = 1, runs = 1 }: Script) => {
  const done: string[] = []
  const [judging, giving] = [judges.values(), gives.values()]
  const next = <Value>(values: Iterator<Value>): Value => {
    const { value, done: isOver } = values.next()
    if (isOver === true) throw new Error('the script is over')
    return value
  }
  const steps: ReviewSteps<ReviewedQuery> = {
    async judge(_, { refused: last }) {
      done.push(last === undefined ? 'judge' : `judge after ${last.query}`)
      const judged = next(judging)
      if (judged instanceof Error) throw judged
      return judged
    },
    async explore() {
      done.push('look')
      return { kind: 'found', text: '', tables: 0, values: 0 }
    },
    async run({ query }) {
      done.push(`run ${query}`)
      return next(giving)
    },
    calls: () => calls,
    onFailure: ({ message }: Error) => void done.push(message),
  }
  const { draft: last } = await reviewRows(steps, first, { found: [], runs })
  return { answer: last.query, done }
}

describe('rows are reviewed', () => {
  it.each<[string, ReviewedQuery, Script, string, readonly string[]]>([
    ['not where they are usual', usual('a'), { judges: [] }, 'a', []],
    ['and accepted', odd('a'), { judges: [ACCEPT] }, 'a', ['judge']],
    ['and mended', odd('a'), { judges: [draft('b')], gives: [usual('b')] }, 'b', ['judge', 'run b']],
    ['and mended by the same query, which is no other', odd('a'), { judges: [draft('a')] }, 'a', ['judge']],
    [
      'after a look',
      odd('a'),
      { judges: [LOOK, draft('b')], gives: [usual('b')] },
      'b',
      ['judge', 'look', 'judge', 'run b'],
    ],
    [
      'three looks long at most',
      odd('a'),
      { judges: [LOOK, LOOK, LOOK, LOOK] },
      'a',
      [...Array(3).fill(['judge', 'look']).flat(), 'judge'],
    ],
    [
      'and kept where the other query finds nothing',
      odd('a'),
      { judges: [draft('b')], gives: [{ kind: 'kept' }] },
      'a',
      ['judge', 'run b'],
    ],
    [
      'again where the other query was refused',
      odd('a'),
      { judges: [draft('b'), draft('c')], gives: [refused(true), usual('c')] },
      'c',
      ['judge', 'run b', 'judge after b', 'run c'],
    ],
    [
      'not again where it was refused for good',
      odd('a'),
      { judges: [draft('b')], gives: [refused(false)] },
      'a',
      ['judge', 'run b'],
    ],
    [
      'twice at most',
      odd('a'),
      { judges: [draft('b'), draft('c'), draft('d')], gives: [odd('b'), odd('c')] },
      'c',
      ['judge', 'run b', 'judge', 'run c'],
    ],
    [
      'and not run again with a query that has run',
      odd('a'),
      { judges: [draft('b'), draft('b')], gives: [odd('b')] },
      'b',
      ['judge', 'run b', 'judge'],
    ],
    ['not where three queries have run', odd('a'), { judges: [], runs: 3 }, 'a', []],
    ['not where many calls were made', odd('a'), { judges: [], calls: 6 }, 'a', []],
    ['and kept where judging fails', odd('a'), { judges: [new Error('away')] }, 'a', ['judge', 'away']],
    [
      'and the mended ones are kept where judging them fails',
      odd('a'),
      { judges: [draft('b'), new Error('away')], gives: [odd('b')] },
      'b',
      ['judge', 'run b', 'judge', 'away'],
    ],
  ])('%s', async (_, first, script, answer, done) => {
    expect(await play(first, script)).toEqual({ answer, done })
  })

  it('not where somebody has verified the query', async () => {
    const verified = { ...odd('a'), draft: { ...draft('a'), verified: true as const } }
    expect((await play(verified, { judges: [] })).done).toEqual([])
  })
})
