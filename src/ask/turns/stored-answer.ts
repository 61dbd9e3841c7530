import { z } from 'zod'
import { CHART_TYPES } from '../../charts/rules/choose-chart.ts'
import { isProblemName, Problem, problemRow } from '../../platform/problems/problem.ts'
import type { Chart, PartChart } from '../rules/answer.ts'
import type { Choice } from '../rules/choice.ts'
import type { TokenCounts } from '../rules/draft.ts'
import { assistantMessageId } from '../rules/history/message.ts'
import type { QueryRun } from '../rules/outcome.ts'
import type { Question } from '../rules/question.ts'
import type { AsStored, StoredAnswer } from '../rules/turn.ts'
import { turnFailure } from './turn-failure.ts'
import type { TurnParts } from './turn-parts.ts'

/** The answer of a turn, and what was run for it. */
export interface TurnAnswer
  extends Pick<StoredAnswer, 'message' | 'sources' | 'queryType' | 'executionTimeMs' | 'assumptions' | 'suggestions'> {
  readonly choices?: readonly Choice[] | undefined
  readonly turnId: string
  readonly conversationId: string
  readonly chart?: Chart | undefined
  readonly partCharts?: readonly PartChart[] | undefined
  /** Absent if no model was called. */
  readonly usage?: TokenCounts | undefined
  /** Absent if nothing was run. */
  readonly run: QueryRun | undefined
}

const StoredChart = z.object({
  title: z.string(),
  alt: z.string(),
  spec: z.record(z.string(), z.json()),
  type: z.enum(CHART_TYPES),
  alternatives: z.array(z.enum(CHART_TYPES)),
})

const StoredTokens = z
  .object({ input_tokens: z.int(), cached_input_tokens: z.int(), output_tokens: z.int() })
  .transform(
    ({
      input_tokens: inputTokens,
      cached_input_tokens: cachedInputTokens,
      output_tokens: outputTokens,
    }): TokenCounts => ({
      inputTokens,
      cachedInputTokens,
      outputTokens,
    }),
  )

/** Metadata of the message that ends a turn: its problem, or its answer. */
const EndingMetadata = z.union([
  z.object({ problem: z.string(), retryable: z.boolean().optional(), retry_after: z.int().optional() }),
  z.object({
    sources: z.array(z.string()),
    query_type: z.enum(['chat', 'data_retrieval']),
    execution_time_ms: z.int(),
    assumptions: z.array(z.string()),
    suggestions: z.array(z.string()),
    choices: z.array(z.object({ label: z.string(), question: z.string() })).optional(),
    chart: StoredChart.optional(),
    parts: z.array(z.object({ chart: StoredChart.optional() })).optional(),
    usage: StoredTokens.optional(),
  }),
])

/**
 * The answer of an ended turn, from the store: equal to what history will return.
 *
 * @throws the problem that the turn ended with; `conversation_not_found` if it was deleted meanwhile
 */
export const storedAnswer = async (
  { store }: Pick<TurnParts, 'store'>,
  { turnId, caller }: Pick<Question, 'turnId' | 'caller'>,
): Promise<TurnAnswer> => {
  const [message, run] = await Promise.all([
    store.messages.find(caller, assistantMessageId(turnId)),
    store.results.find(caller, turnId),
  ])
  if (message === undefined) throw new Problem('conversation_not_found')
  const ending = EndingMetadata.parse(message.metadata)
  if ('problem' in ending) throw failureOf(ending, message.content)
  const { query_type, execution_time_ms, parts = [], ...answerFields } = ending
  const partCharts = parts.flatMap(({ chart }, at) => (chart === undefined ? [] : [{ part: at + 1, chart }]))
  return {
    partCharts,
    turnId,
    conversationId: message.conversationId,
    message: message.content,
    ...answerFields,
    queryType: query_type,
    executionTimeMs: execution_time_ms,
    run,
  }
}

/** As `storedAnswer`, for a known answer: only its rows are read. Never throws. */
export const answerAsStored = async (
  { store }: Pick<TurnParts, 'store'>,
  { turnId, caller, conversationId }: Pick<Question, 'turnId' | 'caller' | 'conversationId'>,
  answer: StoredAnswer,
  { rowsBy }: AsStored,
): Promise<TurnAnswer> => {
  const hasRows = answer.queryType === 'data_retrieval'
  const run = hasRows ? await store.results.find(caller, turnId, rowsBy) : undefined
  return { ...answer, turnId, conversationId, run }
}

const failureOf = (
  { problem, retryable, retry_after: retryAfterS }: Extract<z.output<typeof EndingMetadata>, { problem: string }>,
  message: string,
): Problem =>
  turnFailure({
    problem: isProblemName(problem) ? problem : 'internal',
    // The message of a cancelled turn is the part of its answer that was shown.
    message: problem === 'turn_cancelled' ? problemRow(problem).message : message,
    ...(retryable === undefined ? {} : { retryable }),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  })
