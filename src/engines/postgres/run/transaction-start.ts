interface TransactionSettings {
  /** Remaining time in ms. */
  readonly leftMs: number
  /** Part of the application name that the server shows. */
  readonly tag: string
  readonly serverVersion: number
}

const LOCK_MS_MAX = 5_000

/**
 * Begins a read-only transaction with every setting that affects a statement's meaning or cost, so that settings of the
 * role, the database or a pooler have no effect, and none remain.
 *
 * `temp_file_limit` would bound sorting on disk, but only superusers may set it.
 */
export const transactionStart = ({ leftMs, tag, serverVersion }: TransactionSettings): string => {
  const left = Math.max(1, Math.ceil(leftMs))
  const settings: Readonly<Record<string, string>> = {
    statement_timeout: String(left),
    lock_timeout: String(Math.min(left, LOCK_MS_MAX)),
    idle_in_transaction_session_timeout: String(left + 1_000),
    ...(serverVersion >= 14 ? { client_connection_check_interval: '1000' } : {}),
    ...(serverVersion >= 17 ? { transaction_timeout: String(left + 1_000) } : {}),
    // Aggregates may fail and must only see joined rows, but version 19 and later may aggregate before joins.
    ...(serverVersion >= 19 ? { enable_eager_aggregate: 'off' } : {}),
    // Guarded statements qualify their tables; operators and functions are the server's own.
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

/** The server truncates names to 63 bytes. */
const NAME_LENGTH_MAX = 63
