import type { App } from '../src/app.ts'
import type { Failure } from '../src/domain/ask/answer.ts'
import type { Question, RecentTurn } from '../src/domain/ask/question.ts'
import type { Ending, StepInput } from '../src/domain/ask/steps.ts'
import type { StoredAnswer, TurnResult } from '../src/domain/ask/turn.ts'
import { assistantMessageId } from '../src/domain/history/message.ts'
import { problemRow } from '../src/domain/problem.ts'
import type { StoredResult } from '../src/store/results.ts'
import { closingEvents } from './closing-events.ts'
import { step } from './step.ts'

export interface CloseTurnInput extends StepInput {
  readonly ending: Ending
  readonly claim: string
}

/**
 * Stores the one answer of a turn, or the problem it ended with, and says so to whoever reads the stream. Every part
 * may run twice: the message keeps its first text, counters count a turn once, and a log that has ended stays ended.
 */
export const closeTurn = (app: App) =>
  step<CloseTurnInput, TurnResult>(app, 'closeTurn', async ({ question, ending, claim }, { writer, emit }) => {
    const { caller, turnId } = question
    const stored = ending.kind === 'composed' ? await app.store.result(caller, turnId) : undefined
    const executionTimeMs = Math.max(0, Date.now() - Date.parse(question.askedAt))
    const result = resultOf(ending, stored, executionTimeMs)
    await storeEnding(app, question, ending, stored, result)
    const { terminal } = await app.turnLog.head(turnId)
    if (!terminal) {
      if (ending.kind === 'replied') await writeReply(app, turnId, writer, ending.draft.reply)
      await emit(...closingEvents(question, result))
    }
    await app.store.releaseQuestion(caller, claim, turnId)
    app.observe({
      kind: 'turn-ended',
      turnId,
      organizationId: caller.organizationId,
      ending: result.kind === 'failed' ? result.failure.problem : ending.kind,
      executionTimeMs,
    })
    return result
  })

/** A composed answer has streamed its text already; a reply is written here, afresh where this step starts over. */
const writeReply = async (app: App, turnId: string, writer: number, reply: string): Promise<void> => {
  const text = await app.takeOverText(turnId, writer)
  await text.write(reply)
  await text.end()
}

const resultOf = (
  ending: Ending,
  stored: StoredResult | undefined,
  executionTimeMs: number,
): Exclude<TurnResult, { kind: 'refused' }> => {
  if (ending.kind === 'failed') {
    const failure: Failure = { problem: ending.problem, message: ending.message ?? problemRow(ending.problem).message }
    return { kind: 'failed', failure }
  }
  const { draft } = ending
  const composed =
    ending.kind === 'composed'
      ? ending.composition
      : { message: ending.draft.reply, suggestions: ending.draft.suggestions }
  const answer: StoredAnswer = {
    ...composed,
    queryType: ending.kind === 'composed' ? 'data_retrieval' : 'chat',
    sources: stored?.receipt.tables ?? [],
    planner: draft.planner,
    assumptions: draft.assumptions,
    executionTimeMs,
    hasResult: stored !== undefined,
    ...(ending.usage === undefined ? {} : { usage: ending.usage }),
  }
  return { kind: 'answered', answer }
}

const storeEnding = async (
  app: App,
  question: Question,
  ending: Ending,
  stored: StoredResult | undefined,
  result: Exclude<TurnResult, { kind: 'refused' }>,
): Promise<void> => {
  const { caller, conversationId, turnId } = question
  const id = assistantMessageId(turnId)
  const at = new Date(Math.max(Date.now(), Date.parse(question.askedAt) + 1))
  const content = result.kind === 'failed' ? result.failure.message : result.answer.message
  const metadata = metadataOf(result, stored)
  await app.store.addMessage(caller, {
    id,
    conversationId,
    content,
    sender: 'ASSISTANT',
    timestamp: at.toISOString(),
    type: 'text',
    metadata,
  })
  const counted = await app.store.countMessage(caller, conversationId, id, at, recentTurnOf(question, ending, stored))
  if (counted) return
  await app.store.deleteMessages(caller, conversationId)
  await app.store.deleteResults(caller, conversationId)
}

const metadataOf = (result: Exclude<TurnResult, { kind: 'refused' }>, stored: StoredResult | undefined) => {
  if (result.kind === 'failed') {
    const { problem } = result.failure
    return { problem, error_code: problemRow(problem).errorCode }
  }
  const { answer } = result
  return {
    query_type: answer.queryType,
    execution_time_ms: answer.executionTimeMs,
    planner: answer.planner,
    sources: answer.sources,
    assumptions: answer.assumptions,
    suggestions: answer.suggestions,
    ...(answer.chart === undefined ? {} : { chart: { ...answer.chart } }),
    ...(stored === undefined
      ? {}
      : { row_count: stored.result.rowCount, truncated: stored.result.truncated, filters: stored.receipt.filters }),
    ...(answer.usage === undefined
      ? {}
      : {
          usage: {
            input_tokens: answer.usage.inputTokens,
            output_tokens: answer.usage.outputTokens,
            calls: answer.usage.calls,
          },
        }),
  }
}

/** What later questions may refer to: the query and its columns, never its rows. */
const recentTurnOf = (question: Question, ending: Ending, stored: StoredResult | undefined): RecentTurn | undefined => {
  if (ending.kind !== 'composed' || stored === undefined) return undefined
  return {
    question: question.text,
    query: ending.draft.query,
    columns: stored.result.columns.map((column) => column.name),
    rowCount: stored.result.rowCount,
    ...(ending.draft.plan === undefined ? {} : { plan: ending.draft.plan }),
  }
}
