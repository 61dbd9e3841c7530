import { guardDraft } from '../../../src/engines/postgres/guard/guard.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { RestrictionValue } from '../../../src/guard/restriction.ts'
import type { Table } from '../../../src/guard/schema.ts'
import { guarded, rulesFor } from './guard-rules.ts'
import { QUERIES } from './oracle-queries.ts'

it('PostgreSQL guard accepts every valid query and writes the same statement for every caller', async () => {
  expect(QUERIES.length).toBeGreaterThanOrEqual(180)
  for (const draft of QUERIES) {
    const first = await guarded(draft, rulesFor(1, 'ann'))
    const second = await guarded(draft, rulesFor(2, 'bob'))
    expect(second.statement).toBe(first.statement)
    expect(first.parameters.every((value) => value === 1n || value === 'ann')).toBe(true)
  }
})

it.each(['C', 'POSIX', 'default', 'ucs_basic', 'unicode', 'en_US', 'und-x-icu', 'pg_c_utf8'])(
  'PostgreSQL guard accepts ORDER BY with the collation %s, which every server has',
  async (collation) => {
    const draft = `SELECT id FROM customers ORDER BY name COLLATE "${collation}"`
    expect((await guarded(draft, rulesFor(1))).statement).toMatch(new RegExp(`COLLATE "?${collation}"?`))
  },
)

it('PostgreSQL guard writes the same statement with rules that it has used before as with new ones', async () => {
  const rules = rulesFor(1, 'ann')
  for (const draft of [...QUERIES, ...QUERIES.toReversed()]) {
    const { statement, parameters } = await guarded(draft, rules)
    expect(await guarded(draft, rulesFor(1, 'ann'))).toMatchObject({ statement, parameters })
  }
})

it('PostgreSQL guard numbers the parameters of each query anew, in the order of its own tables', async () => {
  const table = (name: string, type: string): Table => ({
    schema: 'public',
    name,
    primaryKey: [],
    foreignKeys: [],
    columns: [{ name: 'k', type, nullable: false }],
  })
  const rules: GuardRules = {
    schema: { engine: 'postgres', tables: [table('numbers', 'integer'), table('texts', 'text')] },
    policy: {
      version: 1,
      engine: 'postgres',
      tenant: { column: 'k', type: 'string' },
      tables: { 'public.numbers': { mode: 'tenant' }, 'public.texts': { mode: 'tenant' } },
    },
    restriction: { tenant: { type: 'string', value: '7' } },
  }
  for (const [from, parameters] of [
    ['numbers, texts', [7n, '7']],
    ['texts, numbers', ['7', 7n]],
    ['numbers', [7n]],
    ['texts', ['7']],
  ] as const)
    expect(await guarded(`SELECT 1 FROM ${from}`, rules)).toMatchObject({ parameters })
})

describe('PostgreSQL guard writes', () => {
  it.each([
    [
      'the filter in the innermost subquery, with only the columns that the query reads',
      'SELECT o.id FROM orders o WHERE o.total > 5',
      'SELECT o.id FROM ( SELECT id, total FROM public.orders WHERE tenant_id = CAST($1 AS bigint) ) AS o WHERE o.total > 5',
    ],
    ['the name of the table as its alias', 'SELECT orders.id FROM public.orders', /\) AS orders$/],
    ['the column aliases of the query', 'SELECT a FROM orders AS x(a, b)', /\) AS x\(a, b\)$/],
    [
      'a fence around a child table where a condition can fail',
      'SELECT id FROM order_items WHERE 1 / id > 0',
      /WHERE order_id IN \(SELECT id FROM public\.orders WHERE tenant_id = CAST\(\$1 AS bigint\)\) UNION ALL SELECT id FROM public\.order_items WHERE false OFFSET 0 \) AS order_items WHERE/,
    ],
    [
      'no fence around a child table where nothing can fail',
      'SELECT id FROM order_items',
      'SELECT id FROM ( SELECT id FROM public.order_items WHERE order_id IN (SELECT id FROM public.orders WHERE tenant_id = CAST($1 AS bigint)) ) AS order_items',
    ],
    [
      'WITH TIES, which the deparser omits',
      'SELECT code FROM countries ORDER BY name OFFSET 1 FETCH FIRST 2 ROWS WITH TIES',
      /AS countries ORDER BY name OFFSET 1 FETCH FIRST \(2\) ROWS WITH TIES$/,
    ],
    [
      'GROUP BY DISTINCT, which the deparser omits',
      'SELECT DISTINCT code FROM countries GROUP BY DISTINCT ROLLUP (code), ROLLUP (code) WINDOW w AS ()',
      /^SELECT DISTINCT code FROM .* GROUP BY DISTINCT ROLLUP \(code\), ROLLUP \(code\) WINDOW w AS \(\)$/,
    ],
    [
      'no filter for a shared table',
      'SELECT code FROM countries',
      'SELECT code FROM ( SELECT code FROM public.countries ) AS countries',
    ],
    [
      'all columns for SELECT *',
      'SELECT * FROM countries',
      'SELECT * FROM ( SELECT code, name FROM public.countries ) AS countries',
    ],
    [
      'all columns for a reference to a whole row',
      'SELECT count(c) FROM countries c',
      /SELECT code, name FROM public\.countries/,
    ],
    [
      'all columns where a column alias list depends on their positions',
      'SELECT a FROM countries AS c(a)',
      /SELECT code, name FROM public\.countries/,
    ],
    [
      'all columns where a column alias list repeats a name',
      'SELECT 1 FROM countries AS c(a, a)',
      /SELECT code, name FROM/,
    ],
    [
      'all columns of a join with an alias',
      'SELECT j.code FROM (countries a CROSS JOIN (SELECT 1) b) AS j',
      /code, name/,
    ],
    [
      'all columns for NATURAL JOIN',
      'SELECT c.id FROM customers c NATURAL JOIN countries',
      /SELECT code, name FROM public\.countries/,
    ],
    [
      'both columns to which an unqualified name can refer',
      'SELECT id FROM orders, products',
      /SELECT id FROM public\.orders .* SELECT id FROM public\.products/,
    ],
    [
      'the columns that USING names',
      'SELECT 1 FROM orders JOIN products USING (id)',
      /SELECT id FROM public\.products/,
    ],
    [
      'one column where the query reads none',
      'SELECT count(*) FROM countries',
      /\( SELECT code FROM public\.countries \)/,
    ],
    [
      'a filter that includes NULL for a table of shared and own rows',
      'SELECT id FROM price_list',
      /WHERE tenant_id IS NULL OR tenant_id = CAST\(\$1 AS bigint\) \)/,
    ],
    [
      'no table for a CTE with the name of a table',
      'WITH orders AS (SELECT 1 AS id) SELECT id FROM orders',
      'WITH orders AS (SELECT 1 AS id) SELECT id FROM orders',
    ],
    [
      'columns that depend on a grouped primary key into GROUP BY',
      'SELECT c.id, c.name FROM customers c GROUP BY c.id',
      /GROUP BY c\.id, c\.name$/,
    ],
    [
      'a fence where a subquery is compared with anything but IN and EXISTS',
      'SELECT id FROM order_items WHERE price > ANY (SELECT total FROM orders)',
      / OFFSET 0 \) AS order_items WHERE/,
    ],
    ['no comments', 'SELECT 1 /* x */ -- y', 'SELECT 1'],
  ])('%s', async (_, draft, wanted) => {
    const { statement } = await guarded(draft)
    if (typeof wanted === 'string') expect(statement).toBe(wanted)
    else expect(statement).toMatch(wanted)
  })

  it('the tenant filter and the scope filter, with one parameter per value', async () => {
    const query = await guarded('SELECT 1 FROM orders o JOIN customers c ON true', rulesFor(1, 'ann'))
    expect(query.statement.match(/tenant_id = CAST\(\$1 AS bigint\) AND owner = CAST\(\$2 AS text\)/g)).toHaveLength(2)
    expect(query).toMatchObject({ parameters: [1n, 'ann'], tables: ['public.orders', 'public.customers'] })
  })
})

describe('PostgreSQL guard, conditions that can run before the filter:', () => {
  it.each([
    'SELECT id FROM orders WHERE total::int IS NULL',
    "SELECT id FROM customers WHERE 'x' ~ name",
    'SELECT id FROM customers WHERE name LIKE email',
    "SELECT id FROM customers WHERE name LIKE 'Customer 2\\'",
    'SELECT id FROM orders o JOIN (SELECT total::int AS t FROM orders) x ON x.t IS NULL',
    'SELECT id FROM customers WHERE starts_with(name, email)',
    'SELECT id FROM orders WHERE CASE WHEN total > 1 THEN true END',
    "SELECT id FROM customers WHERE 'x' ~ ANY (ARRAY[name])",
    'SELECT id FROM orders WHERE total::int > 5 OR NOT id < 3',
    "SELECT id FROM customers WHERE name ~~ ANY (SELECT 'a\\')",
    "SELECT id FROM customers WHERE (name LIKE 'a\\') = true",
    "SELECT x.id FROM (SELECT id, name LIKE 'a\\' AS f FROM customers) x WHERE x.f = 't'",
    'SELECT id FROM customers c WHERE c = ROW(1, 2)',
    "SELECT 1 FROM (SELECT true AS f UNION ALL SELECT name LIKE 'a\\' FROM customers) x WHERE x.f = true",
    'SELECT x.id FROM (SELECT id::int FROM customers) x WHERE x.id IS NOT NULL',
  ])('fences the table in %s', async (draft) => {
    expect((await guarded(draft)).statement).toContain('OFFSET 0')
  })

  it.each([
    'SELECT id FROM orders WHERE id = 5',
    "SELECT id FROM orders WHERE placed_on BETWEEN '2024-01-01' AND '2024-02-01' AND total IS NOT NULL",
    "SELECT id FROM customers WHERE name ILIKE '%a%' AND city IN ('Oslo', 'Paris') ORDER BY credit DESC LIMIT 10",
    'SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id WHERE c.id IS NULL',
    "SELECT id FROM customers WHERE lower(name) LIKE 'a%' AND length(trim(city)) > 3 AND left(name, 1) <> 'x'",
    'SELECT id FROM orders WHERE extract(year FROM placed_on) = 2024 AND placed_on::date >= CURRENT_DATE - 30',
    "SELECT id FROM orders WHERE coalesce(status, 'open') = 'open' AND (id, status) = (1, 'paid')",
    'SELECT status FROM orders GROUP BY status HAVING sum(total) / count(*) > 5 AND count(*) > (SELECT avg(id) FROM orders)',
    'SELECT id FROM orders WHERE customer_id IN (SELECT customer_id FROM orders GROUP BY customer_id HAVING count(*) > 3)',
    'SELECT x.n FROM (SELECT status, count(*) AS n, row_number() OVER (ORDER BY status) AS place FROM orders GROUP BY status) x WHERE x.n > 2 AND x.place = 1',
    'SELECT id FROM orders o WHERE total > (SELECT avg(total * 2) FROM orders) AND NOT EXISTS (SELECT 1 FROM customers c WHERE c.id = o.customer_id)',
  ])('does not fence the table in %s', async (draft) => {
    expect((await guarded(draft)).statement).not.toContain('OFFSET 0')
  })
})

describe('PostgreSQL guard, child tables:', () => {
  it.each([
    'SELECT id FROM order_items WHERE quantity::int > 5',
    'SELECT id FROM order_items WHERE quantity + 1 > 5',
    'SELECT id FROM order_items WHERE price = quantity',
    'SELECT i.id FROM order_items i JOIN accounts a ON i.price = a.balance',
    'SELECT id FROM item_notes WHERE note = note || note',
    "SELECT id FROM item_notes WHERE note LIKE 'a\\'",
    'SELECT id FROM item_notes WHERE note LIKE note',
    "SELECT id FROM item_notes WHERE note ~ 'a'",
    "SELECT id FROM item_notes WHERE note SIMILAR TO 'a'",
    'SELECT id FROM order_items WHERE id > (SELECT max(id) FROM order_items)',
    'SELECT i.id FROM order_items i WHERE i = i',
    'SELECT quantity.id FROM order_items quantity WHERE quantity = quantity',
    'SELECT i.id FROM order_items i WHERE (i.id, i.quantity) = (1, 2)',
    'SELECT i.id FROM order_items i NATURAL JOIN item_notes',
    'SELECT x.v FROM (SELECT id AS v, quantity AS w FROM order_items) x WHERE x.v = x.w',
    'SELECT x.v FROM (SELECT ARRAY[quantity] AS v FROM order_items) x',
    "SELECT id FROM order_items WHERE id = 1 OR current_date + 999999 > '2024-01-01'",
    "SELECT id FROM order_items WHERE now() - interval '9999 years' < now()",
    "SELECT id FROM order_items WHERE now() - interval '99 days' - interval '99 days' - interval '99 days' < now()",
    "SELECT id FROM order_items WHERE date_trunc('eon', now()) < now()",
    'SELECT id FROM order_items LIMIT (SELECT count(*) FROM orders)',
    'SELECT id FROM order_items ORDER BY -id',
    'SELECT -id AS n FROM order_items ORDER BY n',
    'SELECT -id AS n FROM order_items ORDER BY 1',
    'SELECT -id AS status FROM order_items GROUP BY status',
    'SELECT DISTINCT -id FROM order_items',
    'SELECT rank() OVER (ORDER BY -id) FROM order_items',
    'SELECT id FROM order_items UNION SELECT -id FROM order_items',
    'SELECT o.id FROM orders o WHERE o.id IN (SELECT -order_id FROM order_items)',
    'SELECT o.id FROM orders o WHERE EXISTS (SELECT sum(-o.id - i.id) FROM order_items i)',
    'SELECT o.id FROM orders o CROSS JOIN LATERAL (SELECT sum(-o.id - i.id) AS s FROM order_items i) x',
    'SELECT o.id, (SELECT sum(i.id) FROM order_items i WHERE -i.id < o.id) FROM orders o',
    'SELECT o.id FROM orders o, (VALUES (1)) v, order_items i',
    'SELECT i.id FROM order_items i, unnest(ARRAY[1]) u',
    'SELECT id FROM order_items GROUP BY id HAVING -id < 0',
    'SELECT id FROM order_items GROUP BY id HAVING sum(quantity) / min(id) > 1 AND id / 2 > 0',
  ])('fences the table where an expression can fail before the join: %s', async (draft) => {
    expect((await guarded(draft)).statement).toContain('OFFSET 0')
  })

  it.each([
    'SELECT id, -quantity, 1 / id FROM order_items ORDER BY id',
    'SELECT i.* FROM order_items i WHERE i.order_id = 5 AND i.quantity BETWEEN 1 AND 3 OR i.price IS NULL',
    'SELECT id FROM order_items WHERE quantity IN (1, 2) AND NOT product_id <> order_id',
    "SELECT id FROM item_notes WHERE note ILIKE '%a%' AND note >= 'a'::text",
    'SELECT i.id FROM order_items i JOIN products p ON p.id = i.product_id AND p.price = i.price',
    'SELECT i.id FROM order_items i JOIN item_notes n USING (id)',
    'SELECT id FROM order_items WHERE product_id IN (SELECT id FROM products WHERE price > 5)',
    'SELECT sum(1 / quantity) / count(*), json_agg(id) FROM order_items',
    'SELECT order_id, sum(quantity * price) AS t FROM order_items GROUP BY 1 HAVING sum(quantity * price) > 5 ORDER BY t DESC',
    'SELECT o.id FROM orders o JOIN (SELECT order_id, round(avg(price * quantity), 2) AS a FROM order_items GROUP BY order_id) x ON x.order_id = o.id WHERE x.a > 5 ORDER BY x.a',
    'WITH r AS (SELECT id, rank() OVER (PARTITION BY order_id ORDER BY price DESC) AS n FROM order_items) SELECT id FROM r WHERE n = 1',
    'SELECT rank() OVER (ORDER BY sum(price) DESC), order_id FROM order_items GROUP BY order_id',
    "SELECT i.id FROM orders o, order_items i WHERE i.order_id = o.id AND o.placed_on >= date_trunc('month', current_date) - interval '1 month'",
    'SELECT o.id, (SELECT sum(i.quantity) FROM order_items i WHERE i.order_id = o.id) FROM orders o',
    "SELECT 'a' AS k, id FROM order_items UNION ALL SELECT 'b', id FROM item_notes ORDER BY k, id LIMIT 3",
  ])('does not fence the table where nothing can fail before the join: %s', async (draft) => {
    expect((await guarded(draft)).statement).not.toContain('OFFSET 0')
  })
})

describe('PostgreSQL guard compares a tenant column of type', () => {
  const statementFor = async (type: string, bound: RestrictionValue) => {
    const rules: GuardRules = {
      schema: {
        engine: 'postgres',
        tables: [
          {
            schema: 'public',
            name: 't',
            columns: [{ name: 'k', type, nullable: false }],
            primaryKey: [],
            foreignKeys: [],
          },
        ],
      },
      policy: {
        version: 1,
        engine: 'postgres',
        tenant: { column: 'k', type: bound.type === 'integer' ? 'integer' : 'string' },
        tables: { 'public.t': { mode: 'tenant' } },
      },
      restriction: { tenant: bound },
    }
    const result = await guardDraft('SELECT k FROM t', rules)
    if (!result.ok) throw new Error(result.refusal.reason)
    return [result.query.statement.replace(/^.* WHERE k = (.*) \) AS t$/, '$1'), ...result.query.parameters]
  }
  const text = (value: string): RestrictionValue => ({ type: 'string', value })
  const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'

  it.each<readonly [string, RestrictionValue, string, unknown]>([
    ['integer', { type: 'integer', value: 5n }, 'CAST($1 AS bigint)', 5n],
    ['bigint', text('42'), 'CAST($1 AS bigint)', 42n],
    ['integer', text('042'), 'CAST($1 AS bigint)', null],
    ['numeric(10,0)', { type: 'integer', value: 5n }, 'CAST($1 AS bigint)', 5n],
    ['double precision', { type: 'integer', value: 2n ** 53n + 1n }, 'CAST($1 AS bigint)', null],
    ['text', { type: 'integer', value: 5n }, 'CAST($1 AS text)', '5'],
    ['text', { type: 'nothing', value: null }, 'CAST($1 AS text)', null],
    ['character varying(20)', text('042'), 'CAST($1 AS text)', '042'],
    ['text', text('a\0b'), 'CAST($1 AS text)', null],
    ['text COLLATE "ci"', text('ann'), 'CAST($1 AS text) COLLATE "C"', 'ann'],
    ['character(5)', text('ann'), '$1::bpchar', 'ann'],
    ['character(5)', text('ann '), '$1::bpchar', null],
    ['uuid', text(UUID), 'CAST($1 AS uuid)', UUID],
    ['uuid', text(UUID.toUpperCase()), 'CAST($1 AS uuid)', null],
    ['citext', text('ann'), '$1', null],
    ['date', text('2024-01-01'), '$1', null],
  ])('%s with %j', async (type, bound, written, value) => {
    const [parameter, ...values] = await statementFor(type, bound)
    expect(values).toEqual([value])
    expect(String(parameter).replace('CAST($1 AS bpchar)', '$1::bpchar')).toBe(written)
  })
})

describe('PostgreSQL guard, unqualified table name:', () => {
  const inSchemas = (...schemas: readonly string[]): GuardRules => ({
    schema: {
      engine: 'postgres',
      tables: schemas.map((schema) => ({
        schema,
        name: 't',
        primaryKey: [],
        foreignKeys: [],
        columns: [{ name: `of_${schema}`, type: 'text', nullable: true }],
      })),
    },
    policy: { version: 1, engine: 'postgres', tables: { '*': { mode: 'shared' }, 'denied.t': { mode: 'deny' } } },
    restriction: {},
  })
  const readBy = async (rules: GuardRules) => {
    const result = await guardDraft('SELECT * FROM t', rules)
    return result.ok ? result.query.tables : result.refusal.reason
  }

  it('resolves to the table in public, else to the only one that the caller may read', async () => {
    expect(await readBy(inSchemas('crm', 'public'))).toEqual(['public.t'])
    expect(await readBy(inSchemas('denied', 'crm'))).toEqual(['crm.t'])
    expect(await readBy(inSchemas('crm', 'shop'))).toBe('ambiguous_table')
    expect(await readBy(inSchemas('denied'))).toBe('unknown_table')
  })
})
