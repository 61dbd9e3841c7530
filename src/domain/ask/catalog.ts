/**
 * What was found out of a database's text columns when it was indexed, the same for all callers. It holds no value that
 * is a single tenant's: `makeCatalog` says which it takes.
 */
export interface Catalog {
  /** ISO 8601, UTC. */
  readonly madeAt: string
  readonly columns: readonly CataloguedColumn[]
  readonly spent: CatalogSpent
}

/** What making it has cost the database. */
export interface CatalogSpent {
  readonly statements: number
  /** Rows that were looked at. */
  readonly rows: number
  readonly milliseconds: number
  /** Columns that were left out when that was over. */
  readonly columnsLeftOut: number
}

/** What a text column holds: a few values that many rows share, or names and texts of individuals. */
export type TextKind = 'category' | 'name'

export interface CataloguedColumn {
  readonly table: string
  readonly column: string
  readonly kind: TextKind
  /** Whose rows its values are: the same for everybody, or some that at least three tenants have. */
  readonly of: 'everybody' | 'tenants'
  /** Of a category. */
  readonly values: readonly string[]
  /** Whether the column has no others. */
  readonly complete: boolean
}

/** Before a database was indexed. */
export const EMPTY_CATALOG: Catalog = {
  madeAt: '1970-01-01T00:00:00.000Z',
  columns: [],
  spent: { statements: 0, rows: 0, milliseconds: 0, columnsLeftOut: 0 },
}
