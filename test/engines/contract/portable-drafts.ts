import type { AlikeDrafts, OracleQuery } from './engine-adapter.ts'

/** Drafts in portable SQL. */

export const LARGE_SQL = {
  articles: 'SELECT id, body, stars FROM articles ORDER BY id',
  paragraphs: 'SELECT body FROM paragraphs ORDER BY id',
  pairs: 'SELECT x.id AS a, y.id AS b FROM paragraphs AS x CROSS JOIN paragraphs AS y ORDER BY x.id, y.id',
} as const

export const sqlQuery = (draft: string): OracleQuery => ({ draft, ordered: /ORDER BY [^()]*$/i.test(draft) })

export const REFUSED_SQL = {
  not_a_select: [
    'DELETE FROM orders',
    "INSERT INTO countries (code, name) VALUES ('XX', 'Nowhere')",
    'UPDATE customers SET tenant_id = 1',
    'DROP TABLE orders',
    'ALTER TABLE orders ADD COLUMN stolen TEXT',
    'CREATE TABLE stolen AS SELECT * FROM orders',
    'BEGIN',
    'COMMIT',
    '',
  ],
  several_statements: ['SELECT 1; SELECT * FROM vault', 'SELECT 1; DELETE FROM orders'],
  syntax: ['SELECT FROM WHERE', 'SELECT * FROM orders WHERE'],
  unknown_table: [
    'SELECT * FROM vault',
    'SELECT * FROM audit_log',
    'SELECT id FROM orders WHERE id IN (SELECT id FROM vault)',
    'SELECT o.id FROM orders o JOIN vault v ON v.id = o.id',
    'WITH stolen AS (SELECT secret FROM vault) SELECT * FROM stolen',
    'SELECT id FROM orders UNION SELECT id FROM vault',
    'SELECT id FROM orders ORDER BY (SELECT MAX(id) FROM vault)',
    'SELECT * FROM nothing_there',
  ],
  unknown_column: [
    'SELECT password_hash FROM customers',
    'SELECT c.password_hash FROM customers c',
    "SELECT id FROM customers WHERE password_hash LIKE 'a%'",
    'SELECT id FROM customers ORDER BY password_hash',
    'SELECT COUNT(*) FROM customers GROUP BY password_hash',
    'SELECT nothing_there FROM customers',
  ],
  unknown_function: ['SELECT load_extension(1)', 'SELECT nothing_there(id) FROM orders'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Reasons that are attacks rather than mistakes of a planner. */
export const SQL_ATTACKS: readonly (keyof typeof REFUSED_SQL)[] = ['not_a_select', 'several_statements']

const alike = (draft: (name: string) => string, secret: string, nothing: string): AlikeDrafts => ({
  secret: { draft: draft(secret), name: secret },
  nothing: { draft: draft(nothing), name: nothing },
})

export const ALIKE_SQL: readonly AlikeDrafts[] = [
  alike((name) => `SELECT * FROM ${name}`, 'vault', 'vanlt'),
  alike((name) => `SELECT * FROM ${name}`, 'audit_log', 'audit_lag'),
  alike((name) => `SELECT COUNT(*) FROM orders WHERE id IN (SELECT id FROM ${name})`, 'vault', 'vanlt'),
  alike((name) => `SELECT ${name} FROM customers`, 'password_hash', 'password_hush'),
  alike((name) => `SELECT id FROM customers ORDER BY ${name}`, 'password_hash', 'password_hush'),
]

/** Never ends in practice. */
export const CROSS_JOIN =
  'SELECT COUNT(*) FROM order_items a, order_items b, order_items c, order_items d, order_items e, order_items f, order_items g, orders h, customers i'

export const SQL_DRAFTS = {
  one: 'SELECT 1 AS one',
  countOrders: 'SELECT COUNT(*) AS n FROM orders',
  orderIds: 'SELECT id FROM orders',
} as const
