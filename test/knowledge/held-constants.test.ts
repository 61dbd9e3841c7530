import type { Caller } from '../../src/access/rules/caller.ts'
import type { Engine } from '../../src/engines/engine.ts'
import { databaseAccess } from '../../src/knowledge/database-access.ts'
import type { ColumnConstant } from '../../src/manage/patterns/rules/template/column-constant.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { type Bench, openBench } from '../engines/sqlite/with-engine.ts'
import { stopMongodbServer } from '../support/mongodb-server.ts'
import { callerOf, ShopsOfDocuments } from './documents/shops-of-documents.ts'
import { SHOP } from './shop-reader.ts'
import { booksOf } from './verified-books.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(async () => {
  await bench.close()
  await stopMongodbServer()
})

type Access = Pick<ReturnType<typeof databaseAccess>, 'knowledge' | 'holds'>

const opened = (engine: Partial<Engine> = {}, lookUpMs = 60_000) => {
  const store = {
    database: async () => SHOP,
    databaseAddress: async () => bench.files.address,
    catalog: async () => undefined,
  }
  const describe = async () => bench.schema
  return databaseAccess(store, [{ ...bench.engine, describe, ...engine }], new CacheMemory(), { lookUpMs })
}

/** The question contains no name that is looked up. */
const QUESTION = 'How many orders are there?'

/** What a caller receives of one verified query for exactly its question. */
const shown = async (access: Access, query: string, caller: Caller = callerOf(2)) => {
  const knowledge = access.knowledge(caller, 'd', { question: QUESTION, recentTurns: [] })
  const holds = (constants: readonly ColumnConstant[]) => access.holds(caller, 'd', constants)
  return await booksOf([[QUESTION, query]]).near(caller, 'd', { question: QUESTION, knowledge, holds })
}

/** The engine with a counter of its runs. */
const counted = () => {
  const engine = {
    runs: 0,
    run: (...call: Parameters<Engine['run']>) => {
      engine.runs++
      return bench.engine.run(...call)
    },
  }
  return engine
}

describe('a verified query with constants in rows of one tenant only', () => {
  it.each([
    ['a number', 'SELECT name FROM staff WHERE salary = 2300', '2300'],
    ['a range of one number', 'SELECT name FROM staff WHERE salary BETWEEN 2300 AND 2300', '2300'],
    ['a number with decimals', 'SELECT id FROM orders o WHERE o.total = 203.250', '203.250'],
    ['several numbers', 'SELECT name FROM staff WHERE salary IN (2300, 2400)', '2300'],
    [
      'eight numbers',
      `SELECT name FROM staff WHERE salary IN (${[0, 1, 2, 3, 4, 5, 6, 7].map((n) => 2000 + n * 100)})`,
      '2300',
    ],
    ['a text', "SELECT id FROM customers WHERE email = 'c2003@mail.test'", 'c2003'],
    ['an excluded text', "SELECT id FROM customers WHERE email <> 'c2003@mail.test'", 'c2003'],
    [
      'a text and a number of two tables',
      "SELECT c.id FROM customers c JOIN orders o ON o.customer_id = c.id WHERE c.name = 'Customer 2-3' AND o.total = 203.25",
      '203.25',
    ],
  ])(
    'answers its question for this tenant, and is an example without constants for other tenants: %s',
    async (_, query, secret) => {
      const access = opened()
      expect(await shown(access, query)).toMatchObject([{ query, isExact: true }])
      for (const other of [1, 3]) {
        const found = await shown(access, query, callerOf(other))
        expect(found.filter(({ isExact }) => isExact)).toEqual([])
        expect(JSON.stringify(found)).not.toContain(secret)
      }
      access.close()
    },
  )

  it('answers its question only within the scope whose rows have the constants', async () => {
    const access = opened()
    const query = "SELECT id FROM customers WHERE email = 'c2003@mail.test'"
    const owners = ['ann', 'bob', 'cem']
    const found = await Promise.all(owners.map((scopeId) => shown(access, query, { ...callerOf(2), scopeId })))
    expect(found.filter((some) => some.some(({ isExact }) => isExact)).length).toBe(1)
    access.close()
  })
})

describe('a verified query becomes an example without its constants', () => {
  it.each([
    [
      'if the rows contain only one of two constants',
      "SELECT id FROM customers WHERE email = 'c2003@mail.test' AND credit = 99",
    ],
    ['if the rows contain the number with the opposite sign', 'SELECT name FROM staff WHERE salary = - 2300'],
    ['if a column is hidden', "SELECT id FROM customers WHERE password_hash = 'hash-2003'"],
    ['if a column is computed', 'SELECT s FROM (SELECT salary + 1 AS s FROM staff) x WHERE s = 2300'],
    ['if a constant is a pattern', "SELECT id FROM customers WHERE email LIKE 'c2003@%'"],
    [
      'if more than eight constants are unknown',
      `SELECT name FROM staff WHERE salary IN (${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => 2000 + n * 100)})`,
    ],
  ])('%s', async (_, query) => {
    const access = opened()
    const found = await shown(access, query)
    expect(found.filter(({ isExact }) => isExact)).toEqual([])
    expect(JSON.stringify(found)).not.toMatch(/2003|2300/)
    access.close()
  })
})

describe('the lookup of constants', () => {
  const LATE = 'SELECT name FROM staff WHERE salary = 2300'
  const REFUSED = { ok: false, refusal: { reason: 'other', hint: '', repairable: false } } as const
  const isAnswered = async (access: Access, query = LATE) => (await shown(access, query)).some(({ isExact }) => isExact)

  it.each<[string, Partial<Engine>]>([
    ['the guard refuses', { guard: async () => REFUSED }],
    ['the database refuses', { run: async () => REFUSED }],
    ['the database times out', { run: () => Promise.reject(new Problem('query_timeout')) }],
    ['the tenant has too many queries', { run: () => Promise.reject(new Problem('tenant_busy')) }],
    ['the database is unreachable', { run: () => Promise.reject(new Problem('database_unreachable')) }],
  ])('finds nothing if %s, and is repeated for the next question', async (_, broken) => {
    let engine = { ...bench.engine, ...broken }
    const access = opened({
      guard: (...call) => engine.guard(...call),
      run: (...call) => engine.run(...call),
    })
    expect(await isAnswered(access)).toBe(false)
    engine = bench.engine
    expect(await isAnswered(access)).toBe(true)
    access.close()
  })

  it('finds nothing after its timeout or for a caller who has disconnected', async () => {
    const constant = { table: 'staff', column: 'salary', kind: 'number', value: '2300' } as const
    const late = opened({}, 0)
    expect(await late.holds(callerOf(2), 'd', [constant])).toBe(false)
    const access = opened()
    expect(await access.holds(callerOf(2), 'd', [constant], AbortSignal.abort())).toBe(false)
    expect(await access.holds(callerOf(2), 'd', [constant])).toBe(true)
    for (const one of [late, access]) one.close()
  })

  it('runs once per question for callers who see the same rows, and only if a constant is unknown', async () => {
    const engine = counted()
    const access = opened(engine)
    for (let time = 0; time < 2; time++) expect(await isAnswered(access)).toBe(true)
    expect(engine.runs).toBe(1)
    expect(await shown(access, LATE, callerOf(1))).not.toMatchObject([{ isExact: true }])
    expect(engine.runs).toBe(2)
    expect(await isAnswered(access, "SELECT name FROM countries WHERE code = 'FR'")).toBe(true)
    expect(engine.runs).toBe(2)
    access.close()
  })
})

it('the lookup of constants finds them in lists and nested fields of own documents only', async () => {
  const shops = await ShopsOfDocuments.of({
    shops: [1, 2].map((_id) => ({ _id })),
    orders: [
      { _id: 1, shop: 1, status: 3, tags: ['x-2499887'], ship: { town: 'Zug' } },
      { _id: 2, shop: 2, status: 4, tags: ['y-1'], ship: { town: 'Bern' } },
    ],
  })
  try {
    for (const filter of [
      { status: 3 },
      { tags: 'x-2499887' },
      { 'ship.town': 'Zug' },
      { status: 3, 'ship.town': 'Zug' },
    ]) {
      const query = JSON.stringify({ collection: 'orders', filter })
      expect(await shown(shops.access, query, callerOf(1))).toMatchObject([{ query, isExact: true }])
      const theirs = await shown(shops.access, query, callerOf(2))
      expect(theirs.filter(({ isExact }) => isExact)).toEqual([])
      expect(JSON.stringify(theirs)).not.toMatch(/2499887|Zug|:3/)
    }
    const mixed = JSON.stringify({ collection: 'orders', filter: { status: 3, 'ship.town': 'Bern' } })
    const ranged = JSON.stringify({ collection: 'orders', filter: { status: { $gte: 3, $lte: 3 } } })
    expect(await shown(shops.access, ranged, callerOf(1))).toMatchObject([{ isExact: true }])
    expect(JSON.stringify(await shown(shops.access, ranged, callerOf(2)))).not.toContain(':3')
    expect((await shown(shops.access, mixed, callerOf(1))).filter(({ isExact }) => isExact)).toEqual([])
  } finally {
    await shops.close()
  }
})
