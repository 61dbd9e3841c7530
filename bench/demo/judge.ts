import type { DemoQuestion } from '../../demo/questions.ts'
import type { Asked } from './asker.ts'
import type { GoldCopies } from './gold.ts'
import type { Cell, Rows } from './same-rows.ts'

/** `failed`: a draft refused by the guard or the database, or an error instead of an answer. */
export type Verdict = 'right' | 'declined' | 'wrong' | 'failed'

export interface Judged {
  readonly question: DemoQuestion
  readonly tenant: number
  readonly verdict: Verdict
  /** Only of a draft with a query. */
  readonly confidence?: number
  /** The query as drafted, the refusal, or the reply. */
  readonly detail: string
  readonly suggestions: readonly string[]
}

export const judge = (question: DemoQuestion, tenant: number, asked: Asked, golds: GoldCopies): Judged => {
  const { draft, refused } = asked
  const detail =
    draft.mode === 'query'
      ? `${refused === undefined ? '' : `[${refused}] `}${draft.query}`
      : `[${draft.mode}] ${draft.reply}`
  const suggestions = draft.mode === 'query' ? [] : draft.suggestions
  const verdict = verdictOn(question, tenant, asked, golds)
  const judged = { question, tenant, detail, suggestions, verdict }
  return draft.mode === 'query' ? { ...judged, confidence: draft.confidence } : judged
}

const verdictOn = (question: DemoQuestion, tenant: number, asked: Asked, golds: GoldCopies): Verdict => {
  const { draft, result } = asked
  switch (question.kind) {
    case 'chat':
      return draft.mode === 'chat' ? 'right' : draft.mode === 'query' ? 'wrong' : 'declined'
    case 'decline':
      return draft.mode === 'query' ? 'wrong' : 'right'
    case 'query': {
      if (draft.mode !== 'query') return 'declined'
      if (result === undefined) return 'failed'
      const names = result.columns.map(({ name }) => name)
      const rows: Rows = result.rows.map((row) => names.map((name) => cellOf(row[name])))
      return golds.agrees(question, tenant, rows) ? 'right' : 'wrong'
    }
  }
}

const cellOf = (value: unknown): Cell => {
  // Databases with timestamps only store a day as its first moment.
  if (typeof value === 'string') return value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00Z$/, '$1')
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

export interface Tally {
  readonly name: string
  readonly right: number
  readonly declined: number
  readonly wrong: number
  readonly failed: number
  readonly total: number
  /** Share of right answers among all answers. */
  readonly precision: number
  /** Share of answered questions. */
  readonly coverage: number
  /** A wrong answer counts double. */
  readonly score: number
}

export const tally = (name: string, judged: readonly Judged[]): Tally => {
  const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length
  const [right, declined, wrong, failed] = [count('right'), count('declined'), count('wrong'), count('failed')]
  const total = judged.length
  return {
    name,
    right,
    declined,
    wrong,
    failed,
    total,
    precision: right + wrong === 0 ? 1 : right / (right + wrong),
    coverage: total === 0 ? 0 : (right + wrong) / total,
    score: right - 2 * wrong,
  }
}

/** One tally per tag, most frequent first. */
export const tallyByTag = (judged: readonly Judged[]): readonly Tally[] => {
  const tags = [...new Set(judged.flatMap(({ question }) => question.tags))]
  return tags
    .map((tag) =>
      tally(
        tag,
        judged.filter(({ question }) => question.tags.includes(tag)),
      ),
    )
    .sort((a, b) => b.total - a.total)
}
