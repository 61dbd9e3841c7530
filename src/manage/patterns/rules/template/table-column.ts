import type { VisibleSchema, VisibleTable } from '../../../../ask/rules/knowledge.ts'
import { tableName } from '../../../../guard/schema.ts'
import type { NamedColumn, QueryReading } from './query-reading.ts'

/** Named as in the policy. */
export interface TableColumn {
  readonly table: string
  readonly column: string
}

/** The one column that a query means; undefined where it may be another one, or what the query computes. */
export const columnOf = (
  { sources, given }: Pick<QueryReading, 'sources' | 'given'>,
  { of, name }: NamedColumn,
  { tables }: VisibleSchema,
): TableColumn | undefined => {
  const wanted = of === undefined ? undefined : fold(of)
  if (wanted === undefined && given.has(fold(name))) return undefined
  const found = new Map<string, TableColumn>()
  for (const source of sources) {
    if (wanted !== undefined && fold(source.alias ?? source.name) !== wanted) continue
    const table = only(tables.filter((one) => isTable(one, source)))
    // What is no table is a part of the query, which may have such a column too.
    if (table === undefined) return undefined
    const column = table.columns.find((one) => fold(one.name) === fold(name))
    if (column !== undefined) found.set(tableName(table), { table: tableName(table), column: column.name })
    else if (wanted !== undefined) return undefined
  }
  return only([...found.values()])
}

const isTable = (table: VisibleTable, { schema, name }: { readonly schema?: string; readonly name: string }): boolean =>
  fold(table.name) === fold(name) &&
  (schema === undefined || table.schema === undefined || fold(table.schema) === fold(schema))

const only = <Item>(items: readonly Item[]): Item | undefined => (items.length === 1 ? items[0] : undefined)

const fold = (name: string): string => name.toLowerCase()
