import type { ServerContext } from '@modelcontextprotocol/server'
import type { Language } from '../../ask/rules/language.ts'
import type { TurnEventBody } from '../../ask/rules/turn-event.ts'
import { turnFailure } from '../../ask/turns/turn-failure.ts'
import { waitForTurn } from '../../ask/turns/wait-for-turn.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { statusText } from '../status-text.ts'
import type { AnswerFound } from './answer-output.ts'
import { answerResult } from './answer-result.ts'
import type { RanTool, ToolCall } from './mcp-tool.ts'

/**
 * The answer of a turn, or the turn if it takes longer; its stages are sent as progress if the client wants them.
 *
 * @throws Problem `turn_not_found`, or what the turn ended with
 */
export const waitForAnswer = async (
  { app, exchange, context, shutdown }: ToolCall,
  turnId: string,
  waitMs: number,
): Promise<RanTool<AnswerFound>> => {
  const signal = AbortSignal.any([context.mcpReq.signal, shutdown])
  const progress = await waitForTurn(app, exchange.caller, turnId, { waitMs, signal, onEvent: progressOf(context) })
  if (progress === undefined) throw new Problem('turn_not_found')
  const state = progress.kind === 'accepted' ? undefined : progress.state
  switch (state?.kind) {
    case 'failed':
      throw turnFailure(state.failure)
    case 'cancelled':
      return { found: { status: 'cancelled', turn_id: turnId }, content: [{ type: 'text', text: 'Cancelled.' }] }
    case 'succeeded':
      return await answerResult(app, exchange, state.answer)
    default: {
      const text = `Still running; it goes on without you. Call get_answer with turn_id ${turnId} for its answer.`
      return { found: { status: 'running', turn_id: turnId }, content: [{ type: 'text', text }] }
    }
  }
}

/** Sends each stage of a turn; undefined if the client wants none. */
const progressOf = ({ mcpReq }: ServerContext): ((event: TurnEventBody) => Promise<void>) | undefined => {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return undefined
  let language: Language = 'en'
  let progress = 0
  return async (event) => {
    if (event.type === 'start') language = event.language ?? 'en'
    if (event.type !== 'status' || event.thinking !== undefined) return
    progress += 1
    const message = statusText(event, language)
    await mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
      .catch(() => undefined)
  }
}
