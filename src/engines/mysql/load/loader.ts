import { Problem } from '../../../platform/problems/problem.ts'
import {
  type Loader,
  type LoadOptions,
  type LoadValue,
  type NewTable,
  REMOVE_SCRATCH_MS,
  scratchName,
  TablesExist,
} from '../../loader.ts'
import { reachableHost } from '../../shared/connect/reachable-host.ts'
import { addressOf } from '../connect/address.ts'
import { connectProblem, errnoOf } from '../connect/connect-problem.ts'
import { login } from '../connect/login.ts'
import { Session } from '../connect/session.ts'
import { quote } from '../language/names.ts'
import { MYSQL_ATTACKS } from './attacks.ts'
import { createTable } from './create-table.ts'

/** @param allowPrivateHosts as for queries */
export const mysqlLoader = (allowPrivateHosts: boolean): Loader => {
  const withSession = async <Value>(
    text: string,
    signal: AbortSignal,
    work: (session: Session) => Promise<Value>,
  ): Promise<Value> => {
    const address = addressOf(text)
    const ip = await reachableHost(address.host, allowPrivateHosts)
    const session = new Session(await login(ip, address, signal).catch(unlessAborted(signal)))
    const onAbort = () => session.destroy()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await session.queryInternal(
        "SET NAMES utf8mb4, SESSION sql_mode = 'STRICT_ALL_TABLES', SESSION time_zone = '+00:00'",
      )
      return await work(session)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
      session.end()
    }
  }
  const drop = async (text: string, name: string, signal: AbortSignal): Promise<void> => {
    await withSession(text, signal, (session) => session.queryInternal(`DROP DATABASE IF EXISTS ${quote(name)}`))
  }
  return {
    attacks: MYSQL_ATTACKS,
    load: (text, tables, options) => withSession(text, options.signal, (session) => load(session, tables, options)),
    async scratch(text, signal, label) {
      const name = scratchName(label)
      await withSession(text, signal, (session) => session.queryInternal(`CREATE DATABASE ${quote(name)}`)).catch(
        scratchProblem,
      )
      const address = new URL(text)
      address.pathname = `/${name}`
      return { address: address.href, remove: () => drop(text, name, AbortSignal.timeout(REMOVE_SCRATCH_MS)) }
    },
    removeScratch: (text, label, signal) => drop(text, scratchName(label), signal),
  }
}

const unlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): never => {
    signal.throwIfAborted()
    throw connectProblem(error)
  }

/** Not transactional, because MySQL commits on every CREATE TABLE; tables are dropped again after a failure. */
const load = async (session: Session, tables: readonly NewTable[], { replace }: LoadOptions): Promise<void> => {
  const [[version] = []] = await session.queryInternal('SELECT VERSION()')
  const kind = /mariadb/i.test(String(version)) ? 'mariadb' : 'mysql'
  const found = await existing(session, tables)
  if (found.length > 0 && !replace) throw new TablesExist(found)
  await drop(session, tables)
  try {
    for (const table of tables) {
      const keys = tables.flatMap(({ foreignKeys }) => foreignKeys.filter(({ refTable }) => refTable === table.name))
      await session.queryInternal(
        createTable(
          table,
          kind,
          keys.flatMap(({ refColumns }) => refColumns),
        ),
      )
    }
    for (const table of tables) await insertRows(session, table)
    // Statistics are inaccurate right after a bulk load.
    for (const { name } of tables) await session.queryInternal(`ANALYZE TABLE ${quote(name)}`)
  } catch (error) {
    if (session.isAlive) await drop(session, tables)
    throw errnoOf(error) === 0 ? connectProblem(error) : error
  }
}

const existing = async (session: Session, tables: readonly NewTable[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { name } of tables) {
    const literal = Buffer.from(name).toString('hex')
    const rows = await session.queryInternal(
      `SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = CONVERT(x'${literal}' USING utf8mb4)`,
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** In reverse order, because of foreign keys. */
const drop = async (session: Session, tables: readonly NewTable[]): Promise<void> => {
  for (const { name } of tables.toReversed()) await session.queryInternal(`DROP TABLE IF EXISTS ${quote(name)}`)
}

/** Maximum number of values per statement; servers allow 65,535. */
const VALUES_AT_ONCE = 4_000

/** Inserts the rows of a table, all or none. */
const insertRows = async (session: Session, { name, columns, rows }: NewTable): Promise<void> => {
  const rowsAtOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / Math.max(1, columns.length)))
  const into = `INSERT INTO ${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')}) VALUES `
  const rowPlaceholders = `(${columns.map(() => '?').join(', ')})`
  await session.queryInternal('START TRANSACTION')
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const batch = rows.slice(from, from + rowsAtOnce)
    await session.write(into + batch.map(() => rowPlaceholders).join(', '), batch.flat().map(bound))
  }
  await session.queryInternal('COMMIT')
}

const bound = (value: LoadValue): string | number | bigint | null =>
  typeof value === 'boolean' ? Number(value) : value

/** @throws Problem `database_unreachable` that names the missing right; other errors unchanged */
const scratchProblem = (error: unknown): never => {
  if (errnoOf(error) === 1044)
    throw new Problem('database_unreachable', {
      message:
        'The user of the address may not create databases: grant it CREATE on databases named tabletalk_scratch_….',
      transient: false,
    })
  throw error
}
