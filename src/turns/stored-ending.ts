import type { App } from '../app.ts'
import type { Caller } from '../domain/access/caller.ts'
import { Problem } from '../domain/problem.ts'
import type { EndingEvent } from '../http/sse.ts'
import { chatData } from './stored-answer.ts'

/** How a turn ended, from what is stored of it: the event that its stream would have ended with. */
export const storedOutcome = async (app: App, caller: Caller, turnId: string): Promise<EndingEvent> => {
  try {
    const data = await chatData(app, { turnId, caller, sessionId: '' })
    const { conversation_id: conversationId } = data
    const conversation = await app.store.conversation(caller, conversationId)
    return {
      type: 'done',
      message: data.message,
      messageId: data.message_id,
      conversationId,
      sessionId: conversation?.sessionId ?? conversationId,
      sources: data.sources,
      queryType: data.query_type,
      executionTimeMs: data.execution_time_ms,
      finishReason: 'stop',
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { type: 'error', problem: error.problem, message: error.message }
  }
}
