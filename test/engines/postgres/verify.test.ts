import { loadParser } from '../../../src/engines/postgres/language/parser.ts'
import { faultOf, verify } from '../../../src/engines/postgres/verify/verify.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { QueryCandidate } from '../../../src/guard/guarded-query.ts'
import type { TablePolicy } from '../../../src/guard/policy.ts'
import { guarded, rulesFor } from './guard-rules.ts'
import { QUERIES } from './oracle-queries.ts'

const OWN = 'tenant_id = CAST($1 AS bigint)'
const own = `(SELECT id, tenant_id, status FROM public.orders WHERE ${OWN})`
const below = `order_id IN (SELECT id FROM public.orders WHERE ${OWN})`

/** A filter behind a fence. */
const fenced = (filter: string): string =>
  `${filter} UNION ALL ${filter.slice(0, filter.indexOf(' WHERE '))} WHERE false OFFSET 0`

const faultIn = async (candidate: Omit<QueryCandidate, 'filters' | 'engine'>, rules: GuardRules) =>
  faultOf({ engine: 'postgres', filters: [], ...candidate }, rules, await loadParser())

/** As if the part of the guard that writes had gone wrong. */
const judge = (statement: string, tables: readonly string[], more: Partial<QueryCandidate> = {}, scope?: string) =>
  faultIn(
    { statement, parameters: [1n, 'ann'], tables: tables.map((name) => `public.${name}`), ...more },
    rulesFor(1, scope),
  )

it('accepts what the guard writes', async () => {
  expect(await judge(`SELECT id FROM ${own} AS o`, ['orders'])).toBeUndefined()
  expect(
    await judge(`SELECT id FROM (${fenced(`SELECT id FROM public.order_items WHERE ${below}`)}) i`, ['order_items']),
  ).toBeUndefined()
  const child = `(SELECT id, price FROM public.order_items WHERE ${below}) i`
  for (const statement of [
    `SELECT id, -price FROM ${child} WHERE i.id = 5`,
    `SELECT sum(1 / price) FROM ${child} WHERE i.price > 1.5`,
    `SELECT id FROM ${child} WHERE CURRENT_DATE + 30 > CURRENT_DATE`,
  ])
    expect(await judge(statement, ['order_items'])).toBeUndefined()
})

it('compares an enumeration with a value of its very type only', async () => {
  const mood = { schema: 'public', name: 'mood', declared: 'mood', labels: ['north', 'south'] }
  const column = { name: 'mood', type: 'mood', nullable: false }
  const rules: GuardRules = {
    schema: {
      ...{ engine: 'postgres', types: [mood] },
      tables: [{ schema: 'public', name: 'moods', primaryKey: [], foreignKeys: [], columns: [column] }],
    },
    policy: {
      ...{ version: 1, engine: 'postgres', tenant: { column: 'mood', type: 'string' } },
      tables: { 'public.moods': { mode: 'tenant' } },
    },
    restriction: { tenant: { type: 'string', value: 'north' } },
  }
  const isFound = async (cast: string): Promise<boolean> => {
    const statement = `SELECT mood FROM (SELECT mood FROM public.moods WHERE mood = ${cast}) m`
    return (await faultIn({ statement, parameters: ['north'], tables: ['public.moods'] }, rules)) !== undefined
  }
  expect(await isFound('CAST($1 AS public.mood)')).toBe(false)
  for (const cast of ['CAST($1 AS public.mood[])', 'CAST($1 AS public.mood(1))', 'CAST($1 AS public.other)', '$1'])
    expect([cast, await isFound(cast)]).toEqual([cast, true])
})

it('says nothing of what it found', async () => {
  const candidate = { engine: 'postgres', statement: 'SELECT * FROM vault', parameters: [], tables: [], filters: [] }
  expect(verify(candidate, rulesFor(1), await loadParser())).toEqual({
    reason: 'not_proven',
    hint: 'The query could not be restricted safely.',
    repairable: false,
  })
})

describe('finds a statement out when', () => {
  const filtered = (table: string, where: string, columns = 'id') => {
    const read = `SELECT ${columns} FROM public.${table}`
    const end = where.endsWith('OFFSET 0') ? ` UNION ALL ${read} WHERE false OFFSET 0` : ''
    return `SELECT 1 FROM (${read} ${where.replace(/ ?OFFSET 0$/, '')}${end}) o`
  }
  it.each<readonly [string, string, readonly string[]]>([
    ['a table is not filtered', 'SELECT id FROM public.orders', ['orders']],
    ['a table has no schema', 'SELECT id FROM orders', ['orders']],
    ['a table in a filter has no schema', `SELECT 1 FROM (SELECT id FROM orders WHERE ${OWN}) o`, ['orders']],
    ['a table has no condition', filtered('orders', ''), ['orders']],
    ['one of two is not filtered', `SELECT 1 FROM ${own} o JOIN public.customers c ON true`, ['orders', 'customers']],
    [
      'a sub-select hides a table',
      `SELECT (SELECT MAX(id) FROM public.customers) FROM ${own} o`,
      ['orders', 'customers'],
    ],
    ['ORDER BY hides a table', `SELECT id FROM ${own} o ORDER BY (SELECT 1 FROM public.vault)`, ['orders']],
    ['LIMIT hides a table', `SELECT id FROM ${own} o LIMIT (SELECT COUNT(*) FROM public.vault)`, ['orders']],
    ['GROUP BY hides a table', `SELECT 1 FROM ${own} o GROUP BY (SELECT 1 FROM public.vault)`, ['orders']],
    [
      'FILTER hides a table',
      `SELECT COUNT(*) FILTER (WHERE EXISTS (SELECT 1 FROM public.vault)) FROM ${own} o`,
      ['orders'],
    ],
    ['a window hides a table', `SELECT SUM(id) OVER (ORDER BY (SELECT 1 FROM public.vault)) FROM ${own} o`, ['orders']],
    [
      'a named window hides a table',
      `SELECT 1 FROM ${own} o WINDOW w AS (ORDER BY (SELECT 1 FROM public.vault))`,
      ['orders'],
    ],
    ['a function in FROM hides a table', 'SELECT 1 FROM generate_series(1, (SELECT 2 FROM public.vault)) g', []],
    ['VALUES hides a table', 'VALUES ((SELECT secret FROM public.vault))', []],
    ['a set operation hides a table', `SELECT id FROM ${own} o UNION SELECT id FROM public.vault`, ['orders']],
    [
      'a nested join hides a table',
      `SELECT 1 FROM (${own} o JOIN public.customers c ON true) j`,
      ['orders', 'customers'],
    ],
    ['a WITH table hides a table', 'WITH x AS (SELECT * FROM public.customers) SELECT * FROM x', ['customers']],
    ['a WITH table reads itself', 'WITH vault AS (SELECT * FROM vault) SELECT * FROM vault', []],
    ['a WITH table reads a later one', 'WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a', []],
    ['a WITH table ends before its use', 'SELECT 1 FROM (WITH v AS (SELECT 1) SELECT * FROM v) x, v', []],
    [
      'a sum of days may fail beside rows of others',
      `SELECT id FROM (SELECT id FROM public.order_items WHERE ${below}) i WHERE CURRENT_DATE + 2147483647 > CURRENT_DATE`,
      ['order_items'],
    ],
    ['the filter is on another column', filtered('orders', 'WHERE id = CAST($1 AS bigint)'), ['orders']],
    ['the filter is on another value', filtered('orders', 'WHERE tenant_id = CAST($2 AS bigint)'), ['orders']],
    ['the filter has no parameter', filtered('orders', 'WHERE tenant_id = CAST($3 AS bigint)'), ['orders']],
    ['the filter has a literal', filtered('orders', 'WHERE tenant_id = 1'), ['orders']],
    ['the filter is of another type', filtered('orders', 'WHERE tenant_id = CAST($1 AS text)'), ['orders']],
    ['the value has no type', filtered('orders', 'WHERE tenant_id = $1'), ['orders']],
    ['the filter is negated', filtered('orders', `WHERE NOT ${OWN}`), ['orders']],
    ['the filter is weakened', filtered('orders', `WHERE ${OWN} OR true`), ['orders']],
    ['the filter is cast', filtered('orders', 'WHERE tenant_id::text = CAST($1 AS bigint)'), ['orders']],
    ['the filter is >=', filtered('orders', 'WHERE tenant_id >= CAST($1 AS bigint)'), ['orders']],
    ['the filter is <>', filtered('orders', 'WHERE tenant_id <> CAST($1 AS bigint)'), ['orders']],
    ['the filter is turned', filtered('orders', 'WHERE tenant_id IS DISTINCT FROM CAST($1 AS bigint)'), ['orders']],
    [
      'the filter has an operator of its own',
      filtered('orders', 'WHERE tenant_id OPERATOR(public.=) CAST($1 AS bigint)'),
      ['orders'],
    ],
    ['more than the filter is there', filtered('orders', `WHERE ${OWN} AND id = 1`), ['orders']],
    ['NULL tenants are let in', filtered('orders', `WHERE tenant_id IS NULL OR ${OWN}`), ['orders']],
    ['not only NULL is shared', filtered('price_list', `WHERE tenant_id IS NOT NULL OR ${OWN}`), ['price_list']],
    ['another NULL is shared', filtered('price_list', `WHERE price IS NULL OR ${OWN}`), ['price_list']],
    ['a hidden column is read', filtered('customers', `WHERE ${OWN}`, 'id, password_hash'), ['customers']],
    ['a system column is read', filtered('orders', `WHERE ${OWN}`, 'ctid'), ['orders']],
    ['all columns are read', filtered('customers', `WHERE ${OWN}`, '*'), ['customers']],
    ['an expression is read', filtered('orders', `WHERE ${OWN}`, 'abs(id)'), ['orders']],
    ['a column is renamed', filtered('orders', `WHERE ${OWN}`, 'id AS status'), ['orders']],
    [
      'two tables share a filter',
      `SELECT 1 FROM (SELECT 1 FROM public.orders, public.customers WHERE ${OWN}) o`,
      ['orders', 'customers'],
    ],
    [
      'a table is joined in a filter',
      `SELECT 1 FROM (SELECT id FROM public.orders, (SELECT 1) x WHERE ${OWN}) o`,
      ['orders'],
    ],
    ['a filter has a limit', filtered('orders', `WHERE ${OWN} LIMIT 1`), ['orders']],
    ['a filter skips rows', filtered('orders', `WHERE ${OWN} OFFSET 1`), ['orders']],
    ['a filter has an alias', `SELECT 1 FROM (SELECT id FROM public.orders o WHERE ${OWN}) o`, ['orders']],
    ['a filter groups', filtered('orders', `WHERE ${OWN} GROUP BY id`), ['orders']],
    ['a filter locks', filtered('orders', `WHERE ${OWN} FOR UPDATE`), ['orders']],
    ['a child lacks its parent', filtered('order_items', 'OFFSET 0'), ['order_items']],
    [
      'a parent is not filtered',
      filtered('order_items', 'WHERE order_id IN (SELECT id FROM public.orders) OFFSET 0'),
      ['order_items'],
    ],
    [
      'a child has another key',
      filtered('order_items', `WHERE ${below.replace('order_id', 'id')} OFFSET 0`),
      ['order_items'],
    ],
    [
      'a child has another parent',
      filtered('order_items', `WHERE ${below.replace('orders', 'products')} OFFSET 0`),
      ['order_items'],
    ],
    [
      'a child has another column of its parent',
      filtered('order_items', `WHERE ${below.replace('SELECT id', 'SELECT customer_id')} OFFSET 0`),
      ['order_items'],
    ],
    ['a child is outside of its parents', filtered('order_items', `WHERE NOT ${below} OFFSET 0`), ['order_items']],
    [
      'a child is compared otherwise',
      filtered('order_items', `WHERE ${below.replace('IN', '> ANY')} OFFSET 0`),
      ['order_items'],
    ],
    ['a denied table is filtered like another', filtered('vault', `WHERE ${OWN}`), ['vault']],
    ['a table that no policy names is filtered', filtered('audit_log', `WHERE ${OWN}`), ['audit_log']],
    ['an unlisted table is filtered', `SELECT id FROM ${own} o`, ['customers']],
    ['a table of another schema is filtered', `SELECT 1 FROM (SELECT id FROM crm.orders WHERE ${OWN}) o`, ['orders']],
    ['a system table is read', 'SELECT relname FROM pg_catalog.pg_class', []],
    ['a function is not known', "SELECT pg_read_file('x')", []],
    ['a function has a schema', 'SELECT public.lower(1)', []],
    ['a function is called by a dot', `SELECT o.pg_relation_size FROM ${own} o`, ['orders']],
    ['a function is called in brackets', `SELECT (o).full_name FROM ${own} o`, ['orders']],
    [
      'a function has the name of an alias',
      "SELECT x.pg_ls_dir FROM (SELECT 1 AS pg_ls_dir) y, unnest(ARRAY['/']) x",
      [],
    ],
    ['an operator is not known', 'SELECT 1 OPERATOR(public.+) 2', []],
    ['a type is not known', "SELECT 'x'::regclass", []],
    ['a value tells who asks', 'SELECT current_user', []],
    ['a placeholder stands outside of a filter', 'SELECT $1', []],
    ['rows are locked', `SELECT id FROM ${own} o FOR SHARE`, ['orders']],
    ['rows go elsewhere', `SELECT id INTO x FROM ${own} o`, ['orders']],
    ['there are two statements', 'SELECT 1; SELECT 2', []],
    ['it ends with a semicolon', 'SELECT 1;', []],
    ['it is no query', 'DELETE FROM public.orders', ['orders']],
    ['a WITH table writes', 'WITH x AS (DELETE FROM public.orders RETURNING id) SELECT 1 FROM x', ['orders']],
    ['it has a form that is not known', 'SELECT xmlelement(name a)', []],
    ['it cannot be read', 'SELECT (', []],
  ])('%s', async (_, statement, tables) => {
    expect(await judge(statement, tables)).toEqual(expect.any(String))
  })

  it('the parameter holds another tenant, or the same in another type', async () => {
    const statement = `SELECT id FROM ${own} o`
    expect(await judge(statement, ['orders'], { parameters: [2n] })).toBe('a table without its tenant')
    expect(await judge(statement, ['orders'], { parameters: ['1'] })).toBe('a table without its tenant')
    expect(await judge(statement, ['orders'], { parameters: [null] })).toBeUndefined()
  })

  it('the scope is missing', async () => {
    expect(await judge(`SELECT id FROM ${own} o`, ['orders'], {}, 'ann')).toBe('a table without its scope')
    const scoped = own.replace(OWN, `${OWN} AND owner = CAST($2 AS text)`)
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'ann')).toBeUndefined()
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'bob')).toBe('a table without its scope')
  })

  it('a policy changed since', async () => {
    const rules = rulesFor(1, 'ann')
    const products = `SELECT 1 FROM (SELECT id FROM public.products WHERE ${OWN}) p`
    const candidate = { statement: products, parameters: [1n], tables: ['public.products'] }
    expect(await faultIn(candidate, rules)).toBeUndefined()
    const stricter = { column: 'owner', type: 'string', missing_scope: 'deny' } as const
    expect(await faultIn(candidate, { ...rules, policy: { ...rules.policy, scope: stricter } })).toBeDefined()
    const { 'public.products': _, ...tables }: Record<string, TablePolicy> = { ...rules.policy.tables }
    expect(await faultIn(candidate, { ...rules, policy: { ...rules.policy, tables } })).toBe('a denied table')
  })
})

it.each(
  Object.entries({
    'a condition may fail': 'WHERE 1 / o.id > 0',
    'a cast may fail': 'WHERE o.id::smallint > 0',
    'numbers of two kinds are compared': 'WHERE o.price = o.id',
    'whole rows are compared': 'WHERE o = o',
    'an order may fail': 'ORDER BY 1 / o.id',
    'groups may fail': 'GROUP BY 1 / o.id',
    'a condition on groups may fail': 'GROUP BY o.id HAVING 1 / o.id > 0',
    'a sum of what is around it may fail': 'WHERE EXISTS (SELECT sum(1 / o.id))',
    'a sub-select may have two rows': 'WHERE 1 = (SELECT 1)',
    'a joined condition may fail': 'JOIN (SELECT 1 AS x) y ON 1 / o.id = y.x',
    'a joined list may fail': 'LEFT JOIN LATERAL (SELECT -o.id AS x) y ON true',
    'a function is joined': 'CROSS JOIN generate_series(1, 2) s',
    'its LIMIT is computed': 'LIMIT 1 + 1',
    'a window may fail': 'WINDOW w AS (ORDER BY -o.id)',
    'columns are matched by name': 'NATURAL JOIN (SELECT 1 AS id) y',
  }),
)('a child that lacks its fence is found out where %s', async (_, rest) => {
  const filter = `SELECT id, price FROM public.order_items WHERE ${below}`
  const statement = `SELECT 1 FROM (${filter}) o ${rest}`
  expect(await judge(statement, ['order_items'])).toMatch(
    /^(?:a child without its fence|a condition that may run too early)$/,
  )
  expect(await judge(statement.replace(filter, fenced(filter)), ['order_items'])).toBeUndefined()
})

it('a child that lacks its fence is found out within a WITH', async () => {
  const filter = `SELECT id, price FROM public.order_items WHERE ${below}`
  const statement = `WITH x AS (SELECT 1 AS n FROM (${filter}) o WHERE 1 / o.id > 0) SELECT n FROM x`
  expect(await judge(statement, ['order_items'])).toMatch(
    /^(?:a child without its fence|a condition that may run too early)$/,
  )
  expect(await judge(statement.replace(filter, fenced(filter)), ['order_items'])).toBeUndefined()
})

it.each([
  ...["status LIKE 'x\\'", "status !~~ 'x%\\'", "status LIKE ANY (ARRAY['x\\'])", "status ~~ ANY (SELECT 'x\\')"],
  ...["(status LIKE 'x\\') = true", "(status LIKE 'x\\') IN (true)", "(status LIKE 'x\\') IS NOT DISTINCT FROM true"],
  ...[
    "coalesce(status LIKE 'x\\', false)",
    "status LIKE 'x' ESCAPE 'ab'",
    "status ~ '(a*)\\1'",
    "status SIMILAR TO 'x'",
  ],
  ...['id::int IS NOT NULL', 'id::int = id::int', 'o = o', 'id + 1 > 0', 'status = ANY (tenant_id)', 'id @> 1'],
  ...["(SELECT status LIKE 'x\\') = true", '(SELECT 1 / o.id) > 0', 'status || status = status'],
  ...[
    'id > (SELECT 1)',
    'id > (SELECT i.id FROM (SELECT 1 AS id) i)',
    'id > (SELECT max(1) FROM (SELECT 1) i GROUP BY 1)',
  ],
  ...['id > (SELECT row_number() OVER () FROM (SELECT 1) i)', "date_part('year', CURRENT_DATE) = 1999"],
  ...["coalesce(status, status) = 'x'"],
  ...["nullif(status LIKE 'x\\', true) = true", "greatest(status LIKE 'x\\', true)"],
])('a table is fenced where statistics of others could tell: %s', async (condition) => {
  const filter = `SELECT id, tenant_id, status FROM public.orders WHERE ${OWN}`
  const statement = `SELECT 1 FROM (${filter}) o WHERE ${condition}`
  expect(await judge(statement, ['orders'])).toBe('a condition that may run too early')
  expect(await judge(statement.replace(filter, fenced(filter)), ['orders'])).toBeUndefined()
})

it.each([
  ['an alias of a pattern', "SELECT 1 FROM (SELECT status LIKE 'x\\' AS f FROM #) x WHERE x.f = true"],
  ['an alias of a cast', 'SELECT 1 FROM (SELECT id::int AS f FROM #) x WHERE x.f IS NOT NULL'],
  ['an alias in a list', 'SELECT 1 FROM (SELECT status FROM #) x(f) WHERE x.f IS NOT NULL'],
  [
    'an alias of an alias',
    "SELECT 1 FROM (SELECT f AS g FROM (SELECT status LIKE 'x\\' AS f FROM #) y) x WHERE x.g = true",
  ],
  ['a WITH table', "WITH x AS MATERIALIZED (SELECT status FROM #) SELECT 1 FROM x WHERE status ILIKE 'x\\'"],
  ['a UNION', "SELECT 1 FROM (SELECT true AS f UNION ALL SELECT status LIKE 'x\\' FROM #) x WHERE x.f = true"],
  [
    'a UNION in a WITH',
    "WITH x AS (SELECT true AS f UNION ALL SELECT status LIKE 'x\\' FROM #) SELECT 1 FROM x WHERE f",
  ],
  ['VALUES', "SELECT 1 FROM # CROSS JOIN LATERAL (VALUES (o.status LIKE 'x\\')) v(id) WHERE v.id = true"],
  ['a name that is kept', 'SELECT 1 FROM (SELECT id::int FROM #) x WHERE x.id IS NOT NULL'],
  ['ON', "SELECT 1 FROM (SELECT 1) y JOIN # ON o.status LIKE 'x\\'"],
  ['HAVING', "SELECT status FROM # GROUP BY status HAVING status LIKE 'x\\'"],
  ['a sub-select in the list', "SELECT (SELECT count(*) FROM # WHERE status LIKE 'x\\')"],
  ['names in common', 'SELECT 1 FROM # NATURAL JOIN (SELECT 1 AS id) y'],
])('a table is fenced where a condition that could tell stands behind %s', async (_, draft) => {
  const filter = `SELECT id, tenant_id, status FROM public.orders WHERE ${OWN}`
  expect(await judge(draft.replace('#', `(${filter}) o`), ['orders'])).toBe('a condition that may run too early')
  expect(await judge(draft.replace('#', `(${fenced(filter)}) o`), ['orders'])).toBeUndefined()
})

it.each([
  ['nothing behind it', ' UNION ALL SELECT id FROM public.orders WHERE false'],
  ['rows in the other part', ' UNION ALL SELECT id FROM public.orders WHERE true OFFSET 0'],
  ['all rows in the other part', ' UNION ALL SELECT id FROM public.orders OFFSET 0'],
  ['another table', ' UNION ALL SELECT id FROM public.customers WHERE false OFFSET 0'],
  ['another column', ' UNION ALL SELECT customer_id FROM public.orders WHERE false OFFSET 0'],
  ['no duplicates', ' UNION SELECT id FROM public.orders WHERE false OFFSET 0'],
  ['another operation', ' EXCEPT ALL SELECT id FROM public.orders WHERE false OFFSET 0'],
  ['an offset', ' UNION ALL SELECT id FROM public.orders WHERE false OFFSET 1'],
  ['a limit', ' UNION ALL SELECT id FROM public.orders WHERE false LIMIT 0'],
  ['an order', ' UNION ALL SELECT id FROM public.orders WHERE false ORDER BY 1 OFFSET 0'],
])('a fence is nothing else: %s', async (_, end) => {
  const statement = `SELECT id FROM (SELECT id FROM public.orders WHERE ${OWN}${end}) o`
  expect(await judge(statement, ['orders', 'customers'])).toBeDefined()
})

/** Every text that differs from this one in one piece of one filter. */
const weakened = (statement: string): readonly string[] => {
  const changes: readonly (readonly [RegExp, readonly string[]])[] = [
    [
      / WHERE (?:tenant_id|"tenant id"|org_id|id|owner|holder) = CAST\(\$\d AS \w+\)(?= UNION ALL| \)|\))/g,
      ['', ' WHERE true'],
    ],
    [/ AND (?:owner|holder) = CAST\(\$\d AS text\)/g, ['', ' AND true', ' OR true']],
    [/(?:tenant_id|"tenant id"|org_id) = (?=CAST\(\$)/g, ['id = ', 'tenant_id <> ', 'tenant_id >= ']],
    [/= CAST\(\$\d AS \w+\)/g, ['= 2', 'IS NOT NULL', '= CAST($9 AS bigint)']],
    [/ WHERE tenant_id IS NULL OR /g, [' WHERE true OR ', ' WHERE tenant_id IS NOT NULL OR ']],
    [
      / IN \(SELECT id FROM public\.\w+ WHERE /g,
      [' NOT IN (SELECT id FROM public.orders WHERE ', ' IN (SELECT id FROM public.vault WHERE '],
    ],
    [/ WHERE false OFFSET 0/g, [' WHERE true OFFSET 0', ' OFFSET 0', ' WHERE false', ' WHERE false OFFSET 1']],
    [/ UNION ALL(?= SELECT [^()]+ WHERE false OFFSET 0)/g, [' UNION', ' EXCEPT ALL', ' OR true UNION ALL']],
    [/ FROM public\.(?!countries)/g, [' FROM ', ' FROM crm.', ' FROM ONLY public.vault, public.']],
  ]
  return changes.flatMap(([pattern, replacements]) =>
    [...statement.matchAll(pattern)].flatMap((match) =>
      replacements.map(
        (replacement) => statement.slice(0, match.index) + replacement + statement.slice(match.index + match[0].length),
      ),
    ),
  )
}

it('refuses whatever lacks one filter, or has a weaker one, of every honest query', async () => {
  const rules = rulesFor(1, 'ann')
  const parser = await loadParser()
  let tried = 0
  for (const draft of QUERIES) {
    const query = await guarded(draft, rules)
    expect(faultOf(query, rules, parser)).toBeUndefined()
    for (const statement of weakened(query.statement)) {
      if (statement === query.statement) continue
      tried++
      const fault = faultOf({ ...query, statement }, rules, parser)
      if (fault === undefined) throw new Error(`accepted: ${statement}`)
    }
    for (const parameters of [
      [2n, 'ann'],
      [1n, 'bob'],
      ['1', 'ann'],
    ])
      if (query.parameters.some((value, index) => value !== parameters[index]))
        expect(faultOf({ ...query, parameters }, rules, parser)).toBeDefined()
  }
  expect(tried).toBeGreaterThan(2_000)
})
