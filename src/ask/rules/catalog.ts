import type { KnownPaths } from '../../guard/caller-schema.ts'
import { type DatabaseSettings, publishesSharedValues } from '../../manage/databases/rules/database-settings.ts'

/**
 * What indexing has stored about the text columns of a database, shared by all callers. It holds no value of a single
 * tenant: `makeCatalog` defines which values are taken.
 */
export interface Catalog {
  /** ISO 8601, UTC. */
  readonly madeAt: string
  readonly columns: readonly CataloguedColumn[]
  /** Of a database of documents: the paths that at least three tenants share (`publishPaths`). */
  readonly paths?: readonly KnownPaths[]
  readonly spent: CatalogCost
  /** Number of the indexing run, from 1; `CataloguedColumn.run` refers to it. */
  readonly run?: number
  /** Digest of the address and scoping it was made with: catalogs of different origin are not merged. */
  readonly origin?: string
  /** Keyed digests of the tenants at that time, the smallest ones: only these count at the next indexing. */
  readonly tenants?: readonly string[]
  /** Present if tables are searched by embeddings too. */
  readonly vectors?: TableVectors
  /** Report on the embeddings of this run. */
  readonly embedding?: EmbeddingReport
}

/** Embeddings of the names and comments of tables; of no row and no value. */
export interface TableVectors {
  readonly model: string
  /** Length of each vector. */
  readonly dimensions: number
  /** Keyed by the digest of the embedded text: a table whose text has changed since has no vector. Base64 of bytes. */
  readonly of: Readonly<Record<string, string>>
}

/** How many tables of a database have vectors, and what embedding them cost. */
export interface EmbeddingReport {
  readonly model: string
  /** Tables that have a vector. */
  readonly tables: number
  /** Of those, new or changed tables. */
  readonly embedded: number
  /** Tables without a vector, which are found by words alone. */
  readonly leftOut: number
  readonly tokens: number
  /** Why embedding stopped, in words for a reader; null if nothing failed. */
  readonly failure: string | null
}

/** Cost of indexing for the database. */
interface CatalogCost {
  readonly statements: number
  /** Rows read. */
  readonly rows: number
  readonly milliseconds: number
  /** Columns read in this run, and columns not reached before the budget was used up. */
  readonly columnsRead?: number
  readonly columnsLeftOut: number
}

/** What a text column holds: a few values that many rows share, or names and texts of individuals. */
export type TextKind = 'category' | 'name'

export interface CataloguedColumn {
  readonly table: string
  readonly column: string
  readonly kind: TextKind
  /** Source of its values: a table that is the same for all tenants, or values that at least three tenants have. */
  readonly of: 'everybody' | 'tenants'
  /** Only for a category. */
  readonly values: readonly string[]
  /** Whether the column has no other values. */
  readonly complete: boolean
  /** Format of its dates if all texts are dates: `DD.MM.YYYY`. */
  readonly dateFormat?: string
  /** Digest of the row rule of its table: values are kept only while the rule is unchanged. */
  readonly rule?: string
  /** The latest run that read it. */
  readonly run?: number
  /** How many tenants had a text in it. */
  readonly tenants?: number
}

/**
 * The part of a catalog that may be shown to callers under the current settings: without `sharedValues`, no values and
 * no fields from rows of tenants.
 */
export const publishedCatalog = (catalog: Catalog, database: Pick<DatabaseSettings, 'sharedValues'>): Catalog => {
  if (publishesSharedValues(database)) return catalog
  const { paths: _, columns, ...rest } = catalog
  return { ...rest, columns: columns.filter(({ of }) => of === 'everybody') }
}

/** The catalog of a database that has not been indexed. */
export const EMPTY_CATALOG: Catalog = {
  madeAt: '1970-01-01T00:00:00.000Z',
  columns: [],
  spent: { statements: 0, rows: 0, milliseconds: 0, columnsLeftOut: 0 },
}
