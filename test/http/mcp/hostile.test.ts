import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { type Platform, type Reply, startPlatform } from '../../support/platform.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Manager, managerOf } from '../management/manager.ts'
import { mcpRequest, POLLS_TASKS } from './mcp-request.ts'

const INVALID_PARAMS = -32_602

let platform: Platform
let other: Manager
/** An answered turn of tenant 1, scope `tester`. */
let turn: string
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_LIMITS: 'memory' } })
  other = await managerOf(platform)
  turn = (await call('ask_database', { question: 'How many customers are there?' })).body.result.structuredContent
    .turn_id
})
afterAll(() => platform.close())

type Headers = Readonly<Record<string, string | null>>

const call = (name: string, sent: object = {}, headers: Headers = {}, capabilities = {}) =>
  mcpRequest(platform, 'tools/call', { name, arguments: sent }, { headers, capabilities })
const list = (headers: Headers = {}) => mcpRequest(platform, 'tools/list', {}, { headers })
const problemOf = ({ body }: Reply) => body.result._meta['tabletalk/problem'].problem
const refusalOf = ({ status, body }: Reply) => [status, body.jsonrpc, body.error.code, body.error.data.problem]

/** Everything of a reply that a client can tell apart, with the id that it sent taken out. */
const shapeOf = ({ status, text }: Reply, sent: string) =>
  `${status} ${text.replaceAll(sent, 'ID').replaceAll(/"trace_id":"[^"]+"/g, '')}`

describe('What belongs to another caller', () => {
  const callers = () =>
    [
      ['another organization', { 'X-API-Key': other.key, 'X-Tenant-Id': null }],
      ['another tenant', { 'X-Tenant-Id': '2' }],
      ['another scope', { 'X-Scope-Id': 'another' }],
    ] as const

  it.each([
    ['tasks/get', (id: string) => ({ taskId: id })],
    ['tasks/cancel', (id: string) => ({ taskId: id })],
    ['tasks/update', (id: string) => ({ taskId: id, inputResponses: {} })],
    ['resources/read', (id: string) => ({ uri: `tabletalk://answers/${id}` })],
    ['resources/read', (id: string) => ({ uri: `tabletalk://answers/${id}/rows.csv` })],
    ['resources/read', () => ({ uri: `tabletalk://databases/${platform.access.databaseId}/schema` })],
    ['tools/call', (id: string) => ({ name: 'get_answer', arguments: { turn_id: id, wait_seconds: 0 } })],
    ['tools/call', (id: string) => ({ name: 'explain_answer', arguments: { turn_id: id } })],
  ])('is to %s what does not exist', async (method, params) => {
    const own = await mcpRequest(platform, method, params(turn), { capabilities: POLLS_TASKS })
    expect(own.body.error).toBeUndefined()
    for (const [name, headers] of callers()) {
      // Every caller of the organization reads schemas, restricted to its tenant.
      if (
        !('taskId' in params(turn)) &&
        JSON.stringify(params('x')).includes('schema') &&
        name !== 'another organization'
      )
        continue
      const options = { headers, capabilities: POLLS_TASKS }
      const unknown = randomUUID()
      const foreign = await mcpRequest(platform, method, params(turn), options)
      const absent = await mcpRequest(platform, method, params(unknown), options)
      expect([name, shapeOf(foreign, turn)]).toEqual([name, shapeOf(absent, unknown)])
      if (method === 'tools/call') expect(problemOf(foreign)).toBe('turn_not_found')
      else expect(foreign.body.error.code).toBe(INVALID_PARAMS)
    }
  })

  it('is not cancelled', async () => {
    expect((await call('get_answer', { turn_id: turn })).body.result.structuredContent.status).toBe('answered')
  })
})

describe('Requests that are refused before a message is read', () => {
  it('are errors of JSON-RPC with the status and the problem', async () => {
    const free = await managerOf(platform, 'free')
    expect(refusalOf(await list({ 'X-API-Key': null }))).toEqual([401, '2.0', -32_000, 'credentials_missing'])
    expect(refusalOf(await list({ 'X-API-Key': platform.access.databaseKey }))[0]).toBe(403)
    expect(refusalOf(await list({ 'X-API-Key': free.key }))).toEqual([403, '2.0', -32_000, 'plan_feature_required'])
    expect(refusalOf(await list({ Origin: 'https://evil.example' }))).toEqual([
      ...[403, '2.0', -32_000, 'origin_not_permitted'],
    ])
    const large = await call('ask_database', { question: 'x'.repeat(10_000_000) })
    expect(refusalOf(large)).toEqual([413, '2.0', -32_000, 'body_too_large'])
  })

  it('have a foreign Host, which a page may have chosen', async () => {
    const headers = Object.entries({ ...platform.headers, 'Content-Type': 'application/json' })
    const send = (host: string) => rawRequest(`${platform.baseUrl}/mcp`, headers, { method: 'POST', body: '{}', host })
    const foreign = await send('evil.example')
    expect([foreign.status, JSON.parse(foreign.text).error.data.problem]).toEqual([403, 'origin_not_permitted'])
    expect((await send('localhost')).status).toBe(400)
  })

  it('use GET or DELETE', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await fetch(`${platform.baseUrl}/mcp`, { method, headers: { ...platform.headers } })
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
  })

  it('exceed the rate of the plan, with Retry-After', async () => {
    const limited = await managerOf(platform)
    await platform.app.store.organizations.change(limited, { limits: { per_minute: 2 } })
    const headers = { 'X-API-Key': limited.key, 'X-Tenant-Id': null }
    const replies = [await list(headers), await list(headers), await list(headers)]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(replies.at(-1)?.body.error).toMatchObject({ code: -32_000, data: { problem: 'plan_limit_reached' } })
    expect(replies.at(-1)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  })
})

describe('Malformed messages', () => {
  const post = async (body: string, headers: Headers = {}) => {
    const sent = {
      ...platform.headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    }
    const kept = Object.entries({ ...sent, ...headers }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value]],
    )
    const response = await fetch(`${platform.baseUrl}/mcp`, { method: 'POST', headers: Object.fromEntries(kept), body })
    return { status: response.status, text: await response.text() }
  }
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

  it.each([
    ['invalid JSON', '{"jsonrpc": "2.0",', {}],
    ['no message', '{}', {}],
    [
      'arguments of 20,000 levels',
      JSON.stringify(ping).replace('{}', `${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      {},
    ],
    ['a text', '"tools/list"', {}],
    ['a batch of revision 2025-11-25', JSON.stringify([ping, ping]), { 'MCP-Protocol-Version': '2025-11-25' }],
    ['a batch of revision 2026-07-28', JSON.stringify([ping, ping]), { 'MCP-Protocol-Version': '2026-07-28' }],
    ['an unknown revision', JSON.stringify(ping), { 'MCP-Protocol-Version': '1999-01-01' }],
    ['no envelope', JSON.stringify(ping), { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' }],
  ])('are refused with 400 as an error of JSON-RPC: %s', async (_name, body, headers) => {
    const { status, text } = await post(body, headers)
    expect([status, JSON.parse(text).jsonrpc]).toEqual([400, '2.0'])
    expect(typeof JSON.parse(text).error.code).toBe('number')
  })

  it.each([
    ['Mcp-Method', 'tools/call'],
    ['Mcp-Method', null],
    ['MCP-Protocol-Version', '2025-11-25'],
  ])('have a header %s that is not that of the body: %s', async (name, value) => {
    const { status, body } = await list({ [name]: value })
    expect([status, body.error.code]).toEqual([400, -32_020])
  })

  it('have a header Mcp-Name that is not that of the body', async () => {
    const { status, body } = await call('list_databases', {}, { 'Mcp-Name': 'ask_database' })
    expect([status, body.error.code]).toEqual([400, -32_020])
  })

  it('name a tool or a method that there is not, or have arguments of another form', async () => {
    expect((await call('run_sql', { sql: 'SELECT 1' })).body.error.code).toBe(INVALID_PARAMS)
    expect((await mcpRequest(platform, 'tasks/list', {}, { capabilities: POLLS_TASKS })).body.error.code).toBe(-32_601)
    for (const sent of [{}, { question: 7 }, { question: 'x', conversation_id: '../1' }]) {
      const reply = await call('ask_database', sent)
      expect([reply.body.result.isError, problemOf(reply)]).toEqual([true, 'input_invalid'])
    }
  })
})

describe('Tool calls', () => {
  const question = 'How many customers are there?'

  it.each([
    ['no tenant', 403, { 'X-Tenant-Id': null }],
    ['a malformed tenant', 403, { 'X-Tenant-Id': '01' }],
    ['a scope that is too long', 400, { 'X-Scope-Id': 'x'.repeat(300) }],
  ])('are refused with the problem of POST /chat/message: %s', async (_name, status, headers) => {
    const rest = await platform.request('/api/v1/chat/message', { json: { message: question }, headers })
    const reply = await call('ask_database', { question }, headers)
    const problem = reply.body.result === undefined ? reply.body.error.data.problem : problemOf(reply)
    expect([rest.status, problem]).toEqual([status, rest.body.problem])
  })

  it('continue a conversation within the limits of revision 2025-11-25, whose stream has begun', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: { ...platform.headers } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${platform.baseUrl}/mcp`), { requestInit }))
    const ask = async (conversation_id?: string) => {
      const asked = { question: 'How many orders are there?', ...(conversation_id && { conversation_id }) }
      return await client.callTool({ name: 'ask_database', arguments: asked })
    }
    const Answered = z.looseObject({ status: z.literal('answered'), conversation_id: z.string() })
    const { conversation_id } = Answered.parse((await ask()).structuredContent)
    expect(Answered.parse((await ask(conversation_id)).structuredContent).conversation_id).toBe(conversation_id)
    expect(await ask(randomUUID())).toMatchObject({
      isError: true,
      _meta: { 'tabletalk/problem': { problem: 'conversation_not_found' } },
    })
    await client.close()
  })

  it('beyond the concurrent questions of a plan are tool errors that say what to do, and no accepted one is lost', async () => {
    await platform.app.store.organizations.change({ organizationId: 1 }, { limits: { concurrent: 5 } })
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => call('ask_database', { question }, {}, POLLS_TASKS)),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = replies.filter(({ body }) => body.result.isError)
    const tasks = replies.filter(({ body }) => body.result.resultType === 'task')
    expect(refused.length + tasks.length).toBe(60)
    expect(refused.length).toBeGreaterThan(0)
    expect(tasks.length).toBeGreaterThan(0)
    for (const reply of refused) {
      expect(problemOf(reply)).toBe('running_limit_reached')
      expect(reply.body.result.content[0].text).toMatch(/Try again in \d+ s\./)
    }
    for (const { body } of tasks) await completed(body.result.taskId)
  }, 60_000)
})

const completed = async (taskId: string): Promise<void> => {
  for (;;) {
    const { body } = await mcpRequest(platform, 'tasks/get', { taskId }, { capabilities: POLLS_TASKS })
    if (body.result.status === 'working') continue
    expect(body.result).toMatchObject({ status: 'completed', result: { structuredContent: { status: 'answered' } } })
    return
  }
}
