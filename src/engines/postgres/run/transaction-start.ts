export interface TransactionSettings {
  /** What is left of the time of whoever asks. */
  readonly leftMs: number
  /** What the server shows as the name of whoever asks. */
  readonly tag: string
  readonly serverVersion: number
}

const LOCK_MS_MAX = 5_000

/**
 * Begins a transaction that reads only, with all that a statement's meaning and its cost depend on set for it alone:
 * nothing of a role's, a database's or a pooler's own settings reaches a query, and nothing is left behind.
 *
 * `temp_file_limit` would bound what sorting spills to disk; only superusers may set it.
 */
export const transactionStart = ({ leftMs, tag, serverVersion }: TransactionSettings): string => {
  const left = Math.max(1, Math.ceil(leftMs))
  const settings: Readonly<Record<string, string>> = {
    statement_timeout: String(left),
    lock_timeout: String(Math.min(left, LOCK_MS_MAX)),
    idle_in_transaction_session_timeout: String(left + 1_000),
    ...(serverVersion >= 14 ? { client_connection_check_interval: '1000' } : {}),
    ...(serverVersion >= 17 ? { transaction_timeout: String(left + 1_000) } : {}),
    // Sums may fail, and must be of rows that every join has left in: from 19 on a server may sum before it joins.
    ...(serverVersion >= 19 ? { enable_eager_aggregate: 'off' } : {}),
    // Guarded statements name the schemas of their tables, and operators and functions are the server's own.
    search_path: 'pg_catalog',
    standard_conforming_strings: 'on',
    transform_null_equals: 'off',
    row_security: 'on',
    work_mem: '16MB',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    client_encoding: 'UTF8',
    client_min_messages: 'error',
    TimeZone: 'UTC',
    DateStyle: 'ISO, YMD',
    IntervalStyle: 'iso_8601',
    extra_float_digits: '1',
    bytea_output: 'hex',
    application_name: `tabletalk ${tag.replace(/[^\w.:-]/g, '_')}`.slice(0, NAME_LENGTH_MAX),
  }
  const set = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)
  return ['BEGIN TRANSACTION READ ONLY', ...set].join('; ')
}

/** The server cuts names at 63 bytes. */
const NAME_LENGTH_MAX = 63
