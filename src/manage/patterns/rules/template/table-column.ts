import type { VisibleSchema, VisibleTable } from '../../../../ask/rules/knowledge.ts'
import { tableName } from '../../../../guard/schema.ts'
import type { NamedColumn, QueryReading } from './query-reading.ts'

/** A column with the names of the policy. */
export interface TableColumn {
  readonly table: string
  readonly column: string
}

/** Resolves a column name of a query; undefined if it is ambiguous or computed by the query. */
export const columnOf = (
  { sources, definedNames }: Pick<QueryReading, 'sources' | 'definedNames'>,
  { of, name }: NamedColumn,
  { tables }: VisibleSchema,
): TableColumn | undefined => {
  const qualifier = of === undefined ? undefined : fold(of)
  if (qualifier === undefined && definedNames.has(fold(name))) return undefined
  const found = new Map<string, TableColumn>()
  for (const source of sources) {
    if (qualifier !== undefined && fold(source.alias ?? source.name) !== qualifier) continue
    const table = singleOf(tables.filter((one) => isTable(one, source)))
    // Any other source is a CTE or a subquery, which may have a column of that name.
    if (table === undefined) return undefined
    const column = table.columns.find((one) => fold(one.name) === fold(name))
    if (column !== undefined) found.set(tableName(table), { table: tableName(table), column: column.name })
    else if (qualifier !== undefined) return undefined
  }
  return singleOf([...found.values()])
}

const isTable = (table: VisibleTable, { schema, name }: { readonly schema?: string; readonly name: string }): boolean =>
  fold(table.name) === fold(name) &&
  (schema === undefined || table.schema === undefined || fold(table.schema) === fold(schema))

const singleOf = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

const fold = (name: string): string => name.toLowerCase()
