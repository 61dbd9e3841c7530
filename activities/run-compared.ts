import type { QueryLanguage } from '../src/ask/rules/drafted-query.ts'
import type { QueryResult, RefusedOutcome } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import type { PartOf } from '../src/platform/values/part-of.ts'
import { guardFor } from './guard-for.ts'
import type { StepParts } from './step-parts.ts'
import { TimeLeft } from './time-left.ts'

/** Who asks, of which database, and what its statements are tagged with. */
export type Asker = Pick<Question, 'caller' | 'databaseId' | 'turnId'>

export interface RunLimits {
  /** For opening the database and running together, in ms. */
  readonly queryMs: number
  readonly signal: AbortSignal
  /** Whether it may be running already, for an attempt that died. */
  readonly again: boolean
}

export type ComparedRun =
  | {
      readonly kind: 'rows'
      readonly language: QueryLanguage
      readonly result: QueryResult
      /** That were read. */
      readonly tables: readonly string[]
    }
  | RefusedOutcome

/** More than a turn shows, because rows may come in any order: truncated results cannot be compared. */
export const COMPARED_ROWS_MAX = 5_000
const COMPARED_BYTES_MAX = 1024 * 1024

/** Short: evaluations leave slots to synchronous questions. */
const COMPARE_WAIT_MS = 30_000

/**
 * Guards a query, be it drafted or gold, and runs it for a caller, to be compared with another one.
 *
 * @throws Problem as `guardFor` and `Engine.run`
 */
export const runCompared = async (
  app: PartOf<StepParts, { databases: 'openAsCaller' }>,
  asker: Asker,
  query: string,
  { queryMs, signal, again }: RunLimits,
): Promise<ComparedRun> => {
  const time = new TimeLeft(queryMs)
  const { engine, address, guarded } = await guardFor(app, asker, query, { time, signal })
  if (!guarded.ok) return { kind: 'refused', by: 'guard', refusal: guarded.refusal }
  const ran = await engine.run(address, guarded.query, {
    timeoutMs: time.ms(),
    waitMs: COMPARE_WAIT_MS,
    owner: asker.caller,
    signal,
    turnId: asker.turnId,
    again,
    rowsMax: COMPARED_ROWS_MAX,
    bytesMax: COMPARED_BYTES_MAX,
  })
  if (!ran.ok) return { kind: 'refused', by: 'database', refusal: ran.refusal }
  return { kind: 'rows', language: engine.language, result: ran.result, tables: guarded.query.tables }
}
