import { randomUUID } from 'node:crypto'
import type { Message } from '../../src/domain/history/message.ts'
import type { Platform } from './platform.ts'

/** Stores an answer with this metadata, of the demo's tenant and the scope of `Platform.request`. @returns its id */
export const storedMessage = async (
  { app, access }: Pick<Platform, 'app' | 'access'>,
  metadata: Message['metadata'],
  { tenantId = '1', scopeId = 'tester' } = {},
): Promise<string> => {
  const { organizationId, databaseId } = access
  const [turnId, conversationId] = [randomUUID(), randomUUID()]
  const timestamp = new Date().toISOString()
  await app.store.createConversation({
    id: conversationId,
    organizationId,
    databaseId,
    tenantId,
    scopeId,
    title: 'x',
    messageCount: 0,
    createdAt: timestamp,
    lastMessageAt: timestamp,
  })
  const id = `${turnId}.assistant`
  await app.store.addMessage({ organizationId, kind: 'organization', userId: 1, tenantId, scopeId }, databaseId, {
    id,
    conversationId,
    content: 'x',
    sender: 'ASSISTANT',
    timestamp,
    type: 'text',
    metadata,
  })
  return id
}
