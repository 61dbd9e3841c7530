import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Engine } from '../../../src/engines/engine.ts'
import { allEngines } from '../../../src/engines/index.ts'
import { DEEP_SQL } from '../contract/deep-sql.ts'
import type { EngineAdapter, EngineFailing, LoadedDatabase, ValueCase } from '../contract/engine-adapter.ts'
import {
  ALIKE_SQL,
  CROSS_JOIN,
  LARGE_SQL,
  REFUSED_SQL,
  SQL_ATTACKS,
  SQL_DRAFTS,
  sqlQuery,
} from '../contract/portable-drafts.ts'
import { declared, writeFixture } from './fixture-file.ts'
import { QUALIFIED, QUERIES } from './oracle-queries.ts'
import { isAtWork, onLinux, queryProcesses } from './query-processes.ts'
import { plainRows } from './shop-fixture.ts'
import { sqliteUnguarded } from './unguarded.ts'
import { sqliteVerifier } from './verifier.ts'

const NAME = 'sqlite'

const start = (): Engine => {
  const engine = allEngines({ allowPrivateHosts: true }).find(({ name }) => name === NAME)
  if (engine === undefined) throw new Error('no such engine')
  return engine
}

const load: EngineAdapter['load'] = async (tables): Promise<LoadedDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'tabletalk-contract-'))
  const file = join(folder, 'fixture.sqlite')
  writeFixture(file, tables)
  return {
    address: `sqlite:${file}`,
    find: async (query) => {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        return plainRows(database, query)
      } finally {
        database.close()
      }
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const ENDLESS_NUMBERS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)'

const FAILING: EngineFailing = {
  at: (column, value) => `(abs(-9223372036854775807 - (${column} = ${value})) / 4611686018427387904)`,
  fence: null,
  more: ["SELECT i.id FROM order_items i WHERE json(CASE i.id WHEN 2003 THEN '{' ELSE '{}' END) IS NOT NULL"],
  spying: [
    ...['EXPLAIN SELECT id FROM orders', 'EXPLAIN QUERY PLAN SELECT id FROM orders', 'PRAGMA index_list(orders)'],
    ...[
      'SELECT * FROM sqlite_stat1',
      'SELECT * FROM dbstat',
      'SELECT * FROM sqlite_schema',
      'SELECT sqlite_offset(id) FROM orders',
    ],
    ...["SELECT * FROM pragma_table_info('orders')", 'SELECT total_changes()', 'SELECT last_insert_rowid()'],
  ],
}

const VALUES: readonly ValueCase[] = [
  {
    name: 'integers beyond the safe range and infinities are text; blobs are shown as their size',
    draft:
      "SELECT 9007199254740991 AS safe, 9007199254740993 AS large, -9223372036854775807 AS low, 9e999 AS inf, x'00ff' AS blob, 1.5 AS real, NULL AS n, 'ü' AS t",
    columns: [
      ...[{ name: 'safe', type: 'number' } as const, { name: 'large', type: 'text' } as const],
      ...[{ name: 'low', type: 'text' } as const, { name: 'inf', type: 'text' } as const],
      ...[{ name: 'blob', type: 'text' } as const, { name: 'real', type: 'number' } as const],
      ...[{ name: 'n', type: 'null' } as const, { name: 't', type: 'text' } as const],
    ],
    cells: [[9007199254740991, '9007199254740993', '-9223372036854775807', 'Infinity', '(2 bytes)', 1.5, null, 'ü']],
  },
  {
    name: 'the type of a column is that of its values',
    draft: "SELECT 1 AS n, 'x' AS t, NULL AS z, 'x' AS m UNION ALL SELECT 2, NULL, NULL, 3 ORDER BY n",
    columns: [
      ...[{ name: 'n', type: 'number' } as const, { name: 't', type: 'text' } as const],
      ...[{ name: 'z', type: 'null' } as const, { name: 'm', type: 'mixed' } as const],
    ],
    cells: [
      [1, 'x', null, 'x'],
      [2, null, null, 3],
    ],
  },
  {
    name: 'columns with equal names are numbered',
    draft: 'SELECT 1 AS a, 2 AS a, 3 AS a_2, 4 AS a, 5 AS "__proto__", 6 AS "column"',
    columns: ['a', 'a_3', 'a_2', 'a_4', 'column', 'column_2'].map((name) => ({ name, type: 'number' })),
    cells: [[1, 2, 3, 4, 5, 6]],
  },
]

export const SQLITE: EngineAdapter = {
  name: NAME,
  start,
  load,
  declared,
  unreachable: [
    ...['', 'sqlite:', 'sqlite:relative.sqlite', 'sqlite::memory:', 'sqlite:file:/x', 'postgres://x', 'sqlite:/'],
    ...['sqlite:/tmp', 'sqlite:/nowhere/missing.sqlite'],
  ],
  queries: [...QUERIES, ...QUALIFIED].map(sqlQuery),
  deep: DEEP_SQL,
  refused: REFUSED_SQL,
  alike: ALIKE_SQL,
  attacks: SQL_ATTACKS,
  verifier: sqliteVerifier(),
  failing: FAILING,
  drafts: {
    ...SQL_DRAFTS,
    endless: [
      `${ENDLESS_NUMBERS} SELECT COUNT(*) FROM n`,
      CROSS_JOIN,
      `${ENDLESS_NUMBERS} SELECT x FROM n WHERE x < 0`,
    ],
    endlessRows: `${ENDLESS_NUMBERS} SELECT x FROM n`,
    hungry: [
      "SELECT replace(replace(replace(hex(printf('%1000000d', 1)), '0', '0123456789'), '1', '0123456789'), '2', '0123456789')",
      "SELECT printf('%.*c', 900000000, 'x')",
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 50000) SELECT group_concat(printf('%1000d', x)) FROM n",
      `${ENDLESS_NUMBERS} SELECT x, printf('%90000d', x) AS t FROM n ORDER BY t`,
    ],
  },
  large: {
    ...LARGE_SQL,
    aggregated: [
      'SELECT count(*) AS n, group_concat(body, \', \') AS "all" FROM paragraphs',
      'SELECT count(*) AS n, json_group_array(body) AS "all" FROM paragraphs',
    ],
  },
  values: VALUES,
  unguarded: sqliteUnguarded(),
  ...(onLinux ? { running: async () => queryProcesses().filter(isAtWork).length } : {}),
  kill: onLinux
    ? async () => {
        for (const pid of queryProcesses()) process.kill(Number(pid), 'SIGKILL')
      }
    : { none: 'query processes are found in /proc, which only Linux has' },
}
