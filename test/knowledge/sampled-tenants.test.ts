import { describe, expect, it } from '@jest/globals'
import { LearntFile, ORDERS, ordersOf, valuesIn } from './learnt-file.ts'

const opened: LearntFile[] = []
const file = (...sql: readonly string[]): LearntFile => {
  const made = new LearntFile(sql.join('\n'))
  opened.push(made)
  return made
}
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1)
const statusesOf = (catalog: Parameters<typeof valuesIn>[0]) => valuesIn(catalog, 'orders', 'status')

/** Gives each tenant its own status and one shared by all tenants with an even or an odd id. */
const statusesByParity = (tenants: readonly number[]): string =>
  tenants.map((tenant) => ordersOf([tenant], ['open', tenant % 2 === 0 ? 'even' : 'odd', `own ${tenant}`])).join('\n')

describe('sampled tenants', () => {
  it('come from a table with rows if a smaller table is empty', async () => {
    const empty = 'CREATE TABLE archive (tenant_id INTEGER, note TEXT); CREATE TABLE flags (tenant_id INTEGER);'
    const learnt = await file(empty, ORDERS, ordersOf([1, 2, 3], ['open', 'paid'])).learn()
    expect(statusesOf(learnt)).toEqual(['open', 'paid'])
    expect(learnt.spent.rows).toBeGreaterThan(0)
  })

  it('come from the tenant root table, and from other tables if it is empty', async () => {
    const root = 'CREATE TABLE tenants (id INTEGER PRIMARY KEY);'
    const shop = file(root, ORDERS, ordersOf([1, 2, 3], ['open', 'paid']))
    const tables = { tenants: { mode: 'tenantRoot', column: 'id' }, orders: { mode: 'tenant' } } as const
    expect(statusesOf(await shop.learn({ tables }))).toEqual(['open', 'paid'])
    expect(await shop.candidates(tables)).toHaveLength(3)
  })

  it('depend on the key of the installation, not on their ids, and are the same at each indexing', async () => {
    const shop = file(ORDERS, statusesByParity(upTo(60)))
    const sampled = async (key: number): Promise<string> => {
      const { tenants = [] } = await shop.learn({ samplingKey: new Uint8Array(32).fill(key) })
      return tenants.slice(0, 6).join()
    }
    expect(await sampled(1)).toBe(await sampled(1))
    expect(await sampled(1)).not.toBe(await sampled(2))
    const values = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (key) =>
        statusesOf(await shop.learn({ samplingKey: new Uint8Array(32).fill(key) }))?.join(),
      ),
    )
    // Of the six smallest ids three are even and three are odd: only another sample can make one status rare.
    expect(new Set(values).size).toBeGreaterThan(1)
    expect(values.join()).not.toContain('own')
  })

  it('have rows in the indexed tables if such tenants exist', async () => {
    const root = 'CREATE TABLE tenants (id INTEGER PRIMARY KEY);'
    const idle = upTo(15).map((id) => `INSERT INTO tenants VALUES (${id});`)
    const shop = file(root, ...idle, ORDERS, ordersOf([4, 9, 14], ['open', 'paid']))
    const tables = { tenants: { mode: 'tenantRoot', column: 'id' }, orders: { mode: 'tenant' } } as const
    expect(statusesOf(await shop.learn({ tables }))).toEqual(['open', 'paid'])
  })

  it('are read in steps of an index across all ids of a large table', async () => {
    const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
      INSERT INTO orders (tenant_id, status) SELECT 1 + i % 10000, 'open' FROM n;`
    const shop = file(ORDERS, rows, 'CREATE INDEX by_tenant ON orders (tenant_id);')
    const candidates = ((await shop.candidates()) ?? []).map(Number)
    expect(shop.statements).toBeLessThan(60)
    expect(candidates.length).toBeGreaterThan(20)
    const quarters = new Set(candidates.map((tenant) => Math.floor((4 * (tenant - 1)) / 10_000)))
    expect([...quarters].toSorted()).toEqual([0, 1, 2, 3])
  })

  it('come from the first 100,000 rows if a large table has no index', async () => {
    const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
      INSERT INTO orders (tenant_id, status) SELECT 1 + i / 10000, 'open' FROM n;`
    const candidates = (await file(ORDERS, rows).candidates()) ?? []
    expect(candidates.map(Number).toSorted((a, b) => a - b)).toEqual(upTo(11))
  })
})

describe('published values of tenant rows', () => {
  it('count only tenants of the previous indexing, and all tenants at the first one', async () => {
    const shop = file(ORDERS, ordersOf([1, 2, 3], ['open']))
    const first = await shop.learn()
    expect(statusesOf(first)).toEqual(['open'])
    expect(JSON.stringify(first.tenants)).not.toMatch(/"[123]"/)
    shop.exec(ordersOf([11, 12, 13, 14, 15], ['planted']))
    const second = await shop.learn({ former: first })
    expect(statusesOf(second)).toEqual(['open'])
    expect(second.tenants).toHaveLength(8)
  })

  it('are those of the earlier tenants if too few of them are left', async () => {
    const shop = file(ORDERS, ordersOf([1, 2, 3], ['open']))
    const first = await shop.learn()
    shop.exec(`DELETE FROM orders; ${ordersOf([3, 11, 12, 13, 14], ['open'])}`)
    expect(statusesOf(await shop.learn({ former: first }))).toEqual([])
  })

  it('do not reveal to the owner of two tenants that a third has a text added to both', async () => {
    const learnt = async (holders: readonly number[]) => {
      const shop = file(ORDERS, ordersOf(upTo(6), ['open', 'paid']))
      const former = await shop.learn()
      shop.exec(ordersOf(holders, ['takeover']))
      const { columns } = await shop.learn({ former })
      return columns
    }
    const ownOnly = await learnt([1, 2])
    expect(await learnt([1, 2, 5])).toEqual(ownOnly)
    expect(await learnt([1, 2, 5, 6])).toEqual(ownOnly)
    expect((await learnt([1, 2, 4, 5, 6]))[0]?.values).toEqual(['open', 'paid', 'takeover'])
  })

  it('exclude a formerly published value once fewer than three tenants have it', async () => {
    const shop = file(ORDERS, ordersOf([1, 2, 3, 4], ['open', 'paid']))
    const former = await shop.learn()
    shop.exec("DELETE FROM orders WHERE status = 'paid' AND tenant_id > 2")
    expect(statusesOf(await shop.learn({ former }))).toEqual(['open'])
  })

  it('remain if one tenant writes names into a category column', async () => {
    const shop = file(ORDERS, ordersOf(upTo(5), ['open', 'paid']))
    shop.exec(
      ordersOf(
        [6],
        upTo(59).map((number) => `note ${number}`),
      ),
    )
    expect(statusesOf(await shop.learn())).toEqual(['open', 'paid'])
  })
})
