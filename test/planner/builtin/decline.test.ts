import { withContext } from '../../../bench/questions/with-context.ts'
import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import { builtinPlanner, STARTERS_MAX, startersFor } from '../../../src/planner/builtin/index.ts'
import { ferries } from './ferries.ts'
import { ASKED_AT, Fixture } from './fixture.ts'
import { library } from './library.ts'
import { workshops } from './workshops.ts'

const shop = library()

const UNANSWERABLE = [
  'What is the weather in Lyon?',
  'How many unicorns do we have?',
  'Why did revenue drop?',
  'What will our revenue be next month?',
  'Delete all orders',
  'please update the price of Night Train',
  'send an email to all readers',
  'drop table orders',
  'What is our profit margin?',
  'Should we raise the price?',
  'How many readers in Lyon have a dog?',
  'cumulative revenue per month',
  'top reader per city',
]

describe('Unanswerable question', () => {
  test.each(UNANSWERABLE)('is not drafted as a query: %s', async (question) => {
    const { draft } = await shop.ask(question)
    expect(['decline', 'clarify']).toContain(draft.mode)
  })

  it('gets a reply that names unknown and known words', async () => {
    const { draft } = await shop.ask('How many readers in Lyon have a dog?')
    if (draft.mode === 'query') throw new Error('answered')
    expect(draft.reply).toContain('“dog”')
    expect(draft.reply).toContain('“Lyon”')
  })

  test.each(UNANSWERABLE)('offers answerable readings or three answerable suggestions: %s', async (question) => {
    const { draft } = await shop.ask(question)
    if (draft.mode === 'query') throw new Error('answered')
    const { choices = [], suggestions } = draft
    if (choices.length === 0) expect(suggestions).toHaveLength(3)
    for (const offered of [...choices.map((one) => one.question), ...suggestions])
      expect((await shop.ask(offered)).draft.mode).toBe('query')
  })
})

describe('Answer of the built-in planner', () => {
  it('states its query as a sentence, spelling corrections and the formula of a measure', async () => {
    const { draft } = await shop.ask('revnue last month')
    expect(draft.assumptions).toEqual([
      expect.stringContaining('revenue'),
      'Show the revenue of orders from 1 to 31 October 2026',
      'revenue is the sum of orders.total',
    ])
  })

  it('states which texts are compared as dates', async () => {
    const texts = new Fixture(
      `CREATE TABLE visits (id INTEGER PRIMARY KEY, visit_date TEXT, guest TEXT); INSERT INTO visits VALUES (1, '2026-05-01', 'Ann')`,
      EMPTY_GLOSSARY,
    )
    const { draft } = await texts.ask('How many visits were there in May 2026?')
    expect(draft.assumptions).toContain('visits.visit_date holds texts, which are compared as dates written YYYY-MM-DD')
  })

  it('has suggestions for follow-ups that can be answered', async () => {
    const { draft } = await shop.ask('How many orders were placed last month?')
    if (draft.mode !== 'query' || draft.plan === undefined) throw new Error('no plan')
    const { suggestions } = Object(draft.plan)
    expect(suggestions.length).toBeGreaterThan(1)
    for (const next of suggestions) {
      expect((await shop.ask('How many orders were placed last month?', next)).draft).toMatchObject({
        mode: 'query',
        confidence: 1,
      })
    }
  })

  it('is declined after a refusal instead of repeating the query', async () => {
    const draft = await builtinPlanner().draft(
      withContext({
        question: 'How many orders?',
        askedAt: ASKED_AT,
        recentTurns: [],
        knowledge: shop.knowledge,
        refused: { query: 'SELECT 1', refusal: { reason: 'syntax', hint: 'no', repairable: true } },
        signal: new AbortController().signal,
      }),
    )
    expect(draft.mode).toBe('decline')
  })
})

describe('Small talk', () => {
  test.each([
    'Hello!',
    'hi there, how are you?',
    'Thanks, that helped a lot',
    'Who are you?',
    'What can you do?',
    'help',
    'good morning',
    'bye',
    'ok great',
  ])('is answered without a query: %s', async (message) => {
    const { draft } = await shop.ask(message)
    if (draft.mode !== 'chat') throw new Error(draft.mode)
    expect(draft.suggestions).toHaveLength(3)
  })

  it('before a question does not prevent its answer', async () => {
    expect(await shop.value('hi, how many readers do we have?')).toBe(4)
  })
})

describe('Starter questions', () => {
  const fixtures: Readonly<Record<string, Fixture>> = { library: shop, ferries: ferries(), workshops: workshops() }

  test.each(Object.keys(fixtures))('are four to six for the %s, and each can be answered', async (name) => {
    const fixture = fixtures[name] ?? shop
    const questions = await startersFor(fixture.knowledge)
    expect([questions.length >= 4, questions.length <= STARTERS_MAX]).toEqual([true, true])
    expect(new Set(questions).size).toBe(questions.length)
    for (const question of questions)
      expect([question, (await fixture.ask(question)).draft.mode]).toEqual([question, 'query'])
  })

  it('do not depend on values of tables whose rows belong to the caller', async () => {
    const { view, values } = shop.knowledge
    const ownTables = new Set(view.schema.tables.map(({ name }) => name))
    const others = values.map((one) => ({ ...one, values: ['a', 'b', 'c'], complete: true }))
    const own = await startersFor({ view, values, ownTables })
    expect(own.length).toBeGreaterThanOrEqual(4)
    expect(await startersFor({ view, values: others, ownTables })).toEqual(own)
    expect(await startersFor({ view, values: [], ownTables })).toEqual(own)
  })

  it('are empty without tables', async () => {
    const { view } = shop.knowledge
    expect(await startersFor({ view: { ...view, schema: { ...view.schema, tables: [] } }, values: [] })).toEqual([])
  })
})
