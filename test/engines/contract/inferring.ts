import { never, useBench } from './contract-bench.ts'
import type { EngineAdapter, LoadedDatabase } from './engine-adapter.ts'
import { TABLES } from './fixture.ts'
import { ofOneTenant } from './fixture-table.ts'
import { cells, unordered } from './results.ts'

/**
 * Drafts that infer rows of other tenants without selecting them: by counts, ranks, extremes, set differences, foreign
 * keys, conditions on tenants, and errors that only those rows cause.
 */
export const INFERRING: readonly string[] = [
  'SELECT COUNT(*) FROM orders o WHERE o.customer_id IN (SELECT id FROM customers WHERE tenant_id <> 1)',
  'SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE c.id IS NULL AND o.customer_id IS NOT NULL ORDER BY 1',
  'SELECT MAX(o.customer_id), MIN(o.customer_id) FROM orders o WHERE o.customer_id NOT IN (SELECT id FROM customers)',
  'SELECT SUM(x.n) FROM (SELECT COUNT(*) AS n FROM orders UNION ALL SELECT COUNT(*) FROM order_items) x',
  'SELECT (SELECT COUNT(*) FROM customers x WHERE x.city = c.city) FROM customers c',
  'SELECT COUNT(*) OVER () FROM order_items LIMIT 1',
  'SELECT id, RANK() OVER (ORDER BY total DESC) FROM orders',
  'SELECT id, DENSE_RANK() OVER (ORDER BY id) - id FROM orders',
  'SELECT CUME_DIST() OVER (ORDER BY id) FROM item_notes',
  'SELECT ROW_NUMBER() OVER (ORDER BY id), LAG(id, 1) OVER (ORDER BY id), LEAD(id, 1, -1) OVER (ORDER BY id) FROM note_marks',
  'SELECT FIRST_VALUE(id) OVER (ORDER BY id), LAST_VALUE(id) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM products',
  'WITH RECURSIVE walk AS (SELECT id, manager_id FROM staff UNION SELECT s.id, s.manager_id FROM staff s JOIN walk w ON s.id = w.manager_id) SELECT COUNT(*), MAX(id) FROM walk',
  'WITH RECURSIVE t AS (SELECT 1000 AS id UNION ALL SELECT id + 1 FROM t WHERE id < 3100) SELECT COUNT(*) FROM t JOIN orders o ON o.id = t.id',
  'WITH RECURSIVE t AS (SELECT 1000 AS id UNION ALL SELECT id + 1 FROM t WHERE id < 3100) SELECT t.id FROM t WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = t.id) ORDER BY 1',
  'WITH o AS (SELECT 1 AS id) SELECT * FROM orders AS o WHERE o.id > 0 ORDER BY id LIMIT 5',
  'SELECT CASE WHEN EXISTS (SELECT 1 FROM orders WHERE tenant_id = 2) THEN 1 ELSE 0 END',
  'SELECT CASE WHEN EXISTS (SELECT 1 FROM order_items WHERE price > 25) THEN 1 ELSE 0 END',
  'SELECT tenant_id, COUNT(*) FROM orders GROUP BY tenant_id',
  'SELECT tenant_id, COUNT(*) FROM price_list GROUP BY tenant_id ORDER BY 1',
  'SELECT * FROM price_list WHERE tenant_id IS NULL OR tenant_id = 2 ORDER BY id',
  'SELECT COUNT(*) FROM tenants',
  'SELECT * FROM tenants WHERE id > 0 OR 1 = 1',
  'SELECT i.id FROM order_items i WHERE i.order_id NOT IN (SELECT id FROM orders) ORDER BY 1',
  'SELECT i.id, p.id FROM order_items i LEFT JOIN products p ON p.id = i.product_id ORDER BY 1',
  'SELECT i.id FROM order_items i WHERE i.product_id IN (SELECT id FROM products WHERE price > 20)',
  'SELECT COUNT(*) FROM order_items i JOIN order_items j ON i.product_id = j.product_id',
  'SELECT MIN(id), MAX(id), AVG(id), COUNT(DISTINCT order_id) FROM order_items',
  'SELECT name FROM customers UNION SELECT note FROM item_notes UNION SELECT holder FROM accounts ORDER BY 1',
  'SELECT * FROM customers EXCEPT SELECT * FROM customers WHERE tenant_id = 1',
  'SELECT COUNT(*) FROM customers c1, customers c2, customers c3 WHERE c1.id < c2.id AND c2.id < c3.id',
  'SELECT COUNT(*) FROM orders HAVING COUNT(*) > 24',
  'SELECT id FROM orders WHERE id BETWEEN 1990 AND 3100 OR tenant_id IN (2, 3)',
  'SELECT NULLIF(COUNT(*), 24) FROM orders',
  'SELECT COUNT(*) FROM orders WHERE NOT (tenant_id = 1)',
  'SELECT COUNT(*) FROM orders WHERE (tenant_id = 1) IS NOT TRUE',
  'SELECT o.id FROM orders o JOIN orders p ON o.id <> p.id AND p.tenant_id <> o.tenant_id',
  'SELECT c.name FROM orders o RIGHT JOIN customers c ON c.id = o.customer_id AND o.id IS NULL ORDER BY 1',
  'SELECT holder, balance FROM accounts WHERE org_id <> 1 OR org_id IS NULL',
  'SELECT owner, COUNT(*) FROM customers GROUP BY owner ORDER BY 1',
  'SELECT m.mark, n.note FROM note_marks m LEFT JOIN item_notes n ON n.id = m.note_id ORDER BY m.id',
  'SELECT s.name, m.name FROM staff s LEFT JOIN staff m ON m.id = s.manager_id ORDER BY s.id',
  'SELECT COUNT(*) FROM staff WHERE manager_id NOT IN (SELECT id FROM staff)',
  'SELECT SUM(salary) FROM staff WHERE id > 0 GROUP BY id > 2000',
  'SELECT 1 FROM orders WHERE id = (SELECT id FROM orders WHERE id IN (1000, 2000))',
  'SELECT (SELECT name FROM customers WHERE id IN (1000, 2000)) AS n',
  'SELECT (SELECT name FROM customers WHERE id = 1000 OR id = 2003)',
]

/** The outcome of a query, result or failure, equals its outcome in a database without rows of other tenants. */
export const inferring = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)

  describe.each([
    { tenant: 1, scope: undefined },
    { tenant: 1, scope: 'ann' },
    { tenant: 2, scope: undefined },
  ])('S51 tenant $tenant, scope $scope, cannot infer rows of other tenants with', ({ tenant, scope }) => {
    let copy: LoadedDatabase
    beforeAll(async () => {
      copy = await adapter.load(ofOneTenant(TABLES, tenant, scope))
    })
    afterAll(() => copy.remove())

    it.each(INFERRING)('%s', async (draft) => {
      const guarded = await bench().engine.guard(draft, bench().rules(tenant, scope))
      expect(guarded).toMatchObject({ ok: true })
      if (!guarded.ok) return
      const outcome = async (address: string) => {
        const limits = { timeoutMs: 30_000, rowsMax: 10_000, bytesMax: 10_000_000, turnId: 'test', signal: never() }
        const ran = await bench().engine.run(address, guarded.query, { ...limits, owner: { organizationId: 1 } })
        return ran.ok ? unordered(cells(ran.result)) : ran.refusal
      }
      expect(await outcome(bench().database.address)).toEqual(await outcome(copy.address))
    })
  })

  it('most inference drafts have another outcome without a filter', async () => {
    const copy = await adapter.load(ofOneTenant(TABLES, 1, undefined))
    const outcome = async (database: LoadedDatabase, draft: string) =>
      unordered(await database.find(draft).catch(() => [['failed']])).join()
    let differing = 0
    for (const draft of INFERRING)
      if ((await outcome(bench().database, draft)) !== (await outcome(copy, draft))) differing++
    await copy.remove()
    expect(differing / INFERRING.length).toBeGreaterThan(0.8)
  })
}
