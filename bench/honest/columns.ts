import type { LoadValue, NewColumn, NewTable, PortableType } from '../../src/engines/loader.ts'

export interface Column extends NewColumn {
  /** The table whose `id` it references. */
  readonly references?: string
}

const column =
  (type: PortableType) =>
  (name: string, more: Partial<Pick<Column, 'nullable' | 'references'>> = {}): Column => ({
    name,
    type,
    nullable: false,
    ...more,
  })
export const integer = column('integer')
export const real = column('real')
export const decimal = column('decimal')
export const text = column('text')
export const date = column('date')
export const datetime = column('datetime')
export const boolean = column('boolean')

export const optional = { nullable: true }

/**
 * Tables with their rows, in column order.
 *
 * @param columns by table, each after those that it references; the first column is the key
 * @param declared engine-specific column types, by table and column: `lab_results.details`
 */
export const tablesOf = (
  columns: Readonly<Record<string, readonly Column[]>>,
  rows: ReadonlyMap<string, readonly (readonly LoadValue[])[]>,
  declared: Readonly<Record<string, string>>,
): readonly NewTable[] =>
  Object.entries(columns).map(([name, own]) => ({
    name,
    primaryKey: own.slice(0, 1).map((key) => key.name),
    indexes: [],
    rows: rows.get(name) ?? [],
    columns: own.map(({ references: _, ...one }) => {
      const type = declared[`${name}.${one.name}`]
      return type === undefined ? one : { ...one, type: { declared: type } }
    }),
    foreignKeys: own.flatMap((one) =>
      one.references === undefined ? [] : [{ columns: [one.name], refTable: one.references, refColumns: ['id'] }],
    ),
  }))
