import type { Restriction } from '../../../src/guard/restriction.ts'
import type { Column, Schema } from '../../../src/guard/schema.ts'
import { accepted } from '../contract/results.ts'
import { GuardBench, rulesFor, SCHEMA } from './guard-bench.ts'

const bench = new GuardBench()
afterAll(() => bench.close())

const FENCE = ' LIMIT 18446744073709551615'
const binary = (text: string) => `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`
const isFenced = async (draft: string): Promise<boolean> => accepted(await bench.guard(draft)).statement.includes(FENCE)

it('MySQL guard replaces a table by a filtered subquery and changes nothing else', async () => {
  const { statement, parameters, tables, filters } = accepted(
    await bench.guard("SELECT COUNT(*) AS `n ?` FROM staff WHERE name <> 'staff ?'"),
  )
  expect(statement).toBe(
    'SELECT COUNT(*) AS `n ?` FROM (SELECT `name` FROM `staff` ' +
      "WHERE `tenant_id` = CAST(? AS SIGNED)) AS `staff` WHERE name <> 'staff ?'",
  )
  expect({ parameters, tables, filters }).toEqual({ parameters: [1n], tables: ['staff'], filters: ['tenant'] })
})

it.each([
  [
    'an unsupported column type in JSON_TABLE',
    "SELECT a FROM JSON_TABLE('[1]', '$[*]' COLUMNS (a BLOB PATH '$')) t",
    /type in JSON TABLE/,
  ],
  ['a separator that is not a text', 'SELECT GROUP_CONCAT(name SEPARATOR 0x2c) FROM customers', /this separator/],
])('MySQL guard refuses %s with a hint for the repair', async (_, draft, hint) => {
  expect(await bench.guard(draft)).toMatchObject({
    refusal: { reason: 'unsupported', hint: expect.stringMatching(hint), repairable: true },
  })
})

it('MySQL guard fences a comparison with a subquery only if the subquery reads a table', async () => {
  expect(await isFenced('SELECT id FROM order_items WHERE id > (SELECT 5)')).toBe(false)
  expect(await isFenced('SELECT id FROM order_items WHERE id > (SELECT id FROM orders)')).toBe(true)
})

it('MySQL guard orders parameters by their position in the statement', async () => {
  const draft =
    'WITH late AS (SELECT COUNT(*) AS n FROM tenants) SELECT (SELECT MAX(id) FROM staff), late.n FROM customers c, late'
  const { statement, parameters } = accepted(await bench.guard(draft, rulesFor(7, 'ann')))
  expect(statement.match(/FROM `\w+`/g)).toEqual(['FROM `tenants`', 'FROM `staff`', 'FROM `customers`'])
  expect(parameters).toEqual([7n, 7n, 7n, 'ann', 'ann'])
})

it('MySQL guard filters a child table through its parents, by the restriction of the topmost one', async () => {
  const { statement, parameters } = accepted(await bench.guard('SELECT n.note FROM item_notes n', rulesFor(1, 'ann')))
  expect(statement).toBe(
    'SELECT n.note FROM (SELECT `note` FROM `item_notes` WHERE `item_id` IN (SELECT `id` FROM ' +
      '`order_items` WHERE `order_id` IN (SELECT `id` FROM `orders` WHERE `tenant_id` = CAST(? AS SIGNED) AND ' +
      `(\`owner\` = ? AND ${binary('`owner`')} = ${binary('?')})))) n`,
  )
  expect(parameters).toEqual([1n, 'ann', 'ann'])
})

describe('MySQL guard compares the tenant according to the type of its column:', () => {
  const bound = async (type: string, restriction: Restriction) => {
    const column = (name: string, declared: string): Column => ({ name, type: declared, nullable: true })
    const schema: Schema = {
      engine: 'mysql',
      tables: [{ name: 't', columns: [column('k', type)], primaryKey: [], foreignKeys: [] }],
    }
    const policy = {
      ...rulesFor().policy,
      tenant: { column: 'k', type: 'string' },
      tables: { t: { mode: 'tenant' } },
    } as const
    const { statement, parameters } = accepted(await bench.guard('SELECT 1 FROM t', { schema, policy, restriction }))
    return { parameters, exact: statement.includes('BINARY') }
  }
  const text = (value: string): Restriction => ({ tenant: { type: 'string', value } })
  const number = (value: bigint): Restriction => ({ tenant: { type: 'integer', value } })

  it.each([
    ['bigint(20) unsigned', text('42'), [42n], false],
    ['bigint', text('042'), [null], false],
    ['int(11)', text('42abc'), [null], false],
    ['INT', text(' 42'), [null], false],
    ['tinyint(1)', text(''), [null], false],
    ['decimal(20,0)', text('42'), [42n], false],
    ['decimal(20,0)', text('4e1'), [null], false],
    ['double', number(2n ** 53n - 1n), [2n ** 53n - 1n], false],
    ['double', number(2n ** 53n), [null], false],
    ['float', text('5'), [5n], false],
    ['varchar(20)', number(42n), ['42', '42'], true],
    ['char(36)', text('Ann '), ['Ann ', 'Ann '], true],
    ["enum('a','b')", text('a'), ['a', 'a'], true],
    ['interval_text', text('a'), ['a', 'a'], true],
    ['uuid', text('a'), ['a', 'a'], true],
    ['year(4)', number(24n), ['24', '24'], true],
    ['bigint(20)', { tenant: { type: 'nothing', value: null } }, [null], false],
  ] as const)('%s', async (type, restriction, parameters, exact) => {
    expect(await bound(type, restriction)).toEqual({ parameters, exact })
  })
})

describe('MySQL guard does not fence the tables of', () => {
  it.each([
    'SELECT * FROM orders WHERE id = 1001',
    "SELECT * FROM orders WHERE placed_on >= '2024-01-01' AND placed_on < DATE_ADD('2024-01-01', INTERVAL 1 MONTH)",
    'SELECT * FROM orders WHERE placed_on > CURDATE() - INTERVAL 30 DAY ORDER BY total * 2 DESC LIMIT 10',
    'SELECT c.name, SUM(o.total * 1.19) AS s FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name ORDER BY s',
    'SELECT id + 1, -total FROM orders WHERE total > (SELECT AVG(total) FROM orders)',
    'SELECT id FROM orders WHERE YEAR(placed_on) = YEAR(CURDATE()) - 1',
    'SELECT AVG(n) FROM (SELECT owner, SUM(total * 2) AS n FROM orders GROUP BY owner) x',
    'SELECT id FROM orders WHERE customer_id IN (SELECT id FROM customers)',
    'SELECT id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.id > 5)',
    "SELECT CONCAT(name, ' <', UPPER(email), '>') AS who FROM customers WHERE CONCAT(name, email) LIKE 'A%'",
    "SELECT DATE_FORMAT(placed_on, '%Y-%m') AS month, COUNT(*) FROM orders WHERE DATE_FORMAT(placed_on, '%Y') = '2024' GROUP BY month",
    "SELECT REPLACE(name, '-', ''), LPAD(MONTH(placed_on), 2, '0') FROM customers c JOIN orders o ON o.customer_id = c.id",
    'SELECT id FROM orders WHERE customer_id = (SELECT id FROM customers ORDER BY id LIMIT 1)',
    'SELECT id FROM price_list',
  ])('%s', async (draft) => {
    expect(await isFenced(draft)).toBe(false)
  })
})

describe('MySQL guard fences tables where a condition can fail on rows of other tenants:', () => {
  it.each([
    'SELECT id FROM orders WHERE id + 1 = 1002',
    'SELECT id FROM orders WHERE -id < 0',
    'SELECT id FROM orders WHERE POW(id, 100) > 0',
    'SELECT o.id FROM orders o JOIN customers c ON o.id * c.id > 0',
    "SELECT id FROM customers WHERE email = 'x' AND CASE WHEN id = 2001 THEN 9223372036854775807 + id ELSE 1 END",
    'SELECT id FROM orders o WHERE (SELECT c.id FROM customers c WHERE o.id > 0 OR c.id > 0) = 1',
    'SELECT id FROM orders WHERE id > ALL (SELECT id FROM staff)',
    "SELECT id FROM customers WHERE name REGEXP '^C'",
    "SELECT id FROM events WHERE JSON_EXTRACT(payload, '$.page') = 1",
    "SELECT id FROM events WHERE payload->'$.page' = 1",
    'SELECT id FROM orders WHERE CAST(total AS FLOAT) > 1',
    'SELECT id FROM customers WHERE CONVERT(name USING latin1) > 1',
    'SELECT id * 2 AS x FROM orders GROUP BY x HAVING x > 4',
    'SELECT x FROM (SELECT id * 2 AS x FROM orders) y WHERE x > 4',
    'WITH y AS (SELECT id * 2 AS x FROM orders) SELECT x FROM y WHERE x > 4',
    '(SELECT id FROM orders WHERE id * 2 > 4) UNION (SELECT 1)',
    'SELECT (SELECT COUNT(*) FROM orders o WHERE o.id * c.id > 1) FROM customers c',
    'SELECT id FROM orders ORDER BY (SELECT MAX(id) FROM staff WHERE id DIV 0 = 1)',
    'SELECT COUNT((SELECT 1 FROM staff WHERE EXP(id) > 1 LIMIT 1)) FROM orders',
    'SELECT i.id FROM order_items i WHERE (SELECT SUM(-i.id - o.id) FROM orders o) > 0',
    'SELECT i.id FROM order_items i WHERE EXISTS (SELECT 1 FROM orders HAVING MAX(-i.id) < 0)',
  ])('%s', async (draft) => {
    expect(await isFenced(draft)).toBe(true)
  })
})

describe('MySQL guard fences tables where a value of the query can be truncated:', () => {
  it.each([
    'SELECT GROUP_CONCAT(name) FROM customers',
    'SELECT JSON_ARRAYAGG(name) FROM customers',
    'SELECT CONCAT(payload, payload) FROM events',
    'SELECT DATE_FORMAT(placed_on, status) FROM orders',
    "SELECT id FROM customers WHERE EXPORT_SET(-1, name, '', '', 64) <> 'x'",
    "SELECT id FROM customers WHERE REPLACE(name, 'abcd', email) = 'x'",
    'SELECT id FROM customers ORDER BY HEX(HEX(HEX(HEX(HEX(name)))))',
    'SELECT id, CAST(name AS CHAR(100000)) FROM customers',
    'SELECT CONCAT(x.name, x.name) FROM (SELECT name FROM customers UNION ALL SELECT payload FROM events) x',
    'SELECT CONCAT(x.name) FROM (SELECT payload AS name FROM events) x',
    'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 5) SELECT x, o.id FROM n, orders o',
  ])('%s', async (draft) => {
    const texts = (columns: readonly Column[]) =>
      columns.map((column) => (column.name === 'payload' ? { ...column, type: 'longtext' } : column))
    const tables = SCHEMA.tables.map((table) => ({ ...table, columns: texts(table.columns) }))
    const { statement } = accepted(await bench.guard(draft, { ...rulesFor(), schema: { ...SCHEMA, tables } }))
    expect(statement).toContain(FENCE)
  })
})

describe('MySQL guard fences tables where the time of a subquery can depend on a row:', () => {
  it.each([
    'SELECT id FROM orders WHERE customer_id IN (SELECT id FROM customers) AND EXISTS (SELECT 1 FROM staff)',
    "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM staff a WHERE o.status = 'x')",
    "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM staff a WHERE status = 'x')",
    'SELECT id FROM orders WHERE id IN (SELECT a.id FROM staff a, staff b)',
    'SELECT id FROM orders WHERE id IN (SELECT a.id FROM staff a JOIN staff b ON a.id = b.id)',
    "SELECT id FROM orders WHERE IF(status = 'x', (SELECT COUNT(*) FROM staff), 0) = 0",
    "SELECT id FROM orders WHERE status = 'x' OR id > ALL (SELECT id FROM staff)",
    'SELECT o.id FROM orders o JOIN staff s ON o.id = s.id WHERE EXISTS (SELECT 1 FROM staff)',
    "SELECT o.id FROM orders o JOIN staff s ON o.status = 'x' AND (SELECT COUNT(*) FROM staff) > 1",
    "SELECT x.id FROM (SELECT id, status FROM orders WHERE EXISTS (SELECT 1 FROM staff)) x WHERE x.status = 'x'",
    "WITH x AS (SELECT id FROM orders WHERE status = 'x') SELECT id FROM x WHERE EXISTS (SELECT 1 FROM staff)",
    'SELECT id FROM orders o WHERE EXISTS (SELECT o.id FROM staff a HAVING o.id = 5)',
    'SELECT id FROM orders GROUP BY id HAVING COUNT(*) > (SELECT COUNT(*) FROM staff)',
  ])('%s', async (draft) => {
    expect(await isFenced(draft)).toBe(true)
  })
})

describe('MySQL guard fences a child table that is sorted or grouped', () => {
  it.each([
    'SELECT id FROM order_items ORDER BY -id',
    'SELECT id * 2 AS x FROM order_items ORDER BY X',
    'SELECT id * 2 AS x FROM order_items ORDER BY 1',
    'SELECT COUNT(*) FROM order_items GROUP BY -id',
    'SELECT id * 2 AS x, COUNT(*) FROM order_items GROUP BY x',
    'SELECT id * 2 AS x, COUNT(*) FROM order_items GROUP BY 1',
    'SELECT DISTINCT id * 2 FROM order_items',
    'SELECT 1 UNION SELECT DISTINCT id * 2 FROM order_items',
    '(SELECT id * 2 AS x FROM order_items ORDER BY x LIMIT 3)',
  ])('by an expression that can fail: %s', async (draft) => {
    expect(await isFenced(draft)).toBe(true)
    expect(await isFenced(draft.replace('order_items', 'orders'))).toBe(false)
  })

  it.each([
    'SELECT quantity FROM order_items WHERE order_id = 1001',
    'SELECT id, quantity * price AS line FROM order_items ORDER BY id',
    'SELECT order_id, SUM(quantity * price) / COUNT(*) AS x FROM order_items GROUP BY order_id ORDER BY x DESC, 2',
    'SELECT order_id, SUM(price) FROM order_items GROUP BY 1 ORDER BY SUM(price * 2)',
    'SELECT id, RANK() OVER (ORDER BY price) AS r FROM order_items ORDER BY r',
    'SELECT o.id, (SELECT SUM(i.quantity * i.price) FROM order_items i WHERE i.order_id = o.id) AS t FROM orders o',
    'SELECT AVG(n) FROM (SELECT order_id, SUM(quantity * price) AS n FROM order_items GROUP BY order_id) x',
  ])('only if an expression can fail, so not in %s', async (draft) => {
    expect(await isFenced(draft)).toBe(false)
  })
})

describe('MySQL table names', () => {
  const caseInsensitive = { ...rulesFor(), schema: { ...SCHEMA, caseSensitiveTables: false } }
  it('are case-sensitive if the server treats them so', async () => {
    expect(await bench.guard('SELECT 1 FROM Orders')).toMatchObject({ refusal: { reason: 'unknown_table' } })
    const { policy } = rulesFor()
    const other = { ...rulesFor(), policy: { ...policy, tables: { Orders: { mode: 'shared' } } } } as const
    expect(await bench.guard('SELECT 1 FROM orders', other)).toMatchObject({ refusal: { reason: 'unknown_table' } })
  })
  it('are case-insensitive if the server treats them so', async () => {
    const { statement } = accepted(await bench.guard('SELECT ORDERS.id FROM Orders', caseInsensitive))
    expect(statement).toContain('FROM `orders` WHERE `tenant_id` = CAST(? AS SIGNED)) AS `Orders`')
    expect(await bench.guard('WITH ORDERS AS (SELECT 1 AS id) SELECT id FROM orders', caseInsensitive)).toMatchObject({
      ok: true,
    })
  })
})
