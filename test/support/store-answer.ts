import { randomUUID } from 'node:crypto'
import type { Caller } from '../../src/domain/access/caller.ts'
import type { QueryRun, Row } from '../../src/domain/ask/outcome.ts'
import { assistantMessageId, userMessageId } from '../../src/domain/history/message.ts'
import type { Store } from '../../src/store/store.ts'

export interface StoredAnswer {
  readonly turnId: string
  readonly messageId: string
  readonly conversationId: string
}

export interface AnswerToStore {
  readonly databaseId: string
  readonly drafted: string
  readonly rows?: readonly Row[]
  readonly parts?: QueryRun['parts']
}

/** Stores an answer that nobody has asked for, with the query that it came from. */
export const storeAnswer = async (
  store: Store,
  caller: Caller,
  { databaseId, drafted, rows = [{ n: 1 }], parts }: AnswerToStore,
): Promise<StoredAnswer> => {
  const [turnId, conversationId] = [randomUUID(), randomUUID()]
  const { organizationId, tenantId, scopeId = 'default' } = caller
  const executedAt = new Date().toISOString()
  await store.createConversation({
    ...{ id: conversationId, organizationId, databaseId, scopeId, title: 'stored', messageCount: 2 },
    ...(tenantId === undefined ? {} : { tenantId }),
    ...{ createdAt: executedAt, lastMessageAt: executedAt },
  })
  const columns = Object.keys(rows[0] ?? {}).map((name) => ({ name, type: 'mixed' as const }))
  const result = { columns, rows, rowCount: rows.length, truncated: false, executionTimeMs: 1 }
  const receipt = {
    ...{ engine: 'any', statement: drafted, tables: [], filters: [], fingerprint: 'f', guardVersion: 1 },
    ...{ databaseId, drafted, rowCount: rows.length, truncated: false, executionTimeMs: 1, executedAt },
  }
  const run = { result, receipt, ...(parts === undefined ? {} : { parts }) }
  await store.putResult(caller, { turnId, conversationId, databaseId }, run, 1)
  const messageId = assistantMessageId(turnId)
  const message = { conversationId, timestamp: executedAt, type: 'text' as const, metadata: {} }
  await store.addMessage(caller, databaseId, { ...message, id: userMessageId(turnId), content: 'Why?', sender: 'USER' })
  await store.addMessage(caller, databaseId, { ...message, id: messageId, content: 'So.', sender: 'ASSISTANT' })
  return { turnId, messageId, conversationId }
}
