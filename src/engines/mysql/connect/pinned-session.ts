import { Problem } from '../../../platform/problems/problem.ts'
import type { Session } from './session.ts'

/** Properties of a server that matter here. */
export interface ServerTraits {
  readonly kind: 'mariadb' | 'mysql'
  /** The server's connection id. */
  readonly id: number
  /** Whether `orders` and `Orders` are two tables. */
  readonly caseSensitiveTables: boolean
}

/** Required by the guard's reading of texts, and strict about invalid values. */
const SQL_MODE = [
  'STRICT_TRANS_TABLES',
  'NO_ZERO_IN_DATE',
  'NO_ZERO_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
]

const MIB = 1024 * 1024

/** With packets of this size a server never truncates what the guard considers short; every default is larger. */
const PACKET_MIN = MIB / 16

/** Limits; not every server has all of them. */
const BOUNDS: Readonly<Record<string, number>> = {
  lock_wait_timeout: 5,
  innodb_lock_wait_timeout: 5,
  max_session_mem_used: 128 * MIB,
  tmp_memory_table_size: 16 * MIB,
  tmp_table_size: 16 * MIB,
  max_heap_table_size: 16 * MIB,
  max_tmp_session_space_usage: 1024 * MIB,
  // Some functions take quadratic time in a text, and KILL does not interrupt them.
  group_concat_max_len: MIB / 16,
  max_recursive_iterations: 1_000_000,
  cte_max_recursion_depth: 1_000_000,
  max_error_count: 64,
  sql_auto_is_null: 0,
  net_write_timeout: 30,
  idle_readonly_transaction_timeout: 60,
  wait_timeout: 300,
  // Row counts cached for a day would be wrong for tables filled since.
  information_schema_stats_expiry: 0,
}

/**
 * Sets the session properties that every statement relies on: text parsing, UTC, read-only, limits.
 *
 * @throws Problem `database_unreachable` if the server does not apply them; server errors
 */
export const pinSession = async (session: Session): Promise<ServerTraits> => {
  await session.queryInternal('SET NAMES utf8mb4')
  await session.queryInternal(`SET SESSION sql_mode = '${SQL_MODE.join()}', SESSION time_zone = '+00:00'`)
  await session.queryInternal('SET SESSION TRANSACTION READ ONLY')
  await setBounds(session)
  const [row = []] = await session.queryInternal(
    `SELECT @@sql_mode, @@time_zone, @@character_set_client, CONNECTION_ID(), VERSION(), @@lower_case_table_names,
     @@max_allowed_packet`,
  )
  const [mode, zone, charset, id, version, folding, packet] = row.map(String)
  if (mode?.split(',').toSorted().join() !== SQL_MODE.toSorted().join() || zone !== '+00:00' || charset !== 'utf8mb4')
    throw sessionProblem('the session is not as it was set')
  if (!(Number(packet) >= PACKET_MIN)) throw sessionProblem('texts are cut short too soon')
  if (id === undefined || !/^[0-9]{1,15}$/.test(id)) throw sessionProblem('the connection has no number')
  return {
    kind: /mariadb/i.test(version ?? '') ? 'mariadb' : 'mysql',
    id: Number(id),
    caseSensitiveTables: folding === '0',
  }
}

const setBounds = async (session: Session): Promise<void> => {
  const names = Object.keys(BOUNDS).map((name) => `'${name}'`)
  const known = (await session.queryInternal(`SHOW SESSION VARIABLES WHERE Variable_name IN (${names.join()})`)).map(
    ([name]) => String(name),
  )
  const settings = Object.entries(BOUNDS)
    .filter(([name]) => known.includes(name))
    .map(([name, value]) => `SESSION ${name} = ${value}`)
  if (settings.length === 0) return
  try {
    await session.queryInternal(`SET ${settings.join(', ')}`)
  } catch {
    // Some servers forbid single settings; the others still apply.
    for (const setting of settings) await session.queryInternal(`SET ${setting}`).catch(() => {})
  }
}

const sessionProblem = (detail: string): Problem =>
  new Problem('database_unreachable', {
    message: 'The server does not keep the session settings that queries require.',
    transient: false,
    cause: new Error(detail),
  })
