import { describe, expect, it } from '@jest/globals'
import type { Caller } from '../../src/access/rules/caller.ts'
import { namedConversationId } from '../../src/ask/turns/named-conversation-id.ts'

const server: Caller = { organizationId: 1, kind: 'organization', userId: 1, tenantId: '7', scopeId: 'ana' }
const page: Caller = { ...server, kind: 'database', databaseId: 'd1' }

describe('the id of a conversation that a client names', () => {
  it('is a UUID, and the same for every request of the same reader', () => {
    const id = namedConversationId(server, 'chat-1')
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(namedConversationId({ ...server, keyId: 'another key', userId: 2 }, 'chat-1')).toBe(id)
  })

  it.each<[string, Caller, string]>([
    ['another name', server, 'chat-2'],
    ['another organization', { ...server, organizationId: 2 }, 'chat-1'],
    ['another tenant', { ...server, tenantId: '8' }, 'chat-1'],
    ['another scope', { ...server, scopeId: 'ben' }, 'chat-1'],
    ['a public key', page, 'chat-1'],
    ['a public key of another database', { ...page, databaseId: 'd2' }, 'chat-1'],
  ])('differs for %s', (_what, caller, name) => {
    expect(namedConversationId(caller, name)).not.toBe(namedConversationId(server, 'chat-1'))
  })
})
