import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import { describeWithMysql, stopMysqlServer } from '../../support/mysql-server.ts'
import { type ContractBench, useBench } from '../contract/contract-bench.ts'
import { TABLES } from '../contract/fixture.ts'
import { ofOneTenant } from '../contract/fixture-table.ts'
import { cells, unordered } from '../contract/results.ts'
import { MYSQL } from './adapter.ts'

describeWithMysql('MySQL table name qualified with its database', () => {
  const bench = useBench(MYSQL)
  afterAll(stopMysqlServer)

  const rules = (): GuardRules => bench().rules(1)
  const own = ({ schema }: ContractBench): string => schema.database ?? 'unknown'

  it.each([
    'SELECT COUNT(*) FROM @.orders',
    'SELECT @.orders.id FROM `@`.`orders` WHERE @.orders.status = "paid"',
    'SELECT o.id, c.name FROM @.orders AS o JOIN @.customers c ON c.id = o.customer_id, (SELECT id FROM @.staff) s',
    'WITH x AS (SELECT id FROM @.orders) SELECT COUNT(*) FROM x',
    'SELECT @.order_items.quantity FROM @ . order_items',
    'SELECT @.id FROM @.staff JOIN orders @',
    'WITH orders AS (SELECT 1 AS id) SELECT * FROM @.orders',
    'WITH a AS (SELECT 1), `orders` (id) AS (SELECT 1) SELECT * FROM @.orders',
    'WITH @ AS (SELECT 1 AS id) SELECT * FROM @.orders',
    'WITH orders AS (SELECT id FROM @.orders WHERE total > 150) SELECT COUNT(*) FROM orders JOIN `@`.orders AS o',
  ])('resolves to the table: %s', async (draft) => {
    const copy = await MYSQL.load(ofOneTenant(TABLES, 1, undefined))
    const asked = await bench().ask(draft.replaceAll('@', own(bench())), rules())
    expect(asked.refusal).toBeUndefined()
    const wanted = await copy.find(draft.replaceAll('@', new URL(copy.address).pathname.slice(1)))
    await copy.remove()
    expect(unordered(asked.result === undefined ? [] : cells(asked.result))).toEqual(unordered(wanted))
  })

  it.each([
    ['unknown_table', 'SELECT secret FROM @.vault'],
    ['unknown_table', 'WITH vault AS (SELECT 1 AS secret) SELECT secret FROM @.vault'],
    ['qualified_name', 'WITH orders AS (SELECT 1 AS id) SELECT @.orders.id FROM @.orders'],
    ['qualified_name', 'WITH orders AS (SELECT 1 AS id) SELECT * FROM mysql.orders'],
    ['qualified_name', 'SELECT * FROM other.orders'],
    ['qualified_name', 'SELECT * FROM mysql.user'],
    ['qualified_name', 'SELECT * FROM @.orders JOIN mysql.user'],
    ['qualified_name', 'SELECT * FROM @x.orders'],
    ['qualified_name', 'SELECT @.SLEEP(1) FROM @.orders'],
    ['qualified_name', 'SELECT x.@.id FROM @.orders'],
  ])('is refused as %s: %s', async (reason, draft) => {
    const guarded = await bench().engine.guard(draft.replaceAll('@', own(bench())), rules())
    expect(guarded).toMatchObject({ ok: false, refusal: { reason } })
  })
})
