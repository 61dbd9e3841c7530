import type { Choice } from '../src/ask/rules/choice.ts'
import { decideByResults, hasEmptyFinding } from '../src/ask/rules/decide-by-results.ts'
import { ALTERNATIVES_MAX, type AlternativeReading, type QueryDraft } from '../src/ask/rules/draft.ts'
import { type DateExtent, extentOf } from '../src/ask/rules/extent.ts'
import type { QueryResult } from '../src/ask/rules/outcome.ts'
import { type Ties, tiesIn } from '../src/ask/rules/ties.ts'
import { Problem } from '../src/platform/problems/problem.ts'

/** How long statements may take for the sake of a comparison, in ms. */
export interface ComparisonLimits {
  /** A first statement that took longer ends the comparison before it begins. */
  readonly firstMs: number
  /** For all statements together, the first included. */
  readonly allMs: number
}

const USUAL: ComparisonLimits = { firstMs: 200, allMs: 400 }

/** What an answer says beside its rows: when there are rows, where it found none; how many tie with its last row. */
export interface ResultNotes {
  readonly extent?: DateExtent
  readonly ties?: Ties
}

/** Whether there is an answer, or which readings its asker is to choose between. */
type Comparison =
  | { readonly kind: 'answer'; readonly confidence: number; readonly beside: ResultNotes }
  | { readonly kind: 'ask'; readonly choices: readonly Choice[] }

type ComparedDraft = Pick<QueryDraft, 'confidence' | 'choice' | 'alternatives' | 'extentQuery' | 'tiesQuery'>

/** The query of a draft has been run. */
interface FirstRun {
  readonly result: QueryResult
  /** Of the statement, with the wait for its slot: where slots are scarce, nothing is run only to compare. */
  readonly durationMs: number
  readonly signal: AbortSignal
}

/**
 * Guards and runs the query of an alternative, within this time.
 *
 * @returns undefined where it was refused
 */
export type TryReading = (query: string, leftMs: number, signal: AbortSignal) => Promise<QueryResult | undefined>

/**
 * Runs the alternatives of a draft, one after the other, and decides by what they find. One that is refused or fails is no
 * rival; nor is one whose time is over, which is cancelled. Where nothing is found, what there is is looked for in the same time.
 *
 * @throws the reason of the signal when it aborts; what is no Problem
 */
export const compareReadings = async (
  { confidence, choice, alternatives = [], extentQuery, tiesQuery }: ComparedDraft,
  { result, durationMs, signal }: FirstRun,
  tryReading: TryReading,
  { firstMs, allMs }: ComparisonLimits = USUAL,
): Promise<Comparison> => {
  const others = choice === undefined ? [] : alternatives.slice(0, ALTERNATIVES_MAX)
  const asksExtent = extentQuery !== undefined && hasEmptyFinding(result)
  const asksTies = !asksExtent && tiesQuery !== undefined && result.rowCount === tiesQuery.limit
  if (durationMs > firstMs || (others.length === 0 && !asksExtent && !asksTies))
    return { kind: 'answer', confidence, beside: {} }
  const mostMs = Math.max(0, Math.floor(allMs - durationMs))
  const end = performance.now() + mostMs
  const over = AbortSignal.timeout(mostMs)
  const both = AbortSignal.any([signal, over])
  const rivals: (AlternativeReading & Pick<FirstRun, 'result'>)[] = []
  const tried = async (query: string): Promise<QueryResult | undefined> => {
    const leftMs = Math.floor(end - performance.now())
    if (leftMs <= 0) return undefined
    return await tryReading(query, leftMs, both).catch((error: unknown) => {
      signal.throwIfAborted()
      if (over.aborted || error instanceof Problem) return undefined
      throw error
    })
  }
  for (const alternative of others) {
    const found = await tried(alternative.query)
    if (found !== undefined) rivals.push({ ...alternative, result: found })
  }
  const decided = decideByResults({ confidence, result }, rivals)
  if (decided.kind === 'ask' && choice !== undefined)
    return { kind: 'ask', choices: [choice, ...decided.rivals.map((rival) => rival.choice)] }
  const hasRoom = others.length < ALTERNATIVES_MAX
  const bounds = asksExtent && hasRoom ? await tried(extentQuery) : undefined
  const extent = bounds === undefined ? undefined : extentOf(bounds)
  const longer = asksTies && hasRoom ? await tried(tiesQuery.query) : undefined
  const ties = longer === undefined || tiesQuery === undefined ? undefined : tiesIn(tiesQuery, longer)
  return {
    kind: 'answer',
    confidence: decided.kind === 'ask' ? confidence : decided.confidence,
    beside: { ...(extent === undefined ? {} : { extent }), ...(ties === undefined ? {} : { ties }) },
  }
}
