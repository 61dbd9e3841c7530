/** A table of the shared fixture, independent of the engine. */
export interface FixtureTable {
  readonly name: string
  readonly columns: readonly FixtureColumn[]
  readonly rows: readonly Cells[]
  /** Whether a database of only this tenant (and scope) has the row; absent if the table is denied. */
  readonly keep?: (row: Cells, tenant: number, scope: string | undefined) => boolean
}

export type FixtureType = 'integer' | 'real' | 'decimal' | 'text' | 'date'

export interface FixtureColumn {
  readonly name: string
  readonly type: FixtureType
  readonly key?: boolean
  readonly required?: boolean
  readonly indexed?: boolean
  readonly references?: { readonly table: string; readonly column: string }
  /** Hidden by the policy; single-tenant copies do not have it. */
  readonly hidden?: boolean
}

export type Cell = string | number | null
export type Cells = Readonly<Record<string, Cell>>

type More = Omit<FixtureColumn, 'name' | 'type'>
const typed =
  (type: FixtureType) =>
  (name: string, more: More = {}): FixtureColumn => ({ name, type, ...more })

export const integer = typed('integer')
export const real = typed('real')
export const decimal = typed('decimal')
export const text = typed('text')
export const date = typed('date')
export const id = (): FixtureColumn => integer('id', { key: true })

/** The tables of a single-tenant database, made by removing rows without code of the guard. */
export const ofOneTenant = (
  tables: readonly FixtureTable[],
  tenant: number,
  scope: string | undefined,
): readonly FixtureTable[] =>
  tables.flatMap(({ name, columns, rows, keep }) => {
    if (keep === undefined) return []
    const visible = columns.filter(({ hidden }) => hidden !== true)
    // Rows of other tenants that foreign keys refer to are missing there.
    const unlinked = visible.map(({ references: _, ...column }) => column)
    const cells = (row: Cells): Cells =>
      Object.fromEntries(visible.map((column) => [column.name, row[column.name] ?? null]))
    return [{ name, columns: unlinked, rows: rows.filter((row) => keep(row, tenant, scope)).map(cells) }]
  })
