import type { EndedTurn } from '../src/ask/rules/ending.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { turnCompleted, turnFailed, type WebhookEvent } from '../src/manage/webhooks/rules/webhook-event.ts'
import { problemRow } from '../src/platform/problems/problem.ts'

/** The webhook event of a turn's end: without its question, its answer and its user. */
export const endingEvent = (
  { turnId, conversationId, databaseId, askedAt }: Question,
  ended: EndedTurn,
  executionTimeMs: number,
): WebhookEvent => {
  const at = new Date(Date.parse(askedAt) + executionTimeMs).toISOString()
  const data = {
    turn_id: turnId,
    conversation_id: conversationId,
    database_id: databaseId,
    asked_at: askedAt,
    execution_time_ms: executionTimeMs,
  }
  return ended.kind === 'failed'
    ? turnFailed(at, { ...data, error_code: problemRow(ended.failure.problem).errorCode })
    : turnCompleted(at, data)
}
