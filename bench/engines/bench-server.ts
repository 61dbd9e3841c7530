import mysql from 'mysql2/promise'
import pg from 'pg'
import type { Engine } from '../../src/engines/engine.ts'
import { allEngines } from '../../src/engines/index.ts'
import { mysqlServer, stopMysqlServer } from '../../test/support/mysql-server.ts'
import { startPostgres } from '../../test/support/postgres-server.ts'
import { type LargeTables, MYSQL_TABLES, POSTGRES_TABLES } from './large-tables.ts'

/** A server with an empty database, and a connection that bypasses the guard. */
export interface BenchServer {
  readonly engine: Engine
  readonly address: string
  readonly tables: LargeTables
  /** Rows of an unmodified statement. */
  sql(statement: string, values?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** What the server reads for a statement, independent of other load: pages on PostgreSQL, rows on MariaDB. */
  touched(statement: string, values: readonly unknown[]): Promise<number>
  close(): Promise<void>
}

const engineOf = (name: string): Engine => {
  const engine = allEngines({ allowPrivateHosts: true }).find((one) => one.name === name)
  if (engine === undefined) throw new RangeError(`no engine ${name}`)
  return engine
}

const postgres = async (): Promise<BenchServer> => {
  const server = await startPostgres()
  const client = new pg.Client({ connectionString: server.address })
  await client.connect()
  const engine = engineOf('postgres')
  return {
    engine,
    address: server.address,
    tables: POSTGRES_TABLES,
    sql: async (statement, values = []) => (await client.query({ text: statement, values: [...values] })).rows,
    async touched(statement, values) {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, [...values])
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      return Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks'])
    },
    async close() {
      await engine.close()
      await client.end()
      await server.stop()
    },
  }
}

const mariadb = async (): Promise<BenchServer> => {
  const server = await mysqlServer()
  const name = server.newName()
  await server.admin.query(`CREATE DATABASE ${name}`)
  const connection = await mysql.createConnection({ uri: server.ownerAddress(name) })
  const engine = engineOf('mysql')
  return {
    engine,
    address: server.ownerAddress(name),
    tables: MYSQL_TABLES,
    async sql(statement, values = []) {
      const [rows] = await connection.query<mysql.RowDataPacket[]>(statement, [...values])
      return rows
    },
    async touched(statement, values) {
      const read = async () => {
        const [rows] = await connection.query<mysql.RowDataPacket[]>("SHOW SESSION STATUS LIKE 'Handler_read%'")
        return rows.reduce((sum, row) => sum + Number(row.Value), 0)
      }
      const before = await read()
      await connection.query(statement, [...values])
      return (await read()) - before
    },
    async close() {
      await engine.close()
      await connection.end()
      await stopMysqlServer()
    },
  }
}

/** Keyed by engine name. */
export const BENCH_SERVERS: Readonly<Record<string, () => Promise<BenchServer>>> = { postgres, mysql: mariadb }
