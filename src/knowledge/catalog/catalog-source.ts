import type { Catalog } from '../../ask/rules/catalog.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Schema } from '../../guard/schema.ts'
import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'

/** A database whose catalog is made. */
export interface CatalogSource {
  readonly database: DatabaseSettings
  readonly engine: Pick<Engine, 'name' | 'dialect' | 'guard' | 'run' | 'describe'>
  readonly address: string
  readonly schema: Schema
  /** Of the installation: without it nobody can foresee which tenants are sampled. */
  readonly samplingKey: Uint8Array
  /** The catalog that there is. */
  readonly former?: Catalog | undefined
  /** Queries that the owner has verified: the tables that they read are learnt first. */
  readonly verifiedQueries?: readonly string[]
  readonly signal: AbortSignal
  readonly budget?: CatalogBudget
  /** Told at most twenty times, what it throws ends the whole. */
  onProgress?(columnsRead: number, columns: number): Promise<void>
}

export interface CatalogBudget {
  readonly statements: number
  readonly milliseconds: number
}
