import { Problem } from '../../../platform/problems/problem.ts'
import type { Session } from './session.ts'

/** What a server is and how it reads names, as far as it matters here. */
export interface ServerTraits {
  readonly kind: 'mariadb' | 'mysql'
  /** The server's own number of the connection. */
  readonly id: number
  /** Whether `orders` and `Orders` are two tables. */
  readonly caseSensitiveTables: boolean
}

/** What the guard reads texts by, and what keeps half-wrong values from passing for right ones. */
const SQL_MODE = [
  'STRICT_TRANS_TABLES',
  'NO_ZERO_IN_DATE',
  'NO_ZERO_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
]

const MIB = 1024 * 1024

/** What the guard takes for short is never cut by a server of this size; every server's default is larger. */
const PACKET_MIN = MIB / 16

/** Bounds that not every server has. */
const BOUNDS: Readonly<Record<string, number>> = {
  lock_wait_timeout: 5,
  innodb_lock_wait_timeout: 5,
  max_session_mem_used: 128 * MIB,
  tmp_memory_table_size: 16 * MIB,
  tmp_table_size: 16 * MIB,
  max_heap_table_size: 16 * MIB,
  max_tmp_session_space_usage: 1024 * MIB,
  // Some functions take a time that grows with the square of a text, and no KILL ends them within it.
  group_concat_max_len: MIB / 16,
  max_recursive_iterations: 1_000_000,
  cte_max_recursion_depth: 1_000_000,
  max_error_count: 64,
  sql_auto_is_null: 0,
  net_write_timeout: 30,
  idle_readonly_transaction_timeout: 60,
  wait_timeout: 300,
  // Numbers of rows that are kept for a day say nothing of a table that was filled since.
  information_schema_stats_expiry: 0,
}

/**
 * Makes a connection what every statement relies on: how texts are read, UTC, reading only, bounded.
 *
 * @throws Problem `database_unreachable` when the server does not keep to it; what the server says
 */
export const pinSession = async (session: Session): Promise<ServerTraits> => {
  await session.own('SET NAMES utf8mb4')
  await session.own(`SET SESSION sql_mode = '${SQL_MODE.join()}', SESSION time_zone = '+00:00'`)
  await session.own('SET SESSION TRANSACTION READ ONLY')
  await setBounds(session)
  const [row = []] = await session.own(
    `SELECT @@sql_mode, @@time_zone, @@character_set_client, CONNECTION_ID(), VERSION(), @@lower_case_table_names,
     @@max_allowed_packet`,
  )
  const [mode, zone, charset, id, version, folding, packet] = row.map(String)
  if (mode?.split(',').toSorted().join() !== SQL_MODE.toSorted().join() || zone !== '+00:00' || charset !== 'utf8mb4')
    throw unlike('the session is not as it was set')
  if (!(Number(packet) >= PACKET_MIN)) throw unlike('texts are cut short too soon')
  if (id === undefined || !/^[0-9]{1,15}$/.test(id)) throw unlike('the connection has no number')
  return {
    kind: /mariadb/i.test(version ?? '') ? 'mariadb' : 'mysql',
    id: Number(id),
    caseSensitiveTables: folding === '0',
  }
}

const setBounds = async (session: Session): Promise<void> => {
  const names = Object.keys(BOUNDS).map((name) => `'${name}'`)
  const known = (await session.own(`SHOW SESSION VARIABLES WHERE Variable_name IN (${names.join()})`)).map(([name]) =>
    String(name),
  )
  const settings = Object.entries(BOUNDS)
    .filter(([name]) => known.includes(name))
    .map(([name, value]) => `SESSION ${name} = ${value}`)
  if (settings.length === 0) return
  try {
    await session.own(`SET ${settings.join(', ')}`)
  } catch {
    // Some server lets nobody set one of them; that is no reason to go without the others.
    for (const setting of settings) await session.own(`SET ${setting}`).catch(() => {})
  }
}

const unlike = (detail: string): Problem =>
  new Problem('database_unreachable', {
    message: 'The server does not keep the session settings that queries require.',
    transient: false,
    cause: new Error(detail),
  })
