import type { Engine } from '../../engines/engine.ts'
import type { Table } from '../../guard/schema.ts'

/** A table with the column that holds the tenant of a row. */
export interface TenantColumn {
  readonly table: Table
  readonly column: string
}

/** A bound of a range of tenants, as a constant of a query. */
export type Pivot = number | string

/** Drafts of queries that list tenants in a column `tenant`; without an SQL dialect they are pipelines. */
export const tenantDrafts = (
  { dialect: { sql } }: Pick<Engine, 'dialect'>,
  { table, column }: TenantColumn,
): {
  /** The distinct tenants in the first rows that the database returns; the rest of the table is not read. */
  readonly ofFirstRows: (rowsMax: number, tenantsMax: number) => string
  /** The smallest tenant from a bound on: one index seek. */
  readonly from: (pivot: Pivot) => string
  /** The smallest or greatest tenant: one index seek. */
  readonly end: (direction: 'ascending' | 'descending') => string
} => {
  if (sql === null) {
    const command = (...pipeline: readonly object[]) => JSON.stringify({ collection: table.name, pipeline })
    const isNamed = { $match: { [column]: { $ne: null } } }
    const named = { $project: { _id: 0, tenant: `$${column}` } }
    return {
      ofFirstRows: (rowsMax, tenantsMax) =>
        command(
          { $limit: rowsMax },
          isNamed,
          { $group: { _id: `$${column}` } },
          { $limit: tenantsMax },
          { $project: { _id: 0, tenant: '$_id' } },
        ),
      from: (pivot) =>
        command({ $match: { [column]: { $gte: pivot } } }, { $sort: { [column]: 1 } }, { $limit: 1 }, named),
      end: (direction) =>
        command(isNamed, { $sort: { [column]: direction === 'ascending' ? 1 : -1 } }, { $limit: 1 }, named),
    }
  }
  const [name, from] = [sql.identifier(column), sql.table(table)]
  const one = (condition: string, direction: string) =>
    `SELECT ${name} AS tenant FROM ${from} WHERE ${condition} ORDER BY ${name}${direction} ${sql.limit(1)}`
  return {
    ofFirstRows: (rowsMax, tenantsMax) =>
      `SELECT DISTINCT tenant FROM (SELECT ${name} AS tenant FROM ${from} ${sql.limit(rowsMax)}) AS f WHERE tenant IS NOT NULL ${sql.limit(tenantsMax)}`,
    from: (pivot) => one(`${name} >= ${typeof pivot === 'number' ? pivot : sql.text(pivot)}`, ''),
    end: (direction) => one(`${name} IS NOT NULL`, direction === 'ascending' ? '' : ' DESC'),
  }
}
