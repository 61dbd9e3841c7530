import { randomUUID } from 'node:crypto'
import type { Caller } from '../../../src/access/rules/caller.ts'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { codeOf, type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
let other: Manager
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
  own = await managerOf(platform)
  other = await managerOf(platform)
})
afterAll(() => platform.close())

const recordSession = async (manager: Manager, scopeId: string, minute: number): Promise<string> => {
  const id = randomUUID()
  const caller: Caller = { organizationId: manager.organizationId, kind: 'organization', userId: 1, scopeId }
  const turn = { databaseId: randomUUID(), conversationId: randomUUID() }
  await platform.app.store.sessions.recordTurn(caller, id, { ...turn, askedAt: `2026-11-22T10:0${minute}:00.000Z` })
  return id
}

/** Adds a conversation that is its own session. */
const addConversation = async ({ organizationId }: Manager, scopeId: string, minute: number): Promise<string> => {
  const id = randomUUID()
  const times = { createdAt: '2026-11-22T10:00:00.000Z', lastMessageAt: `2026-11-22T10:0${minute}:00.000Z` }
  const owner = { organizationId, scopeId, databaseId: randomUUID(), userId: 1, sessionId: id }
  await platform.app.store.conversations.add({ id, ...owner, ...times, title: 'any', messageCount: 0 })
  return id
}

describe('sessions', () => {
  it('can be listed, last used first, read and removed', async () => {
    const [first, second] = [await recordSession(own, 'ann', 1), await recordSession(own, 'bob', 2)]
    const list = await own.get('/sessions')
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect(list.body.pagination.total_items).toBe(2)
    expect((await own.get('/sessions?scope_id=ann')).body.data).toMatchObject([{ id: first, scope_id: 'ann' }])
    expect((await own.get(`/sessions/${first}`)).body.data).toEqual({
      id: first,
      scope_id: 'ann',
      tenant_id: null,
      database_id: expect.any(String),
      conversation_id: expect.any(String),
      conversations: [expect.any(Object)],
      created_at: '2026-11-22T10:01:00.000Z',
      last_used_at: '2026-11-22T10:01:00.000Z',
    })
    expect((await own.send('DELETE', `/sessions/${first}`)).body).toEqual({
      success: true,
      message: expect.stringMatching(/\w/),
    })
    expect(codeOf(await own.send('DELETE', `/sessions/${first}`))).toEqual([404, 'NOT_FOUND_SESSION'])
    expect(await own.audit()).toEqual([['session.removed', first, []]])
  })

  it('of another organization get the response of unknown ones', async () => {
    const id = await recordSession(own, 'ann', 3)
    for (const method of ['GET', 'DELETE'])
      for (const sessionId of [id, randomUUID()])
        expect(codeOf(await other.send(method, `/sessions/${sessionId}`))).toEqual([404, 'NOT_FOUND_SESSION'])
    expect((await other.get('/sessions')).body.data).toEqual([])
    expect((await own.get(`/sessions/${id}`)).status).toBe(200)
  })

  it('of one conversation are listed with the others, read and removed like them', async () => {
    const manager = await managerOf(platform)
    const first = await addConversation(manager, 'ann', 1)
    const second = await recordSession(manager, 'bob', 2)
    const third = await addConversation(manager, 'bob', 3)
    const list = async (query = '') => {
      const { data, pagination } = (await manager.get(`/sessions${query}`)).body
      return [data.map(({ id }: { readonly id: string }) => id), pagination.total_items]
    }
    expect(await list()).toEqual([[third, second, first], 3])
    expect(await list('?page=2&page_size=2')).toEqual([[first], 3])
    expect(await list('?scope_id=bob')).toEqual([[third, second], 2])
    const { data } = (await manager.get(`/sessions/${first}`)).body
    expect(data).toEqual({
      id: first,
      scope_id: 'ann',
      tenant_id: null,
      database_id: expect.any(String),
      conversation_id: first,
      conversations: [{ database_id: data.database_id, conversation_id: first }],
      created_at: '2026-11-22T10:00:00.000Z',
      last_used_at: '2026-11-22T10:01:00.000Z',
    })
    for (const method of ['GET', 'DELETE'])
      expect(codeOf(await other.send(method, `/sessions/${first}`))).toEqual([404, 'NOT_FOUND_SESSION'])
    expect((await manager.send('DELETE', `/sessions/${first}`)).status).toBe(200)
    for (const method of ['GET', 'DELETE'])
      expect(codeOf(await manager.send(method, `/sessions/${first}`))).toEqual([404, 'NOT_FOUND_SESSION'])
    expect(await list()).toEqual([[third, second], 2])
    expect(await manager.audit()).toEqual([['session.removed', first, []]])
  })
})
