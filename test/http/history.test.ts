import { DEMO } from '../../demo/organization.ts'
import { tokenOf, withToken } from '../accounts/logged-in.ts'
import { ISO_TIME } from '../support/iso-time.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

const as = (scope: string, tenant = '1') => ({ headers: { 'X-Scope-Id': scope, 'X-Tenant-Id': tenant } })
const say = async (scope: string, message: string, conversation_id?: string, tenant = '1'): Promise<string> => {
  const response = await platform.request('/api/v1/chat/message', {
    json: { message, conversation_id },
    ...as(scope, tenant),
  })
  expect(response.status).toBe(200)
  return response.body.data.conversation_id
}
const get = (path: string, options = {}) => platform.request(path, options)

describe('conversations and messages', () => {
  it('lists the conversations of the scope, latest first, with their message counts', async () => {
    const first = await say('lister', 'hello')
    const second = await say('lister', 'How many customers are there?')
    await say('lister', 'thanks', first)
    const { body } = await get('/api/v1/chat/conversations', as('lister'))
    expect(
      body.data.conversations.map(({ id, messageCount }: { id: string; messageCount: number }) => [id, messageCount]),
    ).toEqual([
      [first, 4],
      [second, 2],
    ])
    expect(body.data.conversations[0]).toEqual({
      id: first,
      organizationId: 1,
      scopeId: 'lister',
      userId: 1,
      databaseId: DEMO.database.id,
      tenantId: '1',
      title: 'hello',
      lastMessageAt: expect.stringMatching(ISO_TIME),
      messageCount: 4,
      createdAt: expect.stringMatching(ISO_TIME),
      turnId: null,
    })
    const [{ createdAt, lastMessageAt }, later] = body.data.conversations
    expect([createdAt, later.createdAt, later.lastMessageAt, lastMessageAt]).toEqual(
      [createdAt, later.createdAt, later.lastMessageAt, lastMessageAt].toSorted(),
    )
    expect(body.data).toMatchObject({ cursor: '', hasMore: false })
  })

  it('pages through every message exactly once, newest first', async () => {
    const conversation = await say('pager', 'hello')
    await say('pager', 'thanks', conversation)
    await say('pager', 'who are you?', conversation)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await get(`/api/v1/chat/history?limit=2&cursor=${encodeURIComponent(cursor)}`, as('pager'))
      seen.push(...body.data.messages.map(({ sender }: { sender: string }) => sender))
      cursor = body.data.cursor
      expect(body.data.hasMore).toBe(cursor !== '')
    } while (cursor !== '')
    expect(seen).toEqual(['ASSISTANT', 'USER', 'ASSISTANT', 'USER', 'ASSISTANT', 'USER'])
  })

  it('returns the messages of a conversation oldest first, in the specified format', async () => {
    const said = await platform.request('/api/v1/chat/message', { json: { message: 'hello' }, ...as('reader') })
    const { conversation_id: conversation, message: answer } = said.body.data
    expect(answer).toMatch(/\w/)
    const { body } = await get(`/api/v1/chat/${conversation}/history`, as('reader'))
    expect(body.data).toEqual({
      conversation_id: conversation,
      title: 'hello',
      messages: [
        { role: 'USER', content: 'hello', timestamp: expect.stringMatching(ISO_TIME) },
        { role: 'ASSISTANT', content: answer, timestamp: expect.stringMatching(ISO_TIME) },
      ],
      organization_id: 1,
      scope_id: 'reader',
      database_id: DEMO.database.id,
      tenant_id: '1',
      turn_id: null,
      user_id: 1,
    })
  })

  it('returns as user_id the user who started a conversation, not one who reads or continues it', async () => {
    const ann = withToken.bind(undefined, platform, await tokenOf(platform, 1, 'member'))
    const ids = as('two readers')
    const keyConversation = await say('two readers', 'hello')
    const ofAnn = await ann('/chat/message', { json: { message: 'hello' }, ...ids })
    const { conversation_id: annsConversation } = ofAnn.body.data
    await say('two readers', 'thanks', annsConversation)
    const { user_id: annsId } = (await ann('/auth/me')).body.data
    expect(annsId).not.toBe(1)
    const userIdsOf = async (read: typeof get) => {
      const one = async (id: string) => (await read(`/chat/${id}/history`, ids)).body.data.user_id
      const { conversations } = (await read('/chat/conversations', ids)).body.data
      const listed = conversations.map(({ id, userId }: { id: string; userId: number }) => [id, userId])
      return [await one(keyConversation), await one(annsConversation), listed]
    }
    const byKey = (path: string, options = {}) => get(`/api/v1${path}`, options)
    const listed = [
      [annsConversation, annsId],
      [keyConversation, 1],
    ]
    for (const read of [byKey, ann]) expect(await userIdsOf(read)).toEqual([1, annsId, listed])
    const own = async (read: typeof get) => {
      const { conversations } = (await read('/chat/conversations?mine=true', ids)).body.data
      return conversations.map(({ id }: { id: string }) => id)
    }
    expect([await own(ann), await own(byKey)]).toEqual([[annsConversation], [keyConversation]])
  })

  it('returns metadata for answers, and empty metadata for user messages', async () => {
    const conversation = await say('meta', 'How many customers are there?')
    const { body } = await get(`/api/v1/chat/history?conversation_id=${conversation}`, as('meta'))
    const [answer, question] = body.data.messages
    expect(question).toMatchObject({ sender: 'USER', type: 'text', metadata: {} })
    expect(answer).toMatchObject({
      sender: 'ASSISTANT',
      type: 'text',
      metadata: { query_type: 'data_retrieval', execution_time_ms: expect.any(Number) },
    })
    const [turnId] = answer.id.split('.')
    expect([answer.turn_id, question.turn_id]).toEqual([turnId, turnId])
  })

  it('returns the metadata that a page needs to show an answer again, without the query for a public key', async () => {
    const json = { message: 'How many orders are there by status?' }
    const asked = await platform.request('/api/v1/chat/message', { json, ...as('again') })
    const { conversation_id, turn_id, row_count, truncated, receipt, chart } = asked.body.data
    const { sources, query_type, execution_time_ms, suggestions, assumptions = [] } = asked.body.data
    const stored = async (headers: Record<string, string>) => {
      const options = { headers: { ...as('again').headers, ...headers } }
      const { body } = await get(`/api/v1/chat/history?limit=1&conversation_id=${conversation_id}`, options)
      return body.data.messages[0].metadata
    }
    const shown = { turn_id, row_count, truncated, sources, query_type, execution_time_ms, suggestions, assumptions }
    const metadata = { ...shown, chart, finish_reason: 'stop' }
    expect(chart).toBeDefined()
    expect(await stored({})).toEqual({ ...metadata, receipt, planner: 'builtin' })
    const { assumptions: _, ...shownToAll } = metadata
    expect(await stored({ 'X-API-Key': platform.access.databaseKey })).toEqual({ ...shownToAll, sources: ['order'] })
  })

  it('filters messages by `conversation_id`, and returns those of the whole scope without it', async () => {
    const [first, second] = [await say('filter', 'hello'), await say('filter', 'thanks')]
    const of = async (query: string) => {
      const { status, body } = await get(`/api/v1/chat/history${query}`, as('filter'))
      const messages: readonly { conversation_id: string }[] = body.data.messages
      return [status, messages.map(({ conversation_id }) => conversation_id)]
    }
    expect(await of(`?conversation_id=${first}`)).toEqual([200, [first, first]])
    expect(await of(`?conversation_id=${second}`)).toEqual([200, [second, second]])
    expect(await of('')).toEqual([200, [second, second, first, first]])
    const { status, body } = await get('/api/v1/chat/history?conversation_id=first', as('filter'))
    expect([status, body.error.code, body.details[0].field]).toEqual([400, 'VALIDATION_ERROR', 'conversation_id'])
  })

  it('returns the same 404 for a conversation of another scope or tenant as for an unknown one', async () => {
    const conversation = await say('owner', 'hello')
    const unknownId = '00000000-0000-4000-8000-000000000000'
    const read = async (id: string, options: object) => {
      const { status, body } = await get(`/api/v1/chat/${id}/history`, options)
      return { status, body: { ...body, trace_id: '', timestamp: '' } }
    }
    const unknown = await read(unknownId, as('owner'))
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    expect(await read(conversation, as('stranger'))).toEqual(unknown)
    expect(await read(conversation, as('owner', '2'))).toEqual(unknown)
  })

  it('renames a visible conversation without changing its message count, and rejects invalid titles', async () => {
    const conversation = await say('namer', 'hello')
    const rename = (title: unknown, options = as('namer')) =>
      platform.request(`/api/v1/chat/${conversation}`, { method: 'PATCH', json: { title }, ...options })
    const listed = async () => (await get('/api/v1/chat/conversations', as('namer'))).body.data.conversations
    const [before] = await listed()
    const renamed = await rename('  Orders of 2026  ')
    expect([renamed.status, renamed.body.data]).toEqual([200, { ...before, title: 'Orders of 2026' }])
    expect(await listed()).toEqual([renamed.body.data])
    for (const options of [as('stranger'), as('namer', '2')])
      expect([(await rename('Mine', options)).status, (await listed())[0].title]).toEqual([404, 'Orders of 2026'])
    for (const title of ['', ' ', 'two\nlines', 'x'.repeat(201), 7, undefined]) {
      const { status, body } = await rename(title)
      expect([title, status, body.details[0].field]).toEqual([title, 400, 'title'])
    }
  })

  it('deletes a conversation with all its messages', async () => {
    const conversation = await say('deleter', 'hello')
    const deleted = await platform.request(`/api/v1/chat/${conversation}`, { method: 'DELETE', ...as('deleter') })
    expect(deleted.body).toMatchObject({ success: true, data: { message: expect.any(String) } })
    expect((await get(`/api/v1/chat/${conversation}/history`, as('deleter'))).status).toBe(404)
    expect((await get('/api/v1/chat/history', as('deleter'))).body.data.messages).toEqual([])
    const again = await platform.request(`/api/v1/chat/${conversation}`, { method: 'DELETE', ...as('deleter') })
    expect(again.status).toBe(404)
  })

  it.each([
    ['/api/v1/chat/conversations', 'GET'],
    ['/api/v1/chat/history', 'GET'],
    ['/api/v1/chat/00000000-0000-4000-8000-000000000000/history', 'GET'],
    ['/api/v1/chat/00000000-0000-4000-8000-000000000000', 'DELETE'],
    ['/api/v1/chat/00000000-0000-4000-8000-000000000000', 'PATCH'],
  ])('requires X-Scope-Id at %s (%s)', async (path, method) => {
    const response = await platform.request(path, { method, headers: { 'X-Scope-Id': null } })
    expect(response.status).toBe(403)
    expect(response.body.error.code).toBe('FORBIDDEN')
  })

  it('rejects a cursor that was tampered with or belongs to another scope or list', async () => {
    await say('cursor', 'hello')
    const { body } = await get('/api/v1/chat/history?limit=1', as('cursor'))
    const { cursor } = body.data
    const tried = [`${cursor.slice(0, -2)}xx`, 'nonsense', 'a.b']
    for (const bad of tried) expect((await get(`/api/v1/chat/history?cursor=${bad}`, as('cursor'))).status).toBe(400)
    expect((await get(`/api/v1/chat/history?cursor=${cursor}`, as('other'))).status).toBe(400)
    expect((await get(`/api/v1/chat/conversations?cursor=${cursor}`, as('cursor'))).status).toBe(400)
  })

  it('searches conversations by title, and rejects the cursor of a search for the whole list', async () => {
    for (const message of ['hello', 'Hello again', 'thanks']) await say('searcher', message)
    const search = async (query: string) => {
      const { status, body } = await get(`/api/v1/chat/conversations?${query}`, as('searcher'))
      expect(status).toBe(200)
      return body.data
    }
    const titlesOf = ({ conversations }: { conversations: readonly { title: string }[] }) =>
      conversations.map(({ title }) => title)
    expect(titlesOf(await search('search=HELLO'))).toEqual(['Hello again', 'hello'])
    const first = await search('search=HELLO&limit=1')
    expect(titlesOf(await search(`search=HELLO&limit=1&cursor=${first.cursor}`))).toEqual(['hello'])
    const wholeList = await get(`/api/v1/chat/conversations?cursor=${first.cursor}`, as('searcher'))
    expect(wholeList.status).toBe(400)
  })

  it.each([
    'search=',
    'search=%20',
    `search=${'a'.repeat(201)}`,
    'search=a&search=b',
    'mine=yes',
    'mine=true&mine=true',
  ])('rejects %s in the list of conversations', async (query) => {
    const { status, body } = await get(`/api/v1/chat/conversations?${query}`, as('limits'))
    expect([status, body.problem, body.details[0].field]).toEqual([400, 'input_invalid', query.split('=')[0]])
  })

  it.each(['0', '-1', 'ten', '1.5', ''])('rejects limit=%s in the list of conversations', async (limit) => {
    expect((await get(`/api/v1/chat/conversations?limit=${limit}`, as('limits'))).status).toBe(400)
  })

  it('accepts a limit above the maximum', async () => {
    expect((await get('/api/v1/chat/history?limit=100000', as('limits'))).status).toBe(200)
  })
})
