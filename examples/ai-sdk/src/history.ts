import type { AnswerChart, AnswerChoice, AnswerMessage, AnswerTable } from './answer-message.ts'
import { request } from './service.ts'

/** A message of `GET /chat/history`. */
interface StoredMessage {
  readonly id: string
  readonly content: string
  readonly sender: string
  readonly turn_id: string | null
  readonly conversation_id: string
  readonly metadata: {
    readonly query_type?: string
    readonly problem?: string
    readonly row_count?: number
    readonly chart?: Omit<AnswerChart, 'query_id'>
    readonly choices?: readonly AnswerChoice[]
  }
}

/** The last messages of a conversation, oldest first. */
export const loadHistory = async (conversationId: string): Promise<AnswerMessage[]> => {
  const response = await request(`/chat/history?limit=50&conversation_id=${conversationId}`)
  const stored: readonly StoredMessage[] = (await response.json()).data.messages
  return await Promise.all(stored.toReversed().map(messageOf))
}

const messageOf = async (stored: StoredMessage): Promise<AnswerMessage> => {
  const { id, content: text, turn_id: turnId, conversation_id, metadata } = stored
  if (stored.sender === 'USER') return { id, role: 'user', parts: [{ type: 'text', text }] }
  const queryId = turnId ?? id
  const { query_type, problem, row_count: rowCount, chart, choices } = metadata
  const parts: AnswerMessage['parts'] = []
  if (rowCount !== undefined && rowCount > 0)
    parts.push({ type: 'data-table', id: queryId, data: { ...(await rowsOf(id)), query_id: queryId } })
  parts.push({ type: 'text', text })
  if (chart !== undefined) parts.push({ type: 'data-chart', id: queryId, data: { ...chart, query_id: queryId } })
  if (choices !== undefined) parts.push({ type: 'data-choices', data: choices })
  return {
    id,
    role: 'assistant',
    parts,
    metadata: {
      turn_id: queryId,
      conversation_id,
      ...(query_type === undefined ? {} : { query_type }),
      ...(problem === undefined ? {} : { problem }),
    },
  }
}

const rowsOf = async (messageId: string): Promise<Omit<AnswerTable, 'query_id'>> =>
  (await (await request(`/chat/messages/${messageId}/results`)).json()).data
