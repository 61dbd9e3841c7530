import { type ForeignKey, type Table, tableName } from '../../guard/schema.ts'
import type { Glossary } from './glossary.ts'

/**
 * Tables with the foreign keys from a glossary, after the declared ones.
 *
 * @param glossary resolved against these tables: a key to any other table is not in it
 */
export const withGlossedKeys = <Known extends Pick<Table, 'schema' | 'name' | 'columns' | 'foreignKeys'>>(
  tables: readonly Known[],
  { columns }: Pick<Glossary, 'columns'>,
): readonly Known[] => {
  const keyed = Map.groupBy(
    columns.filter(({ references }) => references !== undefined),
    ({ table }) => table,
  )
  if (keyed.size === 0) return tables
  const targets = new Map<string, Pick<ForeignKey, 'refTable' | 'refColumns'>>(
    tables.flatMap((table) =>
      table.columns.map(({ name }) => {
        const refTable = tableName(table)
        return [`${refTable}.${name}`, { refTable, refColumns: [name] }] as const
      }),
    ),
  )
  return tables.map((table) => {
    const added = (keyed.get(tableName(table)) ?? []).flatMap(({ column, references = '' }) => {
      const target = targets.get(references)
      const isDeclared = table.foreignKeys.some((key) => key.columns.length === 1 && key.columns[0] === column)
      return target === undefined || isDeclared ? [] : [{ columns: [column], ...target }]
    })
    return added.length === 0 ? table : { ...table, foreignKeys: [...table.foreignKeys, ...added] }
  })
}
