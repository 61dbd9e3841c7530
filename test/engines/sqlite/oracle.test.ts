import type { DatabaseSync } from 'node:sqlite'
import { DatabaseSync as Database } from 'node:sqlite'
import { QUERIES } from './oracle-queries.ts'
import { plainRows, SCOPES, TENANTS } from './shop-fixture.ts'
import { type Bench, cells, openBench, unordered } from './with-engine.ts'

const VIEWS = [
  ...TENANTS.map((tenant) => ({ tenant, scope: undefined })),
  ...SCOPES.map((scope, index) => ({ tenant: index + 1, scope })),
  { tenant: 99, scope: undefined },
  { tenant: 1, scope: 'nobody' },
]

let bench: Bench
let shared: DatabaseSync

beforeAll(async () => {
  bench = await openBench()
  shared = new Database(bench.files.shared, { readOnly: true })
})
afterAll(async () => {
  shared.close()
  await bench.close()
})

describe.each(VIEWS)('a query of tenant $tenant, scope $scope, finds what a database of its own would hold', (view) => {
  let copy: DatabaseSync
  beforeAll(() => {
    copy = bench.files.copyOf(view.tenant, view.scope)
  })
  afterAll(() => copy.close())

  it.each(QUERIES)('%s', async (sql) => {
    const asked = await bench.ask(sql, bench.rules(view.tenant, view.scope))
    expect(asked.refusal).toBeUndefined()
    if (asked.result === undefined) return
    const wanted = plainRows(copy, sql)
    const found = cells(asked.result)
    expect(unordered(found)).toEqual(unordered(wanted))
    if (/ORDER BY [^()]*$/i.test(sql)) expect(found).toEqual(wanted)
  })
})

it('would notice a missing filter in nearly every query', () => {
  const own = bench.files.copyOf(1)
  const differ = QUERIES.filter((sql) => {
    const visible = sql.replace('SELECT * FROM customers', 'SELECT id FROM customers')
    return unordered(plainRows(shared, visible)).join() !== unordered(plainRows(own, visible)).join()
  })
  own.close()
  expect(QUERIES.length).toBeGreaterThanOrEqual(130)
  expect(differ.length / QUERIES.length).toBeGreaterThan(0.9)
})
