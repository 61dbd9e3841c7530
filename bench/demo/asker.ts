import { compareReadings } from '../../activities/compare-readings.ts'
import type { DemoQuestion } from '../../demo/questions.ts'
import { askingReply } from '../../src/ask/rules/asking-reply.ts'
import type { Draft, QueryDraft } from '../../src/ask/rules/draft.ts'
import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import type { QueryResult } from '../../src/ask/rules/outcome.ts'
import { RECENT_TURNS_MAX, type RecentTurn } from '../../src/ask/rules/question.ts'
import type { Engine } from '../../src/engines/engine.ts'
import type { Policy } from '../../src/guard/policy.ts'
import type { Restriction } from '../../src/guard/restriction.ts'
import type { Schema } from '../../src/guard/schema.ts'
import type { Planner } from '../../src/planner/planner.ts'
import type { Know } from '../questions/indexed-knowledge.ts'
import { withContext } from '../questions/with-context.ts'

/** One tenant's view of one database. */
export interface View {
  readonly engine: Engine
  readonly address: string
  readonly schema: Schema
  readonly policy: Policy
  readonly restriction: Restriction
  /** Without a question. */
  readonly knowledge: Knowledge
  readonly know: Know
}

export interface Asked {
  readonly draft: Draft
  /** Absent if there was no query, or if it was refused. */
  readonly result?: QueryResult
  readonly refused?: string
}

/** Asks a question as the service would: with its conversation, through guard and engine. */
export const ask = async (
  planner: Planner,
  view: View,
  question: Pick<DemoQuestion, 'question' | 'after'>,
  askedAt: Date,
): Promise<Asked> => {
  const turns: RecentTurn[] = []
  for (const earlier of question.after ?? []) {
    const { draft, result } = await askOne(planner, view, earlier, turns, askedAt)
    turns.push({
      question: earlier,
      columns: result?.columns.map(({ name }) => name) ?? [],
      rowCount: result?.rowCount ?? 0,
      ...(draft.mode === 'query' ? { query: draft.query } : {}),
      ...(draft.mode === 'query' && draft.plan !== undefined ? { plan: draft.plan } : {}),
    })
  }
  return askOne(planner, view, question.question, turns, askedAt)
}

const askOne = async (
  planner: Planner,
  view: View,
  question: string,
  turns: readonly RecentTurn[],
  askedAt: Date,
): Promise<Asked> => {
  const asked = { question, recentTurns: turns.slice(-RECENT_TURNS_MAX) }
  const draft = await planner.draft(
    withContext({
      ...asked,
      askedAt: askedAt.toISOString(),
      knowledge: await view.know(asked),
      signal: new AbortController().signal,
    }),
  )
  if (draft.mode === 'look' || draft.mode === 'accept') throw new Error('it does what nobody offered')
  return draft.mode === 'query' ? runCompared(view, draft) : { draft }
}

/** Timeouts that never decide a comparison. */
const LONG_TIMEOUTS = { firstMs: 120_000, allMs: 120_000 }

/** Runs a draft and its alternatives, as the service would without a timeout. */
const runCompared = async (view: View, draft: QueryDraft): Promise<Asked> => {
  const first = await run(view, draft.query)
  if (first.result === undefined) return { draft, ...first }
  const { extentQuery: _, tiesQuery: __, ...compared } = draft
  const ran = { result: first.result, durationMs: 0, signal: new AbortController().signal }
  const tryReading = async (query: string) => (await run(view, query)).result
  const comparison = await compareReadings(compared, ran, tryReading, LONG_TIMEOUTS)
  if (comparison.kind === 'ask') return { draft: askingReply(draft, comparison.choices) }
  return { draft: { ...draft, confidence: comparison.confidence }, ...first }
}

const LIMITS = {
  timeoutMs: 120_000,
  rowsMax: 20_000,
  bytesMax: 16 * 1024 * 1024,
  turnId: 'bench',
  owner: { organizationId: 1 },
}

/** Guards a query and runs it, as the service would. */
export const run = async (view: View, query: string): Promise<Omit<Asked, 'draft'>> => {
  const guarded = await view.engine.guard(query, view)
  if (!guarded.ok) return { refused: `guard: ${guarded.refusal.reason}: ${guarded.refusal.hint}` }
  const limits = { ...LIMITS, signal: new AbortController().signal }
  const ran = await view.engine.run(view.address, guarded.query, limits)
  return ran.ok ? { result: ran.result } : { refused: `database: ${ran.refusal.hint}` }
}
