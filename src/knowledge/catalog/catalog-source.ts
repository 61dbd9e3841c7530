import type { DatabaseSettings } from '../../domain/access/database-settings.ts'
import type { Catalog } from '../../domain/ask/catalog.ts'
import type { Schema } from '../../domain/guard/schema.ts'
import type { Engine } from '../../engines/engine.ts'

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
