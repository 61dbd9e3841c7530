import { type ProblemName, problemRow, type Retry, retryOf } from '../../platform/problems/problem.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Chart, Composition } from './answer.ts'
import { askerOf, type Choice } from './choice.ts'
import type { ModelUsage, QueryDraft, ReplyDraft, Usage } from './draft.ts'
import { type QueryRun, queryIdOf, type ResultPart, tablesRead } from './outcome.ts'
import type { NextQuestionContext, Question, RecentTurn } from './question.ts'
import { readQuestion } from './read-question.ts'
import { receiptData } from './receipt-data.ts'
import { type Spending, totalCost } from './spending.ts'
import type { TurnResult } from './turn.ts'

/** The outcome of the steps of a turn, before it is stored. */
export type Ending =
  | {
      readonly kind: 'composed'
      readonly draft: QueryDraft
      readonly composition: Composition
      /** The run of a step that stored the rows. */
      readonly rowsBy: number
      readonly usage?: Usage
    }
  | { readonly kind: 'replied'; readonly draft: ReplyDraft; readonly usage?: Usage }
  | ({
      readonly kind: 'failed'
      readonly problem: ProblemName
      readonly message?: string
      readonly usage?: Usage
    } & Retry)

/** A turn that has run: every ending except the refusal before its start. */
export type EndedTurn = Exclude<TurnResult, { readonly kind: 'refused' }>

/** The result of a turn, for a caller that waits for it. @param run the result of its query, if one was run */
export const endedTurn = (ending: Ending, run: QueryRun | undefined, executionTimeMs: number): EndedTurn => {
  if (ending.kind === 'failed') {
    const { problem, message = problemRow(problem).message } = ending
    return { kind: 'failed', failure: { problem, message, ...retryOf(ending) } }
  }
  const { draft } = ending
  const answer = {
    ...(ending.kind === 'composed' ? composedAnswer(ending.composition) : replyAnswer(ending.draft)),
    queryType: ending.kind === 'composed' ? ('data_retrieval' as const) : ('chat' as const),
    sources: run === undefined ? [] : tablesRead(run).map(({ table }) => table),
    planner: draft.planner,
    assumptions: draft.assumptions,
    executionTimeMs,
  }
  return { kind: 'answered', answer: ending.usage === undefined ? answer : { ...answer, usage: ending.usage } }
}

const composedAnswer = ({ isUnwritten: _, sentences: __, ...composition }: Composition) => composition

const replyAnswer = ({ reply, suggestions, choices = [] }: ReplyDraft) => ({
  message: reply,
  suggestions,
  ...offered(choices),
})

/** An answer without choices omits the field. */
const offered = (choices: readonly Choice[]): { readonly choices?: readonly Choice[] } =>
  choices.length === 0 ? {} : { choices }

interface TurnFacts {
  readonly turnId: string
  readonly spending: readonly Spending[]
  /** From the turn's acceptance to its end. */
  readonly executionTimeMs: number
}

/** The metadata of the message that ends a turn (specification, Message), with everything a client may show. */
export const endingMetadata = (
  turn: EndedTurn,
  ending: Ending,
  run: QueryRun | undefined,
  { turnId, spending, executionTimeMs }: TurnFacts,
): { readonly [key: string]: Json } => ({
  turn_id: turnId,
  execution_time_ms: executionTimeMs,
  ...(turn.kind === 'failed' ? failureMetadata(turn) : answerMetadata(turn)),
  ...(run === undefined ? {} : runMetadata(run)),
  ...(run?.parts === undefined ? {} : { parts: partsMetadata(run.parts, turn, turnId) }),
  ...(ending.kind === 'composed' && ending.draft.verified ? { verified: true } : {}),
  ...(ending.usage === undefined ? {} : { usage: usageMetadata(ending.usage, spending) }),
})

const partsMetadata = (parts: readonly ResultPart[], turn: EndedTurn, turnId: string) => {
  const charts = turn.kind === 'answered' ? (turn.answer.partCharts ?? []) : []
  return parts.map((part, at) => ({
    query_id: queryIdOf(turnId, at + 1),
    title: part.title,
    ...runMetadata(part),
    ...chartMetadata(charts.find((drawn) => drawn.part === at + 1)?.chart),
  }))
}

const chartMetadata = (chart: Chart | undefined): { readonly chart?: Json } =>
  chart === undefined ? {} : { chart: { ...chart } }

const runMetadata = ({ result, receipt }: Pick<QueryRun, 'result' | 'receipt'>) => ({
  row_count: result.rowCount,
  truncated: result.truncated,
  ...(result.shortened === undefined ? {} : { shortened_cells: result.shortened.length }),
  receipt: receiptData(receipt, true),
})

const failureMetadata = ({ failure }: Extract<EndedTurn, { kind: 'failed' }>) => ({
  problem: failure.problem,
  error_code: problemRow(failure.problem).errorCode,
  ...(failure.problem === 'turn_cancelled' ? { finish_reason: 'cancelled' } : {}),
  ...(failure.retryable === undefined ? {} : { retryable: failure.retryable }),
  ...(failure.retryAfterS === undefined ? {} : { retry_after: failure.retryAfterS }),
})

const answerMetadata = ({ answer }: Extract<EndedTurn, { kind: 'answered' }>) => ({
  query_type: answer.queryType,
  finish_reason: 'stop',
  planner: answer.planner,
  sources: answer.sources,
  assumptions: answer.assumptions,
  suggestions: answer.suggestions,
  ...offered(answer.choices ?? []),
  ...chartMetadata(answer.chart),
})

const usageMetadata = (usage: Usage, spending: readonly Spending[]) => ({
  ...tokensMetadata(usage),
  estimated: usage.estimated,
  cost_usd_micros: totalCost(spending),
  models: spending.map((spent) => ({
    model: spent.model,
    ...tokensMetadata(spent),
    cost_usd_micros: spent.costMicros,
  })),
})

const tokensMetadata = (tokens: Omit<ModelUsage, 'model'>) => ({
  input_tokens: tokens.inputTokens,
  cached_input_tokens: tokens.cachedInputTokens,
  output_tokens: tokens.outputTokens,
  calls: tokens.calls,
})

/** What the next question of the conversation may refer to. */
export const nextQuestionContext = (
  question: Question,
  ending: Ending,
  run: QueryRun | undefined,
): NextQuestionContext => {
  const turn = rememberedTurn(question, ending, run)
  const choices = ending.kind === 'replied' ? (ending.draft.choices ?? []) : []
  const asked = { question: readQuestion(question.text), asker: askerOf(question.caller) }
  return {
    ...(turn === undefined ? {} : { turn }),
    ...(choices.length === 0 ? {} : { offer: { ...asked, choices: choices.map((choice) => choice.question) } }),
  }
}

/**
 * The query and its columns, never its rows. A reply without a query is kept only if a model gave it: the built-in
 * planner continues from queries alone.
 */
const rememberedTurn = (question: Question, ending: Ending, run: QueryRun | undefined): RecentTurn | undefined => {
  const asked = { turnId: question.turnId, question: readQuestion(question.text) }
  if (ending.kind === 'replied' && ending.draft.planner !== 'builtin') return { ...asked, columns: [], rowCount: 0 }
  if (ending.kind !== 'composed' || run === undefined) return undefined
  return {
    ...asked,
    query: ending.draft.query,
    columns: run.result.columns.map((column) => column.name),
    rowCount: run.result.rowCount,
    ...(ending.draft.plan === undefined ? {} : { plan: ending.draft.plan }),
  }
}
