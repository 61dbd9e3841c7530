import type { Connection } from 'mongoose'
import { PatternIndexes } from '../../src/knowledge/pattern-indexes.ts'
import { patternState } from '../../src/manage/patterns/rules/pattern.ts'
import { patternStore } from '../../src/manage/patterns/store/patterns.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { createMissingIndexes } from '../../src/store/readiness/make-indexes.ts'
import { KNOWLEDGE } from '../planner/model/cases.ts'
import { openTestStore, SERVER } from './store-fixture.ts'

let connection: Connection
let store: ReturnType<typeof patternStore>
beforeAll(async () => {
  connection = await openTestStore()
  store = patternStore(connection)
  await createMissingIndexes(connection)
})
afterAll(() => connection.close())

const THEIRS = { ...SERVER, organizationId: 2 }
const asked = (question: string) => ({ question, knowledge: KNOWLEDGE })
const fields = (question: string) => ({ question, query: `SELECT '${question}'`, verifiedBy: 'Ann' })

describe('verified queries in the store', () => {
  it('are visible, listed, changed and removed in their own organization only', async () => {
    const made = await store.add(SERVER, 'shops', fields('How many?'))
    if (made === undefined) throw new Error('not added')
    expect(await store.find(SERVER, made.id)).toEqual(made)
    expect(await store.find(THEIRS, made.id)).toBeUndefined()
    expect((await store.list(THEIRS, { page: 1, pageSize: 9 })).total).toBe(0)
    expect(await store.version(THEIRS, 'shops')).toBeUndefined()
    expect(await store.questions(THEIRS, 'shops')).toEqual([])
    expect(await store.change(THEIRS, made, fields('Other?'))).toBe('not-found')
    expect(await store.remove(THEIRS, made)).toBe(false)
    expect(await store.remove(SERVER, made)).toBe(true)
  })

  it('are unique per question and database, even under concurrent inserts', async () => {
    const made = await Promise.all(['Why?', 'why', 'WHY ?!'].map((text) => store.add(SERVER, 'a', fields(text))))
    expect(made.filter((one) => one !== undefined)).toHaveLength(1)
    expect(await store.add(SERVER, 'b', fields('Why?'))).toBeDefined()
    const other = await store.add(SERVER, 'a', fields('When?'))
    if (other === undefined) throw new Error('not added')
    expect(await store.change(SERVER, other, fields('why'))).toBe('duplicate')
    expect(await store.change(SERVER, other, fields('WHEN'))).toBe('changed')
  })

  it('keep the first failure of their current version until they run or change', async () => {
    const made = await store.add(SERVER, 'shops', fields('Which?'))
    if (made === undefined) throw new Error('not added')
    const failure = {
      at: '2026-11-21T00:00:00.000Z',
      turnId: 'first',
      by: 'database' as const,
      reason: 'no such column',
    }
    const state = patternState(made)
    expect(await store.recordFailure(THEIRS, state, failure)).toBeUndefined()
    expect(await store.recordFailure(SERVER, state, failure)).toEqual(failure)
    const later = { ...failure, at: '2026-11-22T00:00:00.000Z' }
    expect(await store.recordFailure(SERVER, state, later)).toEqual(failure)
    expect(await store.recordFailure(SERVER, state, { ...failure, turnId: 'second' })).toBeUndefined()
    expect(await store.find(SERVER, made.id)).toEqual({ ...made, failure })
    await store.clearFailure(SERVER, state)
    expect(await store.find(SERVER, made.id)).toEqual(made)
    await store.recordFailure(SERVER, state, failure)
    await store.change(SERVER, made, fields('Which one?'))
    expect(await store.recordFailure(SERVER, state, failure)).toBeUndefined()
    expect((await store.find(SERVER, made.id))?.failure).toBeUndefined()
  })

  it('are found in their current version, also by another process', async () => {
    const booksOf = () => new PatternIndexes(store, new CacheMemory())
    const [mine, another] = [booksOf(), booksOf()]
    expect(await mine.near(SERVER, 'c', asked('Who is it?'))).toEqual([])
    const made = await store.add(SERVER, 'c', fields('Who is it?'))
    if (made === undefined) throw new Error('not added')
    for (const books of [mine, another])
      expect(await books.near(SERVER, 'c', asked('who is it'))).toEqual([
        {
          question: 'Who is it?',
          query: "SELECT 'Who is it?'",
          isExact: true,
          state: { id: made.id, updatedAt: made.updatedAt, hasFailed: false },
        },
      ])
    expect(await mine.near(THEIRS, 'c', asked('who is it'))).toEqual([])
    await store.change(SERVER, made, { ...fields('Who is it?'), query: 'SELECT 2' })
    expect(await another.near(SERVER, 'c', asked('who is it'))).toMatchObject([{ query: 'SELECT 2' }])
    await store.change(SERVER, made, fields('Who was it?'))
    await store.add(SERVER, 'c', fields('Where is home?'))
    for (const books of [mine, another]) {
      expect(await books.near(SERVER, 'c', asked('who was it'))).toMatchObject([{ isExact: true }])
      expect(await books.near(SERVER, 'c', asked('where is home'))).toMatchObject([{ isExact: true }])
    }
    await store.removeOfDatabase(SERVER, 'c')
    for (const books of [mine, another]) expect(await books.near(SERVER, 'c', asked('who is it'))).toEqual([])
  })

  it('are read once for concurrent questions', async () => {
    let reads = 0
    const questions = Array.from({ length: 100 }, (_, at) => ({
      id: String(at),
      template: null,
      question: `How many orders of customer ${at} with status s${at % 97} were shipped to town t${at % 89}?`,
    }))
    const opened = () =>
      new PatternIndexes(
        {
          version: async () => 1,
          find: async (_, id) => ({
            id,
            databaseId: 'd',
            question: id,
            query: 'SELECT 1',
            verifiedBy: '',
            createdAt: '',
            updatedAt: '',
          }),
          async questions() {
            reads += 1
            return questions
          },
        },
        new CacheMemory(),
      )
    const books = opened()
    const ask = () => books.near(SERVER, 'd', asked('How many orders with status s5 were shipped to town t7?'))
    const found = await Promise.all([ask(), ask(), ask()])
    expect([found.map(({ length }) => length), reads]).toEqual([[3, 3, 3], 1])
  })
})
