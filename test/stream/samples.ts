import type { TurnEventBody } from '../../src/ask/rules/turn-event.ts'

export const START: TurnEventBody = { type: 'start', conversationId: 'c1', messageId: 'm1' }
export const STATUS: TurnEventBody = { type: 'status', status: 'understanding' }
export const RESET: TurnEventBody = { type: 'reset' }
export const text = (content: string): TurnEventBody => ({ type: 'text', content })
export const done = (message: string): TurnEventBody => ({
  type: 'done',
  message,
  messageId: 'm1',
  conversationId: 'c1',
  sessionId: 's1',
  sources: ['orders'],
  queryType: 'data_retrieval',
  executionTimeMs: 12,
  finishReason: 'stop',
})
