import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEMO } from '../../demo/organization.ts'
import { ANSWER_DETAILS, type AnswerDetail } from '../../src/access/rules/disclosure.ts'
import { EMPTY_CATALOG } from '../../src/ask/rules/catalog.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { json, type ScriptedModel, type ScriptedRequest, startScriptedModel } from '../support/scripted-model.ts'
import { streamEvents } from '../support/stream-events.ts'

const DATABASE = randomUUID()

/** Names that occur in no text but the database, and the words of a statement. */
const PHYSICAL = /zq_\w+|zqStat\w*|\bSELECT\b|GROUP BY/i

const LINES = `SELECT zq_cust_nm, zqStatCd, zq_amt_eur FROM zq_ord_hdr ORDER BY zq_cust_nm`
const BY_STATUS = `SELECT zqStatCd, SUM(zq_amt_eur) AS zq_sum_amt FROM zq_ord_hdr GROUP BY zqStatCd`
const FAILING = 'SELECT zq_nothing FROM zq_ord_hdr'

const DRAFTS: Readonly<Record<string, object>> = {
  lines: { mode: 'query', query: LINES },
  status: { mode: 'query', query: BY_STATUS },
  failing: { mode: 'query', query: FAILING },
  clarify: {
    mode: 'clarify',
    query: null,
    reply: 'Do you mean zq_cust_nm or zqStatCd of zq_ord_hdr.zq_id?',
    clarification: 'Do you mean zq_cust_nm or zqStatCd of zq_ord_hdr.zq_id?',
    suggestions: ['How many zq_amt_eur are there?'],
  },
}

const COLUMNS = ['zq_id', 'zq_tnt', 'zq_cust_nm', 'zqStatCd', 'zq_amt_eur']

let folder: string
let model: ScriptedModel
let platform: Platform
const keys = new Map<string, string>()

const makeFile = (file: string): void => {
  const database = new DatabaseSync(file)
  database.exec(`
    CREATE TABLE zq_ord_hdr (zq_id INTEGER PRIMARY KEY, zq_tnt INTEGER, zq_cust_nm TEXT, zqStatCd TEXT, zq_amt_eur REAL);
    INSERT INTO zq_ord_hdr VALUES (1, 1, 'Ann', 'in_work', 10.5), (2, 1, 'Bob', 'done', 20), (3, 2, 'Eve', 'done', 1)`)
  database.close()
}

const answersOf = ({ body }: ScriptedRequest) => {
  if (body.response_format === undefined)
    return { text: 'By zqStatCd of main.zq_ord_hdr.zq_cust_nm, 10.5 is in_work and 20 is done (ZQ_AMT_EUR).' }
  const said = body.messages.map(({ content }) => content).join('\n')
  const [, draft] = Object.entries(DRAFTS).find(([word]) => said.includes(`please: ${word}`)) ?? []
  return json({
    explanation: 'Lists zq_cust_nm, zqStatCd and zq_amt_eur of zq_ord_hdr.',
    reply: null,
    assumptions: ['zq_amt_eur is the amount'],
    suggestions: [],
    confidence: 0.9,
    tables: [],
    clarification: null,
    ...draft,
  })
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'disclosure-'))
  const file = path.join(folder, 'odd.db')
  makeFile(file)
  model = await startScriptedModel(answersOf)
  const settings = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: settings })
  const { organizationId } = platform.access
  const owner = { organizationId, userId: 1 }
  const database = {
    ...DEMO.database,
    ...owner,
    id: DATABASE,
    name: 'Odd',
    publicExports: true as const,
    thinking: 'shown' as const,
    policy: {
      version: 1 as const,
      engine: 'sqlite',
      tenant: { column: 'zq_tnt', type: 'integer' as const },
      tables: { zq_ord_hdr: { mode: 'tenant' as const } },
    },
    glossary: {
      tables: [{ table: 'zq_ord_hdr', synonyms: ['orders'] }],
      columns: [{ table: 'zq_ord_hdr', column: 'zq_cust_nm', synonyms: ['customer'] }],
      phrases: [],
    },
  }
  await platform.app.store.databases.put(database, `sqlite:${file}`)
  await platform.app.store.catalogs.put(owner, DATABASE, EMPTY_CATALOG, {
    shape: [{ table: 'zq_ord_hdr', columns: COLUMNS.map((name) => [name, 'TEXT']) }],
    changes: { newTables: [], goneTables: [], changedTables: [], leftOut: 0 },
  })
  const details: Readonly<Record<string, readonly AnswerDetail[] | undefined>> = {
    none: [],
    earlier: undefined,
    all: ANSWER_DETAILS,
    ...Object.fromEntries(ANSWER_DETAILS.map((detail) => [detail, [detail]])),
  }
  for (const [name, answerDetails] of Object.entries(details)) {
    const fields = { kind: 'database', databaseId: DATABASE, userId: 1 } as const
    const key = answerDetails === undefined ? fields : { ...fields, answerDetails }
    keys.set(name, (await platform.app.store.apiKeys.add(owner, key)).text)
  }
}, 60_000)
afterAll(async () => {
  await platform.close()
  await model.close()
  await rm(folder, { recursive: true })
})

const as = (key: string, headers: Record<string, string> = {}) => ({
  headers: {
    'X-API-Key': key === 'server' ? platform.access.orgKey : (keys.get(key) ?? ''),
    'X-Tenant-Id': '1',
    'X-Scope-Id': key,
    ...headers,
  },
})

const ask = (key: string, word: string) =>
  platform.request('/api/v1/chat/message', {
    json: { message: `please: ${word}`, database_id: DATABASE },
    ...as(key),
  })

const streamOf = async (key: string, word: string) => {
  const query = new URLSearchParams({ message: `please: ${word}`, database_id: DATABASE })
  return (await platform.request(`/api/v1/chat/new/stream?${query}`, as(key))).text
}

const historyOf = (key: string) => platform.request('/api/v1/chat/history?limit=50', as(key))

describe('a public key without details', () => {
  it('receives answers whose bytes contain no table, column or statement', async () => {
    const answers = await Promise.all(['lines', 'status', 'clarify'].map((word) => ask('none', word)))
    for (const { status, text } of answers) expect([status, text]).toEqual([200, expect.not.stringMatching(PHYSICAL)])
    const [lines, byStatus, clarify] = answers.map(({ body }) => body.data)
    expect(lines.results).toEqual([
      { customer: 'Ann', 'zq stat cd': 'in_work', 'zq amt eur': 10.5 },
      { customer: 'Bob', 'zq stat cd': 'done', 'zq amt eur': 20 },
    ])
    expect(lines.sources).toEqual(['orders'])
    expect(lines).not.toHaveProperty('receipt')
    expect(lines).not.toHaveProperty('assumptions')
    expect(byStatus.chart.spec.data.values).toEqual(
      expect.arrayContaining([expect.objectContaining({ label: 'in_work' })]),
    )
    expect(clarify.sources).toEqual([])
  })

  it('receives a text in which only names are replaced', async () => {
    const { message } = (await ask('none', 'status')).body.data
    expect(message).toContain('10.5 is in_work and 20 is done (zq amt eur)')
  })

  it('receives streams with the same answer, without queries, in neutral words', async () => {
    for (const word of ['lines', 'status', 'clarify']) {
      const text = await streamOf('none', word)
      expect(text).not.toMatch(PHYSICAL)
      const events = streamEvents(text)
      const done = events.at(-1)?.data
      expect(events.map(({ data }) => data.content).join('')).toBe(done.message)
      const stages = events.filter(({ event }) => event === 'status').map(({ data }) => data.message)
      for (const stage of stages) expect(['Working', 'Looking it up', 'Writing the answer']).toContain(stage)
      const { conversation_id: conversation } = events[0]?.data ?? {}
      for (const { id = '' } of events.slice(0, -1)) {
        const again = await platform.request(`/api/v1/chat/${conversation}/stream`, as('none', { 'Last-Event-ID': id }))
        expect([id, again.text]).toEqual([id, expect.not.stringMatching(PHYSICAL)])
        const seen = [...events.slice(0, events.findIndex((one) => one.id === id) + 1), ...streamEvents(again.text)]
        expect([id, seen.map(({ data }) => data.content).join('')]).toEqual([id, done.message])
      }
    }
  })

  it('receives streams of the AI SDK without names, queries and receipts', async () => {
    const parts: string[] = []
    for (const word of ['lines', 'status', 'clarify', 'failing']) {
      const question = { id: word, role: 'user', parts: [{ type: 'text', text: `please: ${word}` }] }
      const json = { id: word, messages: [question], database_id: DATABASE }
      const { status, text } = await platform.request('/api/v1/chat/ui', { json, ...as('none') })
      expect([status, text]).toEqual([200, expect.not.stringMatching(PHYSICAL)])
      expect(text).not.toMatch(/data-receipt|reasoning|assumptions/)
      parts.push(text)
    }
    const [lines = '', byStatus = '', clarify = '', failing = ''] = parts
    expect(lines).toContain('"rows":[{"customer":"Ann","zq stat cd":"in_work","zq amt eur":10.5}')
    expect(lines).toContain('{"type":"source-document","sourceId":"orders"')
    expect(byStatus).toContain('"type":"data-chart"')
    expect(clarify).toContain('Do you mean zq cust nm or zq stat cd of ')
    expect(failing).toContain('"type":"error"')
  })

  it('receives failures in the words of their problem, as answer, stream, job and history', async () => {
    const failed = await ask('none', 'failing')
    expect(failed.status).toBeGreaterThanOrEqual(400)
    const streamed = await streamOf('none', 'failing')
    expect(streamed).toContain('event: error')
    const { messages } = (await historyOf('none')).body.data
    const [turn] = messages.filter(({ metadata }: { metadata: { problem?: string } }) => metadata.problem !== undefined)
    const job = await platform.request(`/api/v1/jobs/${turn.turn_id}`, as('none'))
    for (const text of [failed.text, streamed, JSON.stringify(turn), job.text]) expect(text).not.toMatch(PHYSICAL)
  })

  it('receives history, rows, files and charts under the titles of columns', async () => {
    const { message_id: id } = (await ask('none', 'status')).body.data
    const at = `/api/v1/chat/messages/${id}`
    const { conversation_id: conversation } = (await ask('none', 'lines')).body.data
    await ask('none', 'failing')
    const read = [
      await historyOf('none'),
      await platform.request(`${at}/results`, as('none')),
      await platform.request(`${at}/results?format=csv`, as('none')),
      await platform.request(`${at}/chart`, as('none')),
      await platform.request(`/api/v1/chat/${conversation}/history`, as('none')),
    ]
    for (const { status, text } of read) expect([status, text]).toEqual([200, expect.not.stringMatching(PHYSICAL)])
    expect(read[1]?.body.data.columns[0]).toEqual({ name: 'zq stat cd', type: 'text' })
    expect(read[2]?.text.split(/\r?\n/)[0]).toBe('zq stat cd,zq sum amt')
    const sorted = { method: 'PUT', json: { sort: { column: 'zq stat cd', descending: true } }, ...as('none') }
    expect((await platform.request(`${at}/view`, sorted)).status).toBe(400)
  })
})

describe('each detail', () => {
  const of = async (key: string) => {
    const [answer, stream] = [(await ask(key, 'lines')).body.data, await streamOf(key, 'lines')]
    const { messages } = (await historyOf(key)).body.data
    return { answer, stream, stored: messages[0].metadata }
  }
  const keysOf = ({ results }: { results: readonly object[] }) => Object.keys(results[0] ?? {})

  it('adds only what it names', async () => {
    const [queries, receipts, assumptions, names, progress] = await Promise.all(
      ['queries', 'receipts', 'assumptions', 'names', 'progress'].map(of),
    )
    expect(queries?.stream).toContain('event: query')
    expect(queries?.answer.receipt.query).toBe(LINES)
    expect(receipts?.stream).not.toContain('event: query')
    expect(receipts?.answer.receipt).not.toHaveProperty('query')
    expect(receipts?.answer.receipt.tables).toEqual([{ table: 'zq_ord_hdr', mode: 'tenant' }])
    expect(receipts?.stored).toMatchObject({ usage: { calls: expect.any(Number) }, receipt: { filters: ['tenant'] } })
    expect(assumptions?.answer.assumptions).toEqual(['zq amt eur is the amount'])
    expect(assumptions?.stored.assumptions).toEqual(['zq amt eur is the amount'])
    expect(names?.answer.sources).toEqual(['zq_ord_hdr'])
    expect(names && keysOf(names.answer)).toEqual(['zq_cust_nm', 'zqStatCd', 'zq_amt_eur'])
    expect(names?.answer).not.toHaveProperty('receipt')
    expect(progress?.stream).toContain('Writing the query')
    for (const one of [queries, receipts, assumptions, progress])
      expect(one && keysOf(one.answer)).toEqual(['customer', 'zq stat cd', 'zq amt eur'])
  })

  it('stays as it was for a key from before details were chosen, until its owner chooses', async () => {
    const earlier = await of('earlier')
    expect(earlier.answer).toMatchObject({ sources: ['zq_ord_hdr'], assumptions: ['zq_amt_eur is the amount'] })
    expect(earlier.answer.receipt).not.toHaveProperty('query')
    expect(earlier.stream).toContain('Writing the query')
    expect(earlier.stream).not.toContain('event: query')
    const id = (await platform.request('/api/v1/api-keys?page_size=100')).body.data.find(
      ({ hint }: { hint: string }) => hint.slice(0, 15) === keys.get('earlier')?.slice(0, 15),
    ).id
    const chosen = await platform.request(`/api/v1/api-keys/${id}`, { method: 'PATCH', json: { answer_details: [] } })
    expect(chosen.body.data.answer_details).toEqual([])
    expect((await ask('earlier', 'lines')).text).not.toMatch(PHYSICAL)
  })
})
