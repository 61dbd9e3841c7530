import type { KnownPaths } from '../../guard/caller-schema.ts'
import { type DatabaseSettings, publishesSharedValues } from '../../manage/databases/rules/database-settings.ts'

/**
 * What was found out of a database's text columns when it was indexed, the same for all callers. It holds no value that
 * is a single tenant's: `makeCatalog` says which it takes.
 */
export interface Catalog {
  /** ISO 8601, UTC. */
  readonly madeAt: string
  readonly columns: readonly CataloguedColumn[]
  /** Of a database of documents: the paths that at least three tenants have in common (`publishPaths`). */
  readonly paths?: readonly KnownPaths[]
  readonly spent: CatalogSpent
  /** How many catalogs of this database were made, this one included: `CataloguedColumn.run` counts by it. */
  readonly run?: number
  /** Digest of the address and the scoping that it was made with: a catalog of another origin is not merged. */
  readonly origin?: string
  /** Keyed digests of tenants that there were when it was made, the smallest ones: only these count at the next index. */
  readonly tenants?: readonly string[]
  /** Where tables are found by their meaning too. */
  readonly vectors?: TableVectors
  /** What that came to this time. */
  readonly embedding?: EmbeddingReport
}

/** What a model makes of the names and comments of tables; of no row and no value. */
export interface TableVectors {
  readonly model: string
  /** Numbers of each. */
  readonly dimensions: number
  /** By the digest of the text that one was made of: a table that reads otherwise by now has none. Base64 of bytes. */
  readonly of: Readonly<Record<string, string>>
}

/** How far the tables of a database have vectors, and what that cost. */
export interface EmbeddingReport {
  readonly model: string
  /** Tables that have one. */
  readonly tables: number
  /** Of those, the ones that were new or read otherwise before. */
  readonly embedded: number
  /** Tables that are found by words alone. */
  readonly leftOut: number
  readonly tokens: number
  /** Why there are not more, in words for a reader; null where nothing failed. */
  readonly failure: string | null
}

/** What making it has cost the database. */
export interface CatalogSpent {
  readonly statements: number
  /** Rows that were looked at. */
  readonly rows: number
  readonly milliseconds: number
  /** Columns that this run has read, and those that it had not reached when its budget was over. */
  readonly columnsRead?: number
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
  /** How its texts write dates, where all are dates: `DD.MM.YYYY`. */
  readonly dateFormat?: string
  /** Digest of the rule that decides who sees which rows of its table: knowledge is kept only while it is the same. */
  readonly rule?: string
  /** The run that has read it last. */
  readonly run?: number
  /** How many tenants had a text there. */
  readonly tenants?: number
}

/** What of a catalog callers may be told, by the setting of this moment: no values and no fields of tenants' rows where it is off. */
export const publishedCatalog = (catalog: Catalog, database: Pick<DatabaseSettings, 'sharedValues'>): Catalog => {
  if (publishesSharedValues(database)) return catalog
  const { paths: _, columns, ...rest } = catalog
  return { ...rest, columns: columns.filter(({ of }) => of === 'everybody') }
}

/** Before a database was indexed. */
export const EMPTY_CATALOG: Catalog = {
  madeAt: '1970-01-01T00:00:00.000Z',
  columns: [],
  spent: { statements: 0, rows: 0, milliseconds: 0, columnsLeftOut: 0 },
}
