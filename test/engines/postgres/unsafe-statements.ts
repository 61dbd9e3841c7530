/** The tenant filter of the guard. */
export const OWN = 'tenant_id = CAST($1 AS bigint)'
/** `orders` as the guard writes it. */
export const own = `(SELECT id, tenant_id, status FROM public.orders WHERE ${OWN})`
/** The filter of `order_items` through `orders`. */
export const below = `order_id IN (SELECT id FROM public.orders WHERE ${OWN})`

const filtered = (table: string, where: string, columns = 'id') => {
  const read = `SELECT ${columns} FROM public.${table}`
  const end = where.endsWith('OFFSET 0') ? ` UNION ALL ${read} WHERE false OFFSET 0` : ''
  return `SELECT 1 FROM (${read} ${where.replace(/ ?OFFSET 0$/, '')}${end}) o`
}

/** Statements that the verifier must reject, with the fault and the tables of each. */
export const UNSAFE: readonly (readonly [string, string, readonly string[]])[] = [
  ['a table is not filtered', 'SELECT id FROM public.orders', ['orders']],
  ['a table has no schema', 'SELECT id FROM orders', ['orders']],
  ['a table in a filter has no schema', `SELECT 1 FROM (SELECT id FROM orders WHERE ${OWN}) o`, ['orders']],
  ['a table has no condition', filtered('orders', ''), ['orders']],
  [
    'one of two tables is not filtered',
    `SELECT 1 FROM ${own} o JOIN public.customers c ON true`,
    ['orders', 'customers'],
  ],
  [
    'a subquery contains an unfiltered table',
    `SELECT (SELECT MAX(id) FROM public.customers) FROM ${own} o`,
    ['orders', 'customers'],
  ],
  [
    'ORDER BY contains an unfiltered table',
    `SELECT id FROM ${own} o ORDER BY (SELECT 1 FROM public.vault)`,
    ['orders'],
  ],
  [
    'LIMIT contains an unfiltered table',
    `SELECT id FROM ${own} o LIMIT (SELECT COUNT(*) FROM public.vault)`,
    ['orders'],
  ],
  ['GROUP BY contains an unfiltered table', `SELECT 1 FROM ${own} o GROUP BY (SELECT 1 FROM public.vault)`, ['orders']],
  [
    'FILTER contains an unfiltered table',
    `SELECT COUNT(*) FILTER (WHERE EXISTS (SELECT 1 FROM public.vault)) FROM ${own} o`,
    ['orders'],
  ],
  [
    'a window contains an unfiltered table',
    `SELECT SUM(id) OVER (ORDER BY (SELECT 1 FROM public.vault)) FROM ${own} o`,
    ['orders'],
  ],
  [
    'a named window contains an unfiltered table',
    `SELECT 1 FROM ${own} o WINDOW w AS (ORDER BY (SELECT 1 FROM public.vault))`,
    ['orders'],
  ],
  [
    'a function in FROM contains an unfiltered table',
    'SELECT 1 FROM generate_series(1, (SELECT 2 FROM public.vault)) g',
    [],
  ],
  ['VALUES contains an unfiltered table', 'VALUES ((SELECT secret FROM public.vault))', []],
  [
    'a set operation contains an unfiltered table',
    `SELECT id FROM ${own} o UNION SELECT id FROM public.vault`,
    ['orders'],
  ],
  [
    'a nested join contains an unfiltered table',
    `SELECT 1 FROM (${own} o JOIN public.customers c ON true) j`,
    ['orders', 'customers'],
  ],
  ['a CTE contains an unfiltered table', 'WITH x AS (SELECT * FROM public.customers) SELECT * FROM x', ['customers']],
  ['a CTE that is not recursive reads itself', 'WITH vault AS (SELECT * FROM vault) SELECT * FROM vault', []],
  ['a CTE reads a later CTE', 'WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a', []],
  ['a CTE is read outside its scope', 'SELECT 1 FROM (WITH v AS (SELECT 1) SELECT * FROM v) x, v', []],
  [
    'a date addition can fail on rows of other tenants',
    `SELECT id FROM (SELECT id FROM public.order_items WHERE ${below}) i WHERE CURRENT_DATE + 2147483647 > CURRENT_DATE`,
    ['order_items'],
  ],
  ['the filter is on another column', filtered('orders', 'WHERE id = CAST($1 AS bigint)'), ['orders']],
  ['the filter is on another value', filtered('orders', 'WHERE tenant_id = CAST($2 AS bigint)'), ['orders']],
  [
    'the filter has a parameter without a value',
    filtered('orders', 'WHERE tenant_id = CAST($3 AS bigint)'),
    ['orders'],
  ],
  ['the filter has a literal', filtered('orders', 'WHERE tenant_id = 1'), ['orders']],
  ['the filter is of another type', filtered('orders', 'WHERE tenant_id = CAST($1 AS text)'), ['orders']],
  ['the parameter has no type', filtered('orders', 'WHERE tenant_id = $1'), ['orders']],
  ['the filter is negated', filtered('orders', `WHERE NOT ${OWN}`), ['orders']],
  ['the filter is weakened', filtered('orders', `WHERE ${OWN} OR true`), ['orders']],
  ['the filter is cast', filtered('orders', 'WHERE tenant_id::text = CAST($1 AS bigint)'), ['orders']],
  ['the filter is >=', filtered('orders', 'WHERE tenant_id >= CAST($1 AS bigint)'), ['orders']],
  ['the filter is <>', filtered('orders', 'WHERE tenant_id <> CAST($1 AS bigint)'), ['orders']],
  [
    'the filter is IS DISTINCT FROM',
    filtered('orders', 'WHERE tenant_id IS DISTINCT FROM CAST($1 AS bigint)'),
    ['orders'],
  ],
  [
    'the filter has a user-defined operator',
    filtered('orders', 'WHERE tenant_id OPERATOR(public.=) CAST($1 AS bigint)'),
    ['orders'],
  ],
  ['the filter has an additional condition', filtered('orders', `WHERE ${OWN} AND id = 1`), ['orders']],
  ['the filter includes NULL tenants', filtered('orders', `WHERE tenant_id IS NULL OR ${OWN}`), ['orders']],
  [
    'the filter includes all tenants but NULL',
    filtered('price_list', `WHERE tenant_id IS NOT NULL OR ${OWN}`),
    ['price_list'],
  ],
  [
    'the filter includes NULL in another column',
    filtered('price_list', `WHERE price IS NULL OR ${OWN}`),
    ['price_list'],
  ],
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
  ['a child table has no parent filter', filtered('order_items', 'OFFSET 0'), ['order_items']],
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
  ['the parent filter of a child is negated', filtered('order_items', `WHERE NOT ${below} OFFSET 0`), ['order_items']],
  [
    'the parent filter of a child has another comparison',
    filtered('order_items', `WHERE ${below.replace('IN', '> ANY')} OFFSET 0`),
    ['order_items'],
  ],
  ['a denied table is read with a tenant filter', filtered('vault', `WHERE ${OWN}`), ['vault']],
  ['a table without a policy is read with a tenant filter', filtered('audit_log', `WHERE ${OWN}`), ['audit_log']],
  ['a filtered table is not on the list of tables', `SELECT id FROM ${own} o`, ['customers']],
  [
    'a table of another schema is read with a tenant filter',
    `SELECT 1 FROM (SELECT id FROM crm.orders WHERE ${OWN}) o`,
    ['orders'],
  ],
  ['a system table is read', 'SELECT relname FROM pg_catalog.pg_class', []],
  ['a function is unknown', "SELECT pg_read_file('x')", []],
  ['a function has a schema', 'SELECT public.lower(1)', []],
  ['a function is called in attribute notation', `SELECT o.pg_relation_size FROM ${own} o`, ['orders']],
  ['a function is called in attribute notation with parentheses', `SELECT (o).full_name FROM ${own} o`, ['orders']],
  [
    'a function is called by the name of a column of another table',
    "SELECT x.pg_ls_dir FROM (SELECT 1 AS pg_ls_dir) y, unnest(ARRAY['/']) x",
    [],
  ],
  ['an operator is unknown', 'SELECT 1 OPERATOR(public.+) 2', []],
  ['a type is unknown', "SELECT 'x'::regclass", []],
  ['a value is the name of the database user', 'SELECT current_user', []],
  ['a parameter is outside a filter', 'SELECT $1', []],
  ['rows are locked', `SELECT id FROM ${own} o FOR SHARE`, ['orders']],
  ['rows are written into a table', `SELECT id INTO x FROM ${own} o`, ['orders']],
  ['there are two statements', 'SELECT 1; SELECT 2', []],
  ['it ends with a semicolon', 'SELECT 1;', []],
  ['it is not a query', 'DELETE FROM public.orders', ['orders']],
  ['a CTE writes', 'WITH x AS (DELETE FROM public.orders RETURNING id) SELECT 1 FROM x', ['orders']],
  ['it has an unknown kind of expression', 'SELECT xmlelement(name a)', []],
  ['it cannot be parsed', 'SELECT (', []],
]
