/** An expression that contains itself `count` times. */
export const nested = (count: number, around: (inner: string) => string, inner: string): string =>
  count === 0 ? inner : nested(count - 1, around, around(inner))

/** Depths that every engine parses; `TABLES_DEEP` also respects the limit of tables per query. */
const DEEP = 25
const PAIRS_DEEP = 18
const TABLES_DEEP = 14

const names = (from: string, to: string): string => Array(90).fill(`${from} AS ${to}`).join(', ')

const doubled = (count: number, first: string, joined: (one: string) => string): string => {
  const parts = Array.from({ length: count }, (_, at) => `w${at + 1} AS (${joined(`w${at}`)})`)
  return `WITH w0 AS (${first}), ${parts.join(', ')} SELECT COUNT(*) FROM w${count}`
}

/**
 * Deeply nested drafts of a few hundred words: a check that visits each part twice visits the innermost part millions of
 * times.
 */
export const DEEP_SQL: readonly string[] = [
  ...['customers', 'order_items'].flatMap((table) => [
    `SELECT id FROM ${table} WHERE ${nested(DEEP, (inner) => `COALESCE(${inner}, id)`, 'id')} = 1`,
    `SELECT ${nested(DEEP, (inner) => `COALESCE(${inner}, 0)`, 'id')} FROM ${table} GROUP BY id`,
    `SELECT COUNT(*) FROM ${table} HAVING ${nested(PAIRS_DEEP, (inner) => `ROUND(COALESCE(${inner}, 0) + 1)`, 'SUM(id)')} > 1`,
    `SELECT id FROM ${table} WHERE ${nested(PAIRS_DEEP, (inner) => `LOWER(CAST(${inner} AS CHAR))`, 'id')} LIKE '1%'`,
    `SELECT id FROM ${table} WHERE ${nested(PAIRS_DEEP, (inner) => `NULLIF(NULLIF(${inner}, 1), 2)`, 'id')} = 1`,
    `SELECT CASE WHEN ${nested(PAIRS_DEEP, (inner) => `(CASE WHEN ${inner} THEN id ELSE id END) = id`, 'id = 1')} THEN 1 END FROM ${table}`,
    `SELECT id FROM ${table} WHERE ${nested(PAIRS_DEEP, (inner) => `(id = 1 AND (${inner} OR id = 2))`, 'id = 3')}`,
    `SELECT ${nested(TABLES_DEEP, (inner) => `id IN (SELECT ${inner} FROM ${table})`, 'id')} FROM ${table}`,
    `SELECT id FROM ${table} WHERE ${nested(TABLES_DEEP, (inner) => `id IN (SELECT id FROM ${table} WHERE ${inner})`, 'id = 1')}`,
    `SELECT id FROM ${table} WHERE ${nested(TABLES_DEEP, (inner) => `EXISTS (SELECT 1 FROM ${table} WHERE ${inner})`, 'id = 1')}`,
    `SELECT ${nested(TABLES_DEEP, (inner) => `(SELECT MAX(${inner}) FROM ${table})`, 'id')} FROM ${table}`,
    `SELECT id FROM ${nested(TABLES_DEEP, (inner) => `(SELECT id FROM ${inner} x WHERE id > 0) `, table)} y WHERE id = 1`,
    `SELECT id FROM ${nested(TABLES_DEEP, (inner) => `(SELECT id FROM ${inner} x UNION SELECT id FROM ${table})`, table)} y`,
    `SELECT e FROM (SELECT ${names('d', 'e')} FROM (SELECT ${names('c', 'd')} FROM (SELECT ${names('b', 'c')} FROM (SELECT ${names('MAX(id)', 'b')} FROM ${table}) w) x) y) z WHERE e = 1`,
    doubled(TABLES_DEEP, `SELECT * FROM ${table}`, (one) => `SELECT a.* FROM ${one} a JOIN ${one} b ON a.id = b.id`),
    doubled(TABLES_DEEP, `SELECT * FROM ${table}`, (one) => `SELECT * FROM ${one} a, ${one} b`),
    doubled(TABLES_DEEP, `SELECT id FROM ${table}`, (one) => `SELECT id FROM ${one} UNION ALL SELECT id FROM ${one}`),
    doubled(
      TABLES_DEEP,
      `SELECT id FROM ${table}`,
      (one) => `SELECT id FROM ${one} WHERE id IN (SELECT id FROM ${one})`,
    ),
  ]),
]
