import { loadParser } from '../../../src/engines/postgres/language/parser.ts'
import { faultOf, verify } from '../../../src/engines/postgres/verify/verify.ts'
import type { GuardRules } from '../../../src/guard/guard-rules.ts'
import type { QueryCandidate } from '../../../src/guard/guarded-query.ts'
import type { TablePolicy } from '../../../src/guard/policy.ts'
import { guarded, rulesFor } from './guard-rules.ts'
import { QUERIES } from './oracle-queries.ts'
import { below, OWN, own, UNSAFE } from './unsafe-statements.ts'

/** A filter behind a fence. */
const fenced = (filter: string): string =>
  `${filter} UNION ALL ${filter.slice(0, filter.indexOf(' WHERE '))} WHERE false OFFSET 0`

const faultIn = async (candidate: Omit<QueryCandidate, 'filters' | 'engine'>, rules: GuardRules) =>
  faultOf({ engine: 'postgres', filters: [], ...candidate }, rules, await loadParser())

/** The fault of a statement, as if a faulty guard had written it. */
const judge = (statement: string, tables: readonly string[], more: Partial<QueryCandidate> = {}, scope?: string) =>
  faultIn(
    { statement, parameters: [1n, 'ann'], tables: tables.map((name) => `public.${name}`), ...more },
    rulesFor(1, scope),
  )

it('PostgreSQL verifier accepts statements in the form that the guard writes', async () => {
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

it('PostgreSQL verifier accepts an enumeration only if it is compared with a value of exactly its type', async () => {
  const mood = { schema: 'public', name: 'mood', declared: 'mood', labels: ['north', 'south'] }
  const column = { name: 'mood', type: 'mood', nullable: false }
  const rules: GuardRules = {
    schema: {
      engine: 'postgres',
      types: [mood],
      tables: [{ schema: 'public', name: 'moods', primaryKey: [], foreignKeys: [], columns: [column] }],
    },
    policy: {
      version: 1,
      engine: 'postgres',
      tenant: { column: 'mood', type: 'string' },
      tables: { 'public.moods': { mode: 'tenant' } },
    },
    restriction: { tenant: { type: 'string', value: 'north' } },
  }
  const isRejected = async (cast: string): Promise<boolean> => {
    const statement = `SELECT mood FROM (SELECT mood FROM public.moods WHERE mood = ${cast}) m`
    return (await faultIn({ statement, parameters: ['north'], tables: ['public.moods'] }, rules)) !== undefined
  }
  expect(await isRejected('CAST($1 AS public.mood)')).toBe(false)
  for (const cast of ['CAST($1 AS public.mood[])', 'CAST($1 AS public.mood(1))', 'CAST($1 AS public.other)', '$1'])
    expect([cast, await isRejected(cast)]).toEqual([cast, true])
})

it('PostgreSQL verifier gives no details in its refusal', async () => {
  const candidate = { engine: 'postgres', statement: 'SELECT * FROM vault', parameters: [], tables: [], filters: [] }
  expect(verify(candidate, rulesFor(1), await loadParser())).toEqual({
    reason: 'not_proven',
    hint: 'The query could not be restricted safely.',
    repairable: false,
  })
})

describe('PostgreSQL verifier rejects a statement if', () => {
  it.each(UNSAFE)('%s', async (_, statement, tables) => {
    expect(await judge(statement, tables)).toEqual(expect.any(String))
  })

  it('the parameter is another tenant, or the tenant in another type', async () => {
    const statement = `SELECT id FROM ${own} o`
    expect(await judge(statement, ['orders'], { parameters: [2n] })).toBe('a table without its tenant')
    expect(await judge(statement, ['orders'], { parameters: ['1'] })).toBe('a table without its tenant')
    expect(await judge(statement, ['orders'], { parameters: [null] })).toBeUndefined()
  })

  it('the scope filter is missing or has another scope', async () => {
    expect(await judge(`SELECT id FROM ${own} o`, ['orders'], {}, 'ann')).toBe('a table without its scope')
    const scoped = own.replace(OWN, `${OWN} AND owner = CAST($2 AS text)`)
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'ann')).toBeUndefined()
    expect(await judge(`SELECT id FROM ${scoped} o`, ['orders'], {}, 'bob')).toBe('a table without its scope')
  })

  it('it does not match a stricter policy', async () => {
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
    'a condition can fail': 'WHERE 1 / o.id > 0',
    'a cast can fail': 'WHERE o.id::smallint > 0',
    'numbers of two types are compared': 'WHERE o.price = o.id',
    'whole rows are compared': 'WHERE o = o',
    'ORDER BY can fail': 'ORDER BY 1 / o.id',
    'GROUP BY can fail': 'GROUP BY 1 / o.id',
    'HAVING can fail': 'GROUP BY o.id HAVING 1 / o.id > 0',
    'an aggregate over outer columns can fail': 'WHERE EXISTS (SELECT sum(1 / o.id))',
    'a subquery can return two rows': 'WHERE 1 = (SELECT 1)',
    'a join condition can fail': 'JOIN (SELECT 1 AS x) y ON 1 / o.id = y.x',
    'the select list of a joined subquery can fail': 'LEFT JOIN LATERAL (SELECT -o.id AS x) y ON true',
    'a function is joined': 'CROSS JOIN generate_series(1, 2) s',
    'LIMIT is computed': 'LIMIT 1 + 1',
    'a window can fail': 'WINDOW w AS (ORDER BY -o.id)',
    'NATURAL JOIN matches columns': 'NATURAL JOIN (SELECT 1 AS id) y',
  }),
)('PostgreSQL verifier rejects a child table without a fence if %s', async (_, rest) => {
  const filter = `SELECT id, price FROM public.order_items WHERE ${below}`
  const statement = `SELECT 1 FROM (${filter}) o ${rest}`
  expect(await judge(statement, ['order_items'])).toMatch(
    /^(?:a child without its fence|a condition that may run too early)$/,
  )
  expect(await judge(statement.replace(filter, fenced(filter)), ['order_items'])).toBeUndefined()
})

it('PostgreSQL verifier rejects a child table without a fence in a CTE', async () => {
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
])(
  'PostgreSQL verifier rejects a table without a fence if a condition can disclose statistics of other tenants: %s',
  async (condition) => {
    const filter = `SELECT id, tenant_id, status FROM public.orders WHERE ${OWN}`
    const statement = `SELECT 1 FROM (${filter}) o WHERE ${condition}`
    expect(await judge(statement, ['orders'])).toBe('a condition that may run too early')
    expect(await judge(statement.replace(filter, fenced(filter)), ['orders'])).toBeUndefined()
  },
)

it.each([
  ['an alias of a pattern', "SELECT 1 FROM (SELECT status LIKE 'x\\' AS f FROM #) x WHERE x.f = true"],
  ['an alias of a cast', 'SELECT 1 FROM (SELECT id::int AS f FROM #) x WHERE x.f IS NOT NULL'],
  ['a column alias list', 'SELECT 1 FROM (SELECT status FROM #) x(f) WHERE x.f IS NOT NULL'],
  [
    'an alias of an alias',
    "SELECT 1 FROM (SELECT f AS g FROM (SELECT status LIKE 'x\\' AS f FROM #) y) x WHERE x.g = true",
  ],
  ['a CTE', "WITH x AS MATERIALIZED (SELECT status FROM #) SELECT 1 FROM x WHERE status ILIKE 'x\\'"],
  ['a UNION', "SELECT 1 FROM (SELECT true AS f UNION ALL SELECT status LIKE 'x\\' FROM #) x WHERE x.f = true"],
  [
    'a UNION in a CTE',
    "WITH x AS (SELECT true AS f UNION ALL SELECT status LIKE 'x\\' FROM #) SELECT 1 FROM x WHERE f",
  ],
  ['VALUES', "SELECT 1 FROM # CROSS JOIN LATERAL (VALUES (o.status LIKE 'x\\')) v(id) WHERE v.id = true"],
  ['the default name of a cast', 'SELECT 1 FROM (SELECT id::int FROM #) x WHERE x.id IS NOT NULL'],
  ['ON', "SELECT 1 FROM (SELECT 1) y JOIN # ON o.status LIKE 'x\\'"],
  ['HAVING', "SELECT status FROM # GROUP BY status HAVING status LIKE 'x\\'"],
  ['a subquery in the select list', "SELECT (SELECT count(*) FROM # WHERE status LIKE 'x\\')"],
  ['NATURAL JOIN', 'SELECT 1 FROM # NATURAL JOIN (SELECT 1 AS id) y'],
])('PostgreSQL verifier rejects a table without a fence if a disclosing condition is behind %s', async (_, draft) => {
  const filter = `SELECT id, tenant_id, status FROM public.orders WHERE ${OWN}`
  expect(await judge(draft.replace('#', `(${filter}) o`), ['orders'])).toBe('a condition that may run too early')
  expect(await judge(draft.replace('#', `(${fenced(filter)}) o`), ['orders'])).toBeUndefined()
})

it.each([
  ['no OFFSET', ' UNION ALL SELECT id FROM public.orders WHERE false'],
  ['rows in its second branch', ' UNION ALL SELECT id FROM public.orders WHERE true OFFSET 0'],
  ['all rows in its second branch', ' UNION ALL SELECT id FROM public.orders OFFSET 0'],
  ['another table', ' UNION ALL SELECT id FROM public.customers WHERE false OFFSET 0'],
  ['another column', ' UNION ALL SELECT customer_id FROM public.orders WHERE false OFFSET 0'],
  ['UNION in place of UNION ALL', ' UNION SELECT id FROM public.orders WHERE false OFFSET 0'],
  ['another set operation', ' EXCEPT ALL SELECT id FROM public.orders WHERE false OFFSET 0'],
  ['an offset of rows', ' UNION ALL SELECT id FROM public.orders WHERE false OFFSET 1'],
  ['a limit', ' UNION ALL SELECT id FROM public.orders WHERE false LIMIT 0'],
  ['an order', ' UNION ALL SELECT id FROM public.orders WHERE false ORDER BY 1 OFFSET 0'],
])('PostgreSQL verifier rejects a fence with %s', async (_, end) => {
  const statement = `SELECT id FROM (SELECT id FROM public.orders WHERE ${OWN}${end}) o`
  expect(await judge(statement, ['orders', 'customers'])).toBeDefined()
})

/** Every statement that differs from this one in one part of one filter. */
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

it('PostgreSQL verifier rejects every valid query in which one filter is removed or weakened', async () => {
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
