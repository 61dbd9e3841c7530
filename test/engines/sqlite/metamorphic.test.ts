import { DatabaseSync } from 'node:sqlite'
import { cells } from '../contract/results.ts'
import { QUERIES } from './oracle-queries.ts'
import { type Bench, openBench } from './with-engine.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

const answers = async () => {
  const rules = bench.rules(1)
  return await Promise.all(
    QUERIES.map(async (draft) => {
      const asked = await bench.ask(draft, rules)
      return asked.result === undefined ? asked.refusal.reason : cells(asked.result)
    }),
  )
}

it.each([
  [
    'are deleted',
    'DELETE FROM customers WHERE tenant_id <> 1; DELETE FROM orders WHERE tenant_id <> 1; DELETE FROM staff WHERE tenant_id <> 1',
  ],
  [
    'are duplicated',
    'INSERT INTO orders SELECT id + 500000, tenant_id, customer_id, status, total, placed_on, owner, "order" FROM orders WHERE tenant_id <> 1; INSERT INTO products SELECT id + 500000, 2, name, price, category FROM products',
  ],
  [
    'are corrupted',
    "UPDATE customers SET name = x'ff00', city = 17, credit = 'much', email = NULL WHERE tenant_id <> 1; UPDATE events SET payload = '{', happened_at = 'never' WHERE tenant_id <> 1; UPDATE orders SET total = 9223372036854775807, customer_id = 1001 WHERE tenant_id <> 1",
  ],
  [
    'refer to rows of the caller',
    'UPDATE staff SET manager_id = 1000 WHERE tenant_id <> 1; UPDATE orders SET customer_id = 1000 WHERE tenant_id <> 1',
  ],
  [
    'lose their tenant',
    'UPDATE customers SET tenant_id = -1 WHERE tenant_id <> 1; UPDATE accounts SET org_id = NULL WHERE org_id <> 1',
  ],
])('no SQLite result, row order or error changes when rows of other tenants %s', async (_, change) => {
  const before = await answers()
  const database = new DatabaseSync(bench.files.shared, { enableForeignKeyConstraints: false })
  database.exec(change)
  database.close()
  expect(await answers()).toEqual(before)
})
