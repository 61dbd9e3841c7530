import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { getEncoding } from 'js-tiktoken'
import { z } from 'zod'
import { type ScriptedPlatform, startScriptedPlatform } from '../../turn/scripted-planner.ts'
import { callTool, POLLS_TASKS } from './mcp-request.ts'

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
})
afterAll(() => platform.close())

const connected = async (mode: 'legacy' | 'auto', query = ''): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const url = new URL(`${platform.baseUrl}/mcp${query}`)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...platform.headers } } }))
  return client
}

const Found = z.looseObject({ turn_id: z.string(), conversation_id: z.string().optional() })
const foundIn = ({ structuredContent }: { structuredContent?: unknown }) => Found.parse(structuredContent)

describe.each([
  ['2025-11-25', 'legacy'],
  ['2026-07-28', 'auto'],
] as const)('a client of revision %s', (revision, mode) => {
  let client: Client
  beforeAll(async () => {
    client = await connected(mode)
  })
  afterAll(() => client.close())

  it('gets tools with titles, annotations and output schemas in at most 2,000 tokens', async () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'list_databases',
      'ask_database',
      'get_answer',
      'search_schema',
      'explain_answer',
    ])
    for (const { title, description, annotations, outputSchema } of tools) {
      expect([title, description]).toEqual([expect.any(String), expect.any(String)])
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
    }
    expect(getEncoding('o200k_base').encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(2_000)
  })

  it('asks, with its stages as progress, and gets text, a picture, rows, and a link to all of them', async () => {
    const stages: string[] = []
    const answered = await client.callTool(
      { name: 'ask_database', arguments: { question: 'How many customers are there per country?', database: 'SHOPS' } },
      { onprogress: ({ message = '' }) => void stages.push(message) },
    )
    expect(stages).toContain('Running the query')
    const { turn_id: turnId } = foundIn(answered)
    expect(answered.structuredContent).toMatchObject({
      status: 'answered',
      row_count: 6,
      truncated: false,
      chart: { type: 'bar', spec: expect.anything() },
      sources: ['customers', 'countries'],
    })
    expect(answered.content).toEqual([
      { type: 'text', text: expect.stringContaining('| Germany |') },
      { type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) },
      expect.objectContaining({ type: 'resource_link', uri: `tabletalk://answers/${turnId}/rows.csv` }),
    ])
    const { contents } = await client.readResource({ uri: `tabletalk://answers/${turnId}/rows.csv` })
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('Germany,245') })])
  })

  it('continues the conversation of an answer', async () => {
    const first = await client.callTool({
      name: 'ask_database',
      arguments: { question: 'How many orders last month?' },
    })
    const { conversation_id } = foundIn(first)
    const next = await client.callTool({
      name: 'ask_database',
      arguments: { question: 'and this year?', conversation_id },
    })
    expect(foundIn(next).conversation_id).toBe(conversation_id)
    expect(next.structuredContent).toMatchObject({ status: 'answered', row_count: 1 })
  })

  it('gets at most 200 rows of an answer, and whether the database has more', async () => {
    const answered = await client.callTool({ name: 'ask_database', arguments: { question: 'List all customers' } })
    const { turn_id } = foundIn(answered)
    expect(answered.structuredContent).toMatchObject({ rows: { length: 200 }, truncated: true })
    const { contents } = await client.readResource({ uri: `tabletalk://answers/${turn_id}/rows.csv` })
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringMatching(/^(?:.+\r?\n){200}/) })])
  })

  it('searches the schema that it may see, in pages', async () => {
    const Page = z.looseObject({ tables: z.array(z.looseObject({ name: z.string() })), total: z.int() })
    const all = await client.callTool({ name: 'search_schema', arguments: {} })
    const { tables, total } = Page.parse(all.structuredContent)
    expect(tables).toHaveLength(Math.min(20, total))
    const found = await client.callTool({ name: 'search_schema', arguments: { query: 'invoice' } })
    expect(Page.parse(found.structuredContent).tables[0]?.name).toBe('invoices')
  })

  it('gets how an answer was found', async () => {
    const answered = await client.callTool({
      name: 'ask_database',
      arguments: { question: 'How many orders are there?' },
    })
    const { turn_id } = foundIn(answered)
    const explained = await client.callTool({ name: 'explain_answer', arguments: { turn_id } })
    expect(explained.structuredContent).toMatchObject({
      question: 'How many orders are there?',
      database: 'shops',
      receipts: [{ query: expect.stringContaining('orders'), filters: ['tenant'] }],
    })
  })

  it('reads the schema of a database, and gets starter questions as prompts', async () => {
    const { resources } = await client.listResources()
    const schema = resources.find(({ uri }) => uri.endsWith('/schema'))
    const { contents } = await client.readResource({ uri: schema?.uri ?? '' })
    expect(contents).toEqual([expect.objectContaining({ text: expect.stringContaining('customers(') })])
    const { prompts } = await client.listPrompts()
    const { messages } = await client.getPrompt({ name: prompts[0]?.name ?? '' })
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringContaining(prompts[0]?.title ?? '-') } },
    ])
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow('There is no such prompt.')
  })

  it('gets a problem as a tool error that says what to do', async () => {
    const wrong = await client.callTool({ name: 'ask_database', arguments: { question: ' ', database: 'none' } })
    expect(wrong).toMatchObject({ isError: true, content: [{ text: 'question: must not be empty' }] })
    const unknown = await client.callTool({ name: 'ask_database', arguments: { question: 'x', database: 'none' } })
    expect(unknown).toMatchObject({ isError: true, _meta: { 'tabletalk/problem': { problem: 'database_not_found' } } })
    await expect(client.callTool({ name: 'run_sql', arguments: {} })).rejects.toThrow('There is no tool of this name')
  })
})

describe('a long question', () => {
  it('is answered by get_answer, also in several waits', async () => {
    const question = 'How many shops are there?'
    const release = platform.holds(question)
    const asked = await callTool(platform, 'ask_database', { question }, { capabilities: POLLS_TASKS })
    const turn_id = asked.body.result.taskId
    const poll = (wait_seconds: number) => callTool(platform, 'get_answer', { turn_id, wait_seconds })
    expect((await poll(0)).body.result.structuredContent).toEqual({ status: 'running', turn_id })
    const waiting = poll(40)
    release()
    expect((await waiting).body.result.structuredContent).toMatchObject({ status: 'answered', turn_id, row_count: 1 })
  })

  it('is cancelled when a client of 2026-07-28 closes the connection', async () => {
    const question = 'How many carriers are there?'
    const release = platform.holds(question)
    const closing = new AbortController()
    const asked = callTool(platform, 'ask_database', { question }, { signal: closing.signal })
    const turnId = await runningTurn(question)
    closing.abort()
    await expect(asked).rejects.toThrow()
    const status = await endedStatus(turnId)
    release()
    expect(status).toBe('cancelled')
  })
})

/** How a job has ended. */
const endedStatus = async (id: string): Promise<string> => {
  for (;;) {
    const { body } = await platform.request(`/api/v1/jobs/${id}`)
    const { status } = body.data
    if (status !== 'running' && status !== 'queued') return status
  }
}

/** The turn of a question, once it is stored. */
const runningTurn = async (question: string): Promise<string> => {
  for (;;) {
    const { body } = await platform.request('/api/v1/chat/history?limit=5')
    const asked = body.data.messages.find(({ content }: { content: string }) => content === question)
    if (asked !== undefined) return asked.id.replace('.user', '')
  }
}

describe('optional tools', () => {
  it('export all rows only for clients whose address asks for it', async () => {
    const client = await connected('auto', '?tools=export_result')
    const answered = await client.callTool({ name: 'ask_database', arguments: { question: 'List all customers' } })
    const { turn_id } = foundIn(answered)
    const exported = await client.callTool({ name: 'export_result', arguments: { turn_id, format: 'json' } })
    const { export_id, file_url } = z
      .looseObject({ export_id: z.string(), file_url: z.string() })
      .parse(exported.structuredContent)
    expect(await endedStatus(export_id)).toBe('succeeded')
    const file = await fetch(file_url, { headers: { ...platform.headers } })
    expect(file.status).toBe(200)
    await client.close()
  })
})
