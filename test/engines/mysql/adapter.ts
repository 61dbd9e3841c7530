import type { Engine } from '../../../src/engines/engine.ts'
import { allEngines } from '../../../src/engines/index.ts'
import { mysqlServer, READER } from '../../support/mysql-server.ts'
import { DEEP_SQL } from '../contract/deep-sql.ts'
import type { EngineAdapter, EngineFailing, EngineUnguarded, LoadedDatabase } from '../contract/engine-adapter.ts'
import {
  ALIKE_SQL,
  CROSS_JOIN,
  LARGE_SQL,
  REFUSED_SQL,
  SQL_ATTACKS,
  SQL_DRAFTS,
  sqlQuery,
} from '../contract/portable-drafts.ts'
import { cells } from '../contract/results.ts'
import { declared, writeFixture } from './fixture-database.ts'
import { QUERIES } from './oracle-queries.ts'
import { Unguarded } from './unguarded.ts'
import { VALUES } from './value-cases.ts'
import { mysqlVerifier } from './verifier.ts'

const NAME = 'mysql'

const start = (): Engine => {
  const engine = allEngines({ allowPrivateHosts: true }).find(({ name }) => name === NAME)
  if (engine === undefined) throw new Error('no such engine')
  return engine
}

const load: EngineAdapter['load'] = async (tables): Promise<LoadedDatabase> => {
  const server = await mysqlServer()
  const database = await writeFixture(tables)
  const address = server.address(database)
  const unguarded = new Unguarded()
  return {
    address,
    find: async (query) => {
      const ran = await unguarded.run(address, query)
      if (!ran.ok) throw new Error(`${query}: ${ran.refusal.hint}`)
      return cells(ran.result)
    },
    remove: async () => {
      await unguarded.close()
      await server.admin.query(`DROP DATABASE IF EXISTS ${database}`)
    },
  }
}

/** Ids of the connections that run a statement of the engine. */
const activeConnections = async (): Promise<readonly unknown[]> => {
  const { admin } = await mysqlServer()
  const [rows] = await admin.query(
    "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = ? AND INFO LIKE '/* tabletalk turn=%'",
    [READER.user],
  )
  return Array.isArray(rows) ? rows.map((row) => Object.values(row)[0]) : []
}

const ENDLESS_SUM =
  'SELECT SUM(a.id * b.id + c.id) FROM orders a, orders b, orders c, orders d, orders e, orders f, orders g'

/** Lists that exceed the length limit of the server. */
const HUNGRY = [
  'SELECT CHAR_LENGTH(GROUP_CONCAT(a.name, b.name, c.name, d.name)) FROM customers a, customers b, customers c, customers d',
  'SELECT GROUP_CONCAT(a.name, b.name, c.name ORDER BY a.id) AS t FROM customers a, customers b, customers c',
]

const WRITES = [
  'REPLACE INTO countries (code, name) VALUES (1, 2)',
  'TRUNCATE TABLE note_marks',
  "SELECT * FROM orders INTO OUTFILE '/tmp/stolen'",
  'SELECT id INTO @stolen FROM orders LIMIT 1',
  "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE countries",
  'SELECT * FROM orders FOR UPDATE',
  'SET SESSION TRANSACTION READ WRITE',
  'SET GLOBAL read_only = 0',
  'SET @@max_execution_time = 0',
  'START TRANSACTION READ WRITE',
  "PREPARE stolen FROM 'DELETE FROM item_notes'",
  "EXECUTE IMMEDIATE 'DELETE FROM item_notes'",
  'LOCK TABLES orders WRITE',
  'CALL nothing()',
]

const unguarded = (): EngineUnguarded => {
  const all = new Unguarded()
  return {
    run: (address, statement, timeoutMs) => all.run(address, statement, { timeoutMs }),
    writes: WRITES,
    endless: ENDLESS_SUM,
    close: () => all.close(),
  }
}

const FAILING: EngineFailing = {
  at: (column, value) => `(9223372036854775807 + (${column} = ${value}))`,
  fence: ' LIMIT 18446744073709551615',
  more: [
    'SELECT i.id FROM order_items i WHERE EXP(1000 * (i.id = 2003)) > 0',
    'SELECT i.id FROM order_items i WHERE POW(10, 1000 * (i.id = 2003)) > 0',
    'SELECT i.id FROM order_items i WHERE -(-9223372036854775807 - (i.id = 2003)) > 0',
    'SELECT i.id FROM order_items i WHERE (SELECT c.code FROM countries c WHERE i.id = 2003 OR c.code = 1) IS NULL',
  ],
  spying: [
    ...['EXPLAIN SELECT id FROM orders', 'ANALYZE FORMAT=JSON SELECT id FROM orders', 'DESCRIBE orders'],
    ...['SELECT * FROM information_schema.STATISTICS', 'SELECT TABLE_ROWS FROM information_schema.TABLES'],
    ...['SELECT * FROM mysql.innodb_table_stats', 'SELECT * FROM performance_schema.threads', 'SHOW TABLE STATUS'],
    ...['SELECT SLEEP(1) FROM orders', 'SELECT IF(id > 0, BENCHMARK(1000000, SHA1(1)), 0) FROM order_items'],
    ...['SELECT FOUND_ROWS()', 'SELECT ROW_COUNT()', 'SELECT @@last_query_cost'],
  ],
}

export const MYSQL: EngineAdapter = {
  name: NAME,
  start,
  load,
  declared,
  unreachable: [
    ...['', 'mysql:', 'mysql://', 'postgres://u:p@127.0.0.1/x', 'mysql://u:p@127.0.0.1', 'mysql://127.0.0.1:1/db'],
    ...['mariadb://u:p@127.0.0.1:1/db', 'mysql://u:p@nowhere.invalid/db', 'mysql://u:p@127.0.0.1:1/db?socketPath=/x'],
  ],
  queries: QUERIES.map(sqlQuery),
  deep: DEEP_SQL,
  refused: REFUSED_SQL,
  attacks: SQL_ATTACKS,
  alike: ALIKE_SQL,
  drafts: { ...SQL_DRAFTS, endless: [CROSS_JOIN, ENDLESS_SUM], hungry: HUNGRY },
  large: {
    ...LARGE_SQL,
    aggregated: [
      'SELECT COUNT(*) AS n, GROUP_CONCAT(body ORDER BY id) AS `all` FROM paragraphs GROUP BY id % 10',
      'SELECT COUNT(*) AS n, JSON_ARRAYAGG(body) AS `all` FROM paragraphs GROUP BY id % 10',
    ],
  },
  values: VALUES,
  verifier: mysqlVerifier(),
  failing: FAILING,
  unguarded: unguarded(),
  endsEarlier: true,
  running: async () => (await activeConnections()).length,
  kill: async () => {
    const { admin } = await mysqlServer()
    for (const id of await activeConnections()) await admin.query(`KILL CONNECTION ${Number(id)}`)
  },
}
