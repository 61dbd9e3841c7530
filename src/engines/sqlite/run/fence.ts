import { constants, type DatabaseSync } from 'node:sqlite'
import type { Fence, FencedTable } from '../connect/messages.ts'
import { FUNCTIONS } from '../language/allow-list.ts'
import { fold, quote } from '../language/names.ts'

/**
 * Makes SQLite itself enforce the fence on any statement: a second proof, and the only one that does not
 * parse SQL.
 *
 * Each table is shadowed by a temporary view of the same name over an inner view that holds the filter; only the inner
 * view may read the table. The inner name is secret and random, because SQLite reports WITH tables as readers under
 * their own names, so a guessable name could be claimed. Views cannot have parameters, so values come from functions
 * with the secret prefix. Filtered rows are materialized: otherwise SQLite may evaluate conditions of the statement on
 * rows before the filter, and an error would reveal them.
 */
export const installFence = (database: DatabaseSync, fence: Fence): void => {
  const { secret } = fence
  const findTable = database.prepare('SELECT 1 FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE')
  const rowFunctions = fence.rowFunctions.filter((name) => findTable.get(name) === undefined)
  fence.values.forEach((value, index) => {
    database.function(`${secret}_${index + 1}`, { deterministic: true, directOnly: false }, () => value)
  })
  for (const table of fence.tables) createViews(database, table, secret)
  const shadowed = new Set(fence.tables.map(({ name }) => fold(name)))
  for (const name of fence.withNames.filter((one) => !shadowed.has(one) && !one.startsWith('sqlite_'))) {
    database.exec(`CREATE TEMP VIEW ${quote(name)} AS SELECT NULL WHERE 0`)
    shadowed.add(name)
  }
  database.exec('PRAGMA query_only = ON')
  const open = fence.tables.filter(({ filter }) => filter === undefined).map(({ name }) => fold(name))
  database.setAuthorizer(authorizer({ shadowed, open: new Set(open), rowFunctions: new Set(rowFunctions) }, secret))
}

const createViews = (database: DatabaseSync, table: FencedTable, secret: string): void => {
  const columns = table.columns.map(quote).join(', ')
  const inner = quote(secret + table.name)
  const rows = quote(`${secret}r${table.name}`)
  const own = `SELECT ${columns} FROM main.${quote(table.name)}`
  // Materialized rows have no statistics: the empty second half makes SQLite assume many rows and index them for joins.
  const fenced = `${own} WHERE ${table.filter} UNION ALL ${own} WHERE 0`
  const body =
    table.filter === undefined ? own : `WITH ${rows} AS MATERIALIZED (${fenced}) SELECT ${columns} FROM ${rows}`
  database.exec(`CREATE TEMP VIEW ${inner} AS ${body}`)
  database.exec(`CREATE TEMP VIEW ${quote(table.name)} AS SELECT ${columns} FROM ${inner}`)
}

const { SQLITE_OK, SQLITE_DENY, SQLITE_SELECT, SQLITE_READ, SQLITE_FUNCTION, SQLITE_RECURSIVE } = constants

/** What may be read besides views with secret names. */
interface Readable {
  /** Names that denote a temporary view unless they denote a WITH table; never a table of the file. */
  readonly shadowed: ReadonlySet<string>
  /** Tables without a row filter. */
  readonly open: ReadonlySet<string>
  /** Allowed table functions; none has the name of a table. */
  readonly rowFunctions: ReadonlySet<string>
}

/** Denies every action not listed here: writes, PRAGMA, ATTACH, transactions, schema tables. */
export const authorizer = ({ shadowed, open, rowFunctions }: Readable, secret: string) => {
  const isInner = (name: string | null): boolean => name?.startsWith(secret) ?? false
  const mayRead = (table: string | null, column: string | null, database: string | null, reader: string | null) => {
    if ((database === 'main' || (database === null && column === '')) && rowFunctions.has(table ?? '')) return true
    // A view without a filter is merged into the statement, which then reads the table itself, but none of its columns.
    if (database === 'main') return isInner(reader) || (column === '' && open.has(fold(table ?? '')))
    // Without used columns, as in count(*), SQLite reports the table as written and no database.
    if (database !== 'temp' && (database !== null || column !== '')) return false
    return table !== null && (isInner(table) || shadowed.has(fold(table)))
  }
  const mayCall = (name: string | null): boolean =>
    name !== null && (FUNCTIONS.has(fold(name)) || ARROWS.has(name) || isInner(name))
  return (
    action: number,
    first: string | null,
    second: string | null,
    database: string | null,
    reader: string | null,
  ): number => {
    const allowed =
      action === SQLITE_SELECT ||
      action === SQLITE_RECURSIVE ||
      (action === SQLITE_READ && mayRead(first, second, database, reader)) ||
      (action === SQLITE_FUNCTION && mayCall(second))
    return allowed ? SQLITE_OK : SQLITE_DENY
  }
}

/** Operators that SQLite treats as functions. */
const ARROWS: ReadonlySet<string> = new Set(['->', '->>'])
