import { mapSliced, runToEnd, type Sliced } from '../platform/values/sliced.ts'
import { findTable } from './find-table.ts'
import type { NameFolding } from './name-folding.ts'
import type { Policy } from './policy.ts'
import { tablePolicy } from './policy-entries.ts'
import { type Schema, type Table, tableName } from './schema.ts'

/** A missing index that every question of a tenant would use. */
interface IndexAdvice {
  readonly table: Table
  readonly column: string
  readonly reason: string
}

/** Tables with fewer rows are scanned fast enough for an interactive answer. */
const ROWS_MIN = 10_000

/**
 * The indexes that a policy's filters lack: one that begins with the tenant column where a table has it, and one on
 * each side of a key that a `via` entry follows. Without them every question reads the rows of all tenants. Small
 * tables and tables with unknown indexes get no advice.
 */
export const indexAdvice = (schema: Schema, policy: Policy, folding: NameFolding): readonly IndexAdvice[] =>
  runToEnd(findIndexAdvice(schema, policy, folding))

/** `indexAdvice` in slices. */
export function* findIndexAdvice(schema: Schema, policy: Policy, folding: NameFolding): Sliced<readonly IndexAdvice[]> {
  const advised = new Map<Table, Set<string>>()
  const isNew = ({ table, column }: IndexAdvice): boolean => {
    const known = advised.get(table) ?? new Set()
    advised.set(table, known)
    return !known.has(column) && known.add(column).has(column)
  }
  const missing = yield* mapSliced(schema.tables, (table) =>
    filterColumns(schema, policy, table, folding).filter(
      (one) => isNew(one) && isLarge(one.table) && !isIndexed(one.table, one.column, folding),
    ),
  )
  return missing.flat()
}

const isLarge = ({ rowCount }: Table): boolean => rowCount === undefined || rowCount > ROWS_MIN

const isIndexed = ({ indexes }: Table, column: string, folding: NameFolding): boolean =>
  indexes === undefined ||
  indexes.some(([first]) => first !== undefined && folding.column(first) === folding.column(column))

/** The columns that find a tenant's rows in a table or in the parent of its `via` entry. */
const filterColumns = (schema: Schema, policy: Policy, table: Table, folding: NameFolding): readonly IndexAdvice[] => {
  const entry = tablePolicy(policy, tableName(table), folding)
  const at = (owner: Table | undefined, named: string | undefined, reason: string): readonly IndexAdvice[] => {
    const column = owner?.columns.find(
      ({ name }) => named !== undefined && folding.column(name) === folding.column(named),
    )
    return owner === undefined || column === undefined ? [] : [{ table: owner, column: column.name, reason }]
  }
  switch (entry.mode) {
    case 'tenant':
    case 'tenantRoot':
    case 'sharedOrOwn':
      return at(table, entry.column ?? policy.tenant?.column, 'no index starts with the tenant column')
    case 'via': {
      const dot = entry.ref.lastIndexOf('.')
      const parent = findTable(schema, entry.ref.slice(0, dot), folding)
      return [
        ...at(table, entry.fk, `no index starts with the column that references ${entry.ref}`),
        ...at(parent, entry.ref.slice(dot + 1), `no index starts with the column that ${tableName(table)} references`),
      ]
    }
    default:
      return []
  }
}
