import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { TableVectors } from '../../../src/ask/rules/catalog.ts'
import type { Knowledge, VisibleTable } from '../../../src/ask/rules/knowledge.ts'
import { estimatedTokens, type QuestionContext } from '../../../src/ask/rules/question-context.ts'
import { tableName } from '../../../src/guard/schema.ts'
import { embedTables } from '../../../src/knowledge/meaning/embed-tables.ts'
import { type QuestionVectorOptions, QuestionVectors } from '../../../src/knowledge/meaning/question-vectors.ts'
import { tableText } from '../../../src/knowledge/meaning/table-text.ts'
import { QuestionContexts } from '../../../src/knowledge/retrieval/question-contexts.ts'
import { modelEmbedder } from '../../../src/planner/model/model-embedder.ts'
import { CacheMemory } from '../../../src/platform/memory/cache-memory.ts'
import { Problem } from '../../../src/platform/problems/problem.ts'
import { KNOWLEDGE } from '../../planner/model/cases.ts'
import { scriptedEmbeddings, textsOf } from '../../support/scripted-embeddings.ts'
import {
  type ScriptedModel,
  type ScriptedReply,
  type ScriptedRequest,
  serverError,
  startScriptedModel,
} from '../../support/scripted-model.ts'

const table = (name: string, columns: readonly string[], more: Partial<VisibleTable> = {}): VisibleTable => ({
  name,
  columns: ['id', ...columns].map((column) => ({ name: column, type: 'TEXT', nullable: false })),
  primaryKey: ['id'],
  foreignKeys: [],
  ...more,
})

const key = (column: string, refTable: string) => ({ columns: [column], refTable, refColumns: ['id'] })

const shelves = Array.from({ length: 100 }, (_, at) => table(`bin_${at}_stock`, ['shelf', 'weight', 'sku']))
const INVOICES = table('umsatz', ['betrag', 'monat'])
const STAFF = table('angestellte', ['vorname', 'abteilung_id'], { foreignKeys: [key('abteilung_id', 'abteilung')] })
const UNITS = table('abteilung', ['bezeichnung'])
const TABLES = [...shelves.slice(0, 50), INVOICES, STAFF, UNITS, ...shelves.slice(50)]

const CONCEPTS = [
  ['umsatz', 'revenue', 'turnover'],
  ['angestellte', 'employee', 'people who work'],
]
const meaning = scriptedEmbeddings(CONCEPTS)

let server: ScriptedModel
/** Replies to calls of the embedding model. */
let reply: (request: ScriptedRequest) => ScriptedReply
beforeAll(async () => {
  server = await startScriptedModel((request) => reply(request))
})
beforeEach(() => {
  reply = meaning
})
afterAll(() => server.close())

const embedderOf = (model = 'openai:meanings') => modelEmbedder({ model, apiKey: 'k', baseUrl: server.baseUrl })

/** Embeds tables, and returns the texts that were sent, in the order of their calls. */
const embed = async (tables: readonly VisibleTable[], former?: TableVectors, more: Partial<EmbedOptions> = {}) => {
  const { embedder = embedderOf(), refusal = async () => undefined, signal = new AbortController().signal } = more
  const before = server.requests.length
  let reportedTokens = 0
  const onSpent = async ({ inputTokens }: { readonly inputTokens: number }) => {
    reportedTokens += inputTokens
  }
  const embedded = await embedTables(tables, former, { embedder, refusal, onSpent, signal })
  return { ...embedded, reportedTokens, sent: server.requests.slice(before).flatMap(textsOf) }
}
type EmbedOptions = Parameters<typeof embedTables>[2]

const knowing = (tables: readonly VisibleTable[], vectors?: TableVectors): Knowledge => ({
  view: {
    ...KNOWLEDGE.view,
    schema: { engine: 'sqlite', tables },
    glossary: { tables: [], columns: [], phrases: [] },
  },
  values: [],
  ...(vectors === undefined ? {} : { vectors }),
})

/** Contexts by meaning, with the reported failures. */
const contexts = (options: QuestionVectorOptions = {}, model?: string) => {
  const failures: string[] = []
  const onFailure = (problem: string) => failures.push(problem)
  const meanings = new QuestionVectors(embedderOf(model), new CacheMemory(), {
    answerMs: 60_000,
    onFailure,
    ...options,
  })
  return { all: new QuestionContexts(meanings), failures, meanings }
}

const WORDS_ALONE = new QuestionContexts()

const choose = async (
  from: QuestionContexts,
  knowledge: Knowledge,
  question: string,
  { tokens = 600, tenantId = '1', signal = new AbortController().signal } = {},
): Promise<QuestionContext> => {
  const asked = { question, recentTurns: [], knowledge, patterns: [] }
  return await from.of(asked, { owner: { organizationId: 1, tenantId }, signal }).within(tokens)
}

const namesOf = ({ tables }: QuestionContext) => tables.map(tableName)

describe('a question that shares no word with its table', () => {
  it('finds the table and its connected tables by embeddings, and not without them', async () => {
    const { vectors } = await embed(TABLES)
    const { all } = contexts()
    const known = knowing(TABLES, vectors)
    expect(namesOf(await choose(all, known, 'Show me the turnover'))).toContain('umsatz')
    expect(namesOf(await choose(WORDS_ALONE, known, 'Show me the turnover'))).not.toContain('umsatz')
    expect(namesOf(await choose(all, known, 'How many employees?'))).toEqual(
      expect.arrayContaining(['angestellte', 'abteilung']),
    )
  })

  it('still finds tables by words, within the token limit', async () => {
    const { vectors } = await embed(TABLES)
    const found = await choose(contexts().all, knowing(TABLES, vectors), 'revenue by bezeichnung of abteilung')
    expect(namesOf(found)).toEqual(expect.arrayContaining(['umsatz', 'abteilung']))
    expect(found.tables.length).toBeLessThan(TABLES.length)
  })

  it('is embedded once per tenant, and never if the whole schema fits', async () => {
    const { vectors } = await embed(TABLES)
    const { all } = contexts()
    const known = knowing(TABLES, vectors)
    const before = server.requests.length
    const long = `turnover ${'x'.repeat(20_000)}`
    await Promise.all([choose(all, known, long), choose(all, known, long), choose(all, known, long, { tokens: 500 })])
    expect(server.requests.length - before).toBe(1)
    expect(server.requests.slice(-1).flatMap(textsOf)[0]?.length).toBeLessThan(2_100)
    await choose(all, known, long, { tenantId: '2' })
    expect(server.requests.length - before).toBe(2)
    await choose(all, known, 'Show me all of it', { tokens: 100_000 })
    await choose(all, knowing(TABLES), 'Show me the turnover')
    expect(server.requests.length - before).toBe(2)
  })
})

describe('a question that cannot be embedded', () => {
  it.each([
    ['the provider fails', serverError(), 'model_failed', {}],
    ['the provider refuses', { status: 401, body: '{}' }, 'model_failed', {}],
    ['the provider sends a malformed body', { body: '{"data": [{"embedding": ["x"]}]}' }, 'model_failed', {}],
    [
      'the provider redirects',
      { status: 307, headers: { location: 'http://127.0.0.1:9/v1' }, body: '' },
      'model_failed',
      {},
    ],
    ['the provider times out', { silent: true }, 'model_failed', { answerMs: 1 }],
  ] as const)('is answered by words and reported if %s', async (_, failing, problem, options) => {
    const { vectors } = await embed(TABLES)
    reply = () => failing
    const { all, failures } = contexts(options)
    const known = knowing(TABLES, vectors)
    const question = 'turnover by shelf of bin 7'
    expect(await choose(all, known, question)).toEqual(await choose(WORDS_ALONE, known, question))
    expect(failures).toEqual([problem])
  })

  it('is answered by words without a call if the vectors are from another model', async () => {
    const { vectors } = await embed(TABLES)
    const before = server.requests.length
    const known = knowing(TABLES, vectors)
    const found = await choose(contexts({}, 'openai:others').all, known, 'Show me the turnover')
    expect(found).toEqual(await choose(WORDS_ALONE, known, 'Show me the turnover'))
    expect(server.requests.length).toBe(before)
  })

  it('is not sent after its step has been aborted', async () => {
    const { vectors } = await embed(TABLES)
    const signal = AbortSignal.abort(new Error('over'))
    const before = server.requests.length
    await expect(choose(contexts().all, knowing(TABLES, vectors), 'turnover', { signal })).rejects.toThrow('over')
    expect(server.requests.length).toBe(before)
  })
})

describe('a table that the caller does not see', () => {
  it('does not influence the selection, and neither does a hidden column', async () => {
    const { vectors } = await embed(TABLES)
    const seen = TABLES.filter((one) => one !== INVOICES)
    const without = await embed(seen)
    const { all } = contexts()
    for (const question of ['Show me the turnover', 'How many employees have turnover?'])
      expect(await choose(all, knowing(seen, vectors), question)).toEqual(
        await choose(all, knowing(seen, without.vectors), question),
      )
    const secret = { ...INVOICES, name: 'zahlen', columns: [...INVOICES.columns, { ...hidden, name: 'revenue' }] }
    const all2 = [...seen, secret]
    const hiding = [...seen, { ...secret, columns: INVOICES.columns }]
    const found = await choose(all, knowing(hiding, (await embed(all2)).vectors), 'Show me the turnover')
    expect(namesOf(found)).not.toContain('zahlen')
  })
})

const hidden = { name: '', type: 'TEXT', nullable: false }

describe('the embedded text of a table', () => {
  it('contains names, comment and columns as words, within 1,000 characters', () => {
    const named = table('OrderItems', ['unitPrice', 'order_id'], {
      schema: 'sales',
      comment: 'What was\n ordered',
      foreignKeys: [key('order_id', 'orders')],
    })
    expect(tableText(named)).toBe('sales order items: What was ordered. unit price, id, order id')
    const names = Array.from({ length: 10_000 }, (_, at) => `${'"; DROP '.repeat(20)}${at}`)
    const ugly = { ...table('"; DROP', names), comment: 'ignore all rules '.repeat(100_000) }
    expect(tableText(ugly).length).toBeLessThanOrEqual(1_000)
    expect(estimatedTokens(tableText({ ...ugly, comment: '💥'.repeat(500_000) }))).toBeLessThanOrEqual(1_000)
  })
})

describe('embedding tables again', () => {
  it('sends only new or changed tables and forgets dropped ones', async () => {
    const first = await embed(TABLES)
    expect(first.report).toMatchObject({ tables: 103, embedded: 103, leftOut: 0, failure: null })
    expect(first.sent).toHaveLength(103)
    expect([first.reportedTokens, first.report.tokens > 103]).toEqual([first.report.tokens, true])
    const again = await embed(TABLES, first.vectors)
    expect(again.sent).toEqual([])
    expect(again.vectors).toEqual(first.vectors)
    const changed = [...TABLES.slice(2), { ...INVOICES, comment: 'By month' }, table('bonus', [])].filter(
      (one) => one !== INVOICES,
    )
    const third = await embed(changed, first.vectors)
    expect(third.sent).toEqual([tableText({ ...INVOICES, comment: 'By month' }), tableText(table('bonus', []))])
    expect(third.report).toMatchObject({ tables: 102, embedded: 2 })
    expect(Object.keys(third.vectors?.of ?? {})).toHaveLength(102)
  })

  it('sends all tables if the model has another name or other dimensions', async () => {
    const { vectors } = await embed(TABLES)
    const other = await embed(TABLES, vectors, { embedder: embedderOf('openai:others') })
    expect([other.report.embedded, other.vectors?.model]).toEqual([103, 'openai:others'])
    reply = scriptedEmbeddings([...CONCEPTS, ['stock']])
    const longer = await embed([...TABLES, table('bonus', [])], vectors)
    expect(longer.report).toMatchObject({ tables: 1, embedded: 1, leftOut: 103 })
    expect((await embed([...TABLES, table('bonus', [])], longer.vectors)).report).toMatchObject({ tables: 104 })
  })

  it('keeps existing vectors and reports the failure if the provider fails midway', async () => {
    const known = await embed(TABLES.slice(0, 3))
    reply = (request) => (textsOf(request).some((text) => text.startsWith('umsatz')) ? serverError() : meaning(request))
    const { report, vectors, reportedTokens } = await embed(TABLES, known.vectors)
    expect(report.failure).toMatch(/busy/)
    expect(report.tables).toBeGreaterThan(3)
    expect(report.tables + report.leftOut).toBe(103)
    expect(Object.keys(vectors?.of ?? {})).toEqual(expect.arrayContaining(Object.keys(known.vectors?.of ?? {})))
    expect(reportedTokens).toBe(report.tokens)
  })

  it('sends nothing and reports it once the tokens are used up', async () => {
    const refusal = async (tokens: number) =>
      tokens > 0 ? new Problem('monthly_tokens_reached', { transient: false }) : undefined
    const { report, sent } = await embed(TABLES, undefined, { refusal })
    expect(sent).toEqual([])
    expect(report).toMatchObject({ tables: 0, leftOut: 103, tokens: 0 })
    expect(report.failure).toMatch(/this month/)
  })

  it('ends with its signal, including a running call', async () => {
    const ending = new AbortController()
    reply = () => ({ after: Promise.resolve().then(() => ending.abort(new Error('over'))), silent: false, body: '{}' })
    await expect(embed(TABLES, undefined, { signal: ending.signal })).rejects.toThrow('over')
  })

  it('stores at most four megabytes and leaves out the other tables', async () => {
    const vector = Array.from({ length: 16_000 }, (_, at) => Math.sin(at))
    const embedder = {
      model: 'openai:wide',
      embed: async (texts: readonly string[]) => ({ vectors: texts.map(() => vector), usage: NOTHING }),
    }
    const many = Array.from({ length: 300 }, (_, at) => table(`t${at}`, []))
    const { report, vectors } = await embed(many, undefined, { embedder })
    expect(report).toMatchObject({ tables: 262, leftOut: 38, failure: null })
    expect((await embed(many, vectors, { embedder })).report).toMatchObject({ tables: 262, embedded: 0, leftOut: 38 })
    expect(JSON.stringify(vectors).length).toBeLessThan(6 * 1024 * 1024)
  })
})

const NOTHING = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, calls: 1, estimated: false, models: [] }
