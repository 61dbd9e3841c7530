import type { Engine } from '../../../src/engines/engine.ts'
import { allEngines } from '../../../src/engines/index.ts'
import type { PostgresServer } from '../../support/postgres-server.ts'
import { DEEP_SQL } from '../contract/deep-sql.ts'
import type { EngineAdapter, EngineFailing, ValueCase } from '../contract/engine-adapter.ts'
import {
  ALIKE_SQL,
  CROSS_JOIN,
  LARGE_SQL,
  REFUSED_SQL,
  SQL_ATTACKS,
  SQL_DRAFTS,
  sqlQuery,
} from '../contract/portable-drafts.ts'

import { declared, fixtureDatabase, onServer } from './fixture-database.ts'
import { MORE_QUERIES } from './more-queries.ts'
import { QUERIES } from './oracle-queries.ts'
import { postgresUnguarded } from './unguarded.ts'

const NAME = 'postgres'

const start = (): Engine => {
  const engine = allEngines({ allowPrivateHosts: true }).find(({ name }) => name === NAME)
  if (engine === undefined) throw new Error('no such engine')
  return engine
}

const ENDLESS_NUMBERS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)'
const MB_20 =
  "WITH RECURSIVE n(x, t) AS (SELECT 1, '0123456789' UNION ALL SELECT x + 1, t || t FROM n WHERE x < 22) SELECT t FROM n WHERE x = 22"

const VALUES: ValueCase[] = [
  {
    name: 'integers that a JSON number would round become text, decimals become numbers',
    draft:
      "SELECT 9007199254740991 AS safe, 9007199254740993 AS large, -9223372036854775807 AS low, 1.50 AS real, 12345678901234567.25 AS long, NULL AS n, 'ü' AS t, 1 = 1 AS b",
    columns: [
      ...[{ name: 'safe', type: 'number' } as const, { name: 'large', type: 'text' } as const],
      ...[{ name: 'low', type: 'text' } as const, { name: 'real', type: 'number' } as const],
      ...[{ name: 'long', type: 'text' } as const, { name: 'n', type: 'null' } as const],
      ...[{ name: 't', type: 'text' } as const, { name: 'b', type: 'boolean' } as const],
    ],
    cells: [
      [9007199254740991, '9007199254740993', '-9223372036854775807', 1.5, '12345678901234567.25', null, 'ü', true],
    ],
  },
  {
    name: 'dates become text and averages become numbers',
    draft: 'SELECT MIN(placed_on) AS day, AVG(id) AS mean FROM orders WHERE id < 1003',
    columns: [
      { name: 'day', type: 'text' },
      { name: 'mean', type: 'number' },
    ],
    cells: [['2024-01-01', 1001]],
  },
  {
    name: 'columns with the same name are renamed',
    draft: 'SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS "__proto__", 6 AS "column"',
    columns: ['a', 'a_3', 'a_2', 'a_4', 'column', 'column_2'].map((name) => ({ name, type: 'number' })),
    cells: [[1, 2, 3, 4, 5, 6]],
  },
]

/** Decimals of more digits than a JSON number holds. */
const EXACT = '(SELECT 0.123456789012345678 AS x UNION ALL SELECT 123456789.123456789012345678) q'
VALUES.push(
  {
    name: 'decimals without a division are exact',
    draft: `SELECT SUM(x) AS s, MAX(x) AS m, MIN(x) AS l, SUM(x * 2) AS d, json_agg(x) AS j, COUNT(*) AS n FROM ${EXACT}`,
    columns: ['s', 'm', 'l', 'd', 'j', 'n'].map((name) => ({ name, type: name === 'n' ? 'number' : 'text' })),
    cells: [
      [
        ...['123456789.246913578024691356', '123456789.123456789012345678', '0.123456789012345678'],
        ...['246913578.493827156049382712', '[0.123456789012345678, 123456789.123456789012345678]', 2],
      ],
    ],
  },
  {
    name: 'decimals of a division anywhere in the query become the nearest numbers, others stay exact',
    draft: `WITH a (mean) AS (SELECT AVG(x) FROM ${EXACT}), b AS (SELECT mean AS again FROM a)
      SELECT again, (SELECT MAX(x) / 3 FROM ${EXACT}) AS third, MAX(x) AS top, json_agg(again) AS listed FROM ${EXACT}, b GROUP BY again`,
    columns: [
      ...[{ name: 'again', type: 'number' } as const, { name: 'third', type: 'number' } as const],
      ...[{ name: 'top', type: 'text' } as const, { name: 'listed', type: 'text' } as const],
    ],
    cells: [
      [61728394.62345679, 41152263.04115226, '123456789.123456789012345678', [61728394.62345679, 61728394.62345679]],
    ],
  },
  {
    name: 'a division in one branch of a UNION makes its column numeric',
    draft: `SELECT MAX(x) AS v FROM ${EXACT} WHERE x < 0 UNION ALL SELECT 1 / 3.0 AS other`,
    columns: [{ name: 'v', type: 'number' }],
    cells: [[null], [0.3333333333333333]],
  },
)

const FAILING: EngineFailing = {
  at: (column, value) => `1 / (${column} - ${value})`,
  fence: ' OFFSET 0',
  more: [
    "SELECT i.id FROM order_items i WHERE ('item ' || i.id || CASE i.id WHEN 2003 THEN 'x' END)::int IS NULL",
    'SELECT i.id FROM order_items i WHERE ln(abs(i.id - 2003)) IS NOT NULL',
    "SELECT n.id FROM item_notes n WHERE (replace(n.note, 'note ', '') || '/1')::text LIKE CASE n.id WHEN 2003 THEN '\\' ELSE '%' END",
    'SELECT o.id, x.y FROM orders o CROSS JOIN LATERAL (SELECT 1 / (i.id - 2003) AS y FROM order_items i WHERE i.order_id = o.id) x',
    'SELECT i.id FROM order_items i CROSS JOIN LATERAL (SELECT sum(j.quantity / (i.id - 2003)) AS y FROM order_items j) x WHERE x.y >= 0 OR x.y < 0',
    'SELECT count(*) FILTER (WHERE 1 / (i.id - 2003) IS NOT NULL) FROM order_items i',
    'SELECT DISTINCT ON (1 / (i.id - 2003)) i.quantity FROM order_items i ORDER BY 1 / (i.id - 2003), i.id',
    'SELECT i.id FROM order_items i CROSS JOIN LATERAL (SELECT 1 / (i.id - 2003) AS y) x WHERE x.y IS NOT NULL',
    'SELECT i.id FROM order_items i JOIN generate_series(1, 2) s ON 1 / (i.id - 2003) IS NOT NULL',
    'SELECT count(*) FROM order_items i GROUP BY ROLLUP (1 / (i.id - 2003))',
    'SELECT count(*) FROM order_items i GROUP BY DISTINCT ROLLUP (1 / (i.id - 2003)), ROLLUP (i.quantity)',
    'SELECT i.id FROM order_items i ORDER BY 1 / (i.id - 2003) FETCH FIRST 2 ROWS WITH TIES',
    'SELECT c.city, sum(1 / (i.id - 2003)) FROM order_items i JOIN orders o ON o.id = i.order_id JOIN customers c ON c.id = o.customer_id GROUP BY c.city',
    'SELECT i.id FROM order_items i WHERE (i.id, 1 / (i.id - 2003)) IS NOT NULL',
    'SELECT i.id FROM order_items i WHERE 1 / (i.id - 2003) IS DISTINCT FROM 7',
    'SELECT i.id FROM order_items i WHERE i.id = ANY (ARRAY[i.id, 1 / (i.id - 2003)])',
    "SELECT i.id FROM order_items i WHERE (SELECT c.code FROM countries c WHERE i.id = 2003 OR c.code = 'DE') IS NOT NULL",
    'SELECT sum(i.quantity) OVER w FROM order_items i WINDOW w AS (PARTITION BY 1 / (i.id - 2003))',
  ],
  spying: [
    ...['EXPLAIN SELECT id FROM orders', 'EXPLAIN (ANALYZE, COSTS) SELECT id FROM orders'],
    ...[
      'SELECT most_common_vals FROM pg_stats',
      'SELECT * FROM pg_catalog.pg_statistic',
      'SELECT * FROM pg_statistic_ext',
    ],
    ...["SELECT reltuples FROM pg_class WHERE relname = 'orders'", "SELECT pg_relation_size('orders')"],
    ...[
      'SELECT n_live_tup FROM pg_stat_user_tables',
      'SELECT query FROM pg_stat_activity',
      'SELECT * FROM pg_stat_statements',
    ],
    ...['SELECT pg_sleep(1) FROM orders', "SELECT CASE WHEN id > 0 THEN pg_sleep_for('1 s') END FROM order_items"],
  ],
}

const OURS = "application_name LIKE 'tabletalk %' AND pid <> pg_backend_pid()"

/** The engine on one server. */
export const postgresAdapter = (server: () => Promise<PostgresServer>): EngineAdapter => {
  const ask = async (query: string): Promise<number> => {
    const { address } = await server()
    const { rows } = await onServer(address, (client) => client.query<{ n: string }>(query))
    return Number(rows[0]?.n)
  }
  return {
    name: NAME,
    start,
    load: async (tables) => await fixtureDatabase((await server()).address, tables),
    declared,
    tableName: (name) => `public.${name}`,
    unreachable: [
      ...['', 'postgres:', 'postgres://x', 'postgres://u:p@127.0.0.1:1/x', 'postgres://u:p@nowhere.invalid/x'],
      ...['postgres:///x', 'postgres://u:p@%2Ftmp/x', 'postgres://127.0.0.1/x', 'sqlite:/x', 'mysql://u:p@127.0.0.1/x'],
      'postgres://u:p@127.0.0.1/x?sslmode=verify-ca',
      'postgres://u:p@127.0.0.1/x?options=-c%20row_security%3Doff',
    ],
    queries: [...QUERIES, ...MORE_QUERIES].map(sqlQuery),
    deep: DEEP_SQL,
    refused: REFUSED_SQL,
    attacks: SQL_ATTACKS,
    alike: ALIKE_SQL,
    drafts: {
      ...SQL_DRAFTS,
      endless: [
        `${ENDLESS_NUMBERS} SELECT COUNT(*) FROM n`,
        CROSS_JOIN,
        `${ENDLESS_NUMBERS} SELECT x FROM n WHERE x < 0`,
      ],
      endlessRows: `${ENDLESS_NUMBERS} SELECT x FROM n`,
      hungry: [MB_20],
    },
    large: {
      ...LARGE_SQL,
      aggregated: [
        'SELECT count(*) AS n, string_agg(body, \', \' ORDER BY id) AS "all" FROM paragraphs',
        'SELECT count(*) AS n, array_agg(body ORDER BY id) AS "all" FROM paragraphs',
        'SELECT count(*) AS n, json_agg(body ORDER BY id) AS "all" FROM paragraphs',
        'SELECT count(*) AS n, jsonb_agg(body ORDER BY id) AS "all" FROM paragraphs',
      ],
    },
    values: VALUES,
    failing: FAILING,
    unguarded: postgresUnguarded(),
    endsEarlier: true,
    running: () => ask(`SELECT count(*)::text AS n FROM pg_stat_activity WHERE state = 'active' AND ${OURS}`),
    kill: async () => {
      await ask(`SELECT count(pg_terminate_backend(pid))::text AS n FROM pg_stat_activity WHERE ${OURS}`)
    },
  }
}
