import type { Catalog } from '../../ask/rules/catalog.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Schema } from '../../guard/schema.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'

/** A database to be indexed. */
export interface CatalogSource {
  readonly database: DatabaseSettings
  readonly engine: Pick<Engine, 'name' | 'dialect' | 'guard' | 'run' | 'describe'>
  readonly address: string
  readonly schema: Schema
  /** Secret of the installation that makes the sampled tenants unpredictable. */
  readonly samplingKey: Uint8Array
  /** The current catalog. */
  readonly former?: Catalog | undefined
  /** Verified queries: the tables that they read are learnt first. */
  readonly verifiedQueries?: readonly string[]
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
  /** Called at most twenty times; an error that it throws ends the indexing. */
  onProgress?(columnsRead: number, columns: number): Promise<void>
}

export interface CatalogBudget {
  readonly statements: number
  readonly milliseconds: number
}
