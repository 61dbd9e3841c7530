import type { WatchEngine } from '../platform/metrics/rules/resource-usage.ts'
import { Problem } from '../platform/problems/problem.ts'
import type { Engine } from './engine.ts'
import { mongodbEngine } from './mongodb/engine.ts'
import { mysqlEngine } from './mysql/engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'

export interface EngineOptions {
  /** Whether databases may have loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
  /** Maximum time a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
  readonly watch?: WatchEngine
}

const ENGINES: Readonly<Record<string, (options: EngineOptions) => Engine>> = {
  mongodb: mongodbEngine,
  mysql: mysqlEngine,
  postgres: postgresEngine,
  sqlite: sqliteEngine,
}

/** The names of `allEngines`. */
export const ENGINE_NAMES: readonly string[] = Object.keys(ENGINES)

/** Every engine; each connects when it is first used. */
export const allEngines = (options: EngineOptions): Engine[] =>
  Object.values(ENGINES).map((createEngine) => rejectWithoutTables(createEngine(options)))

const NONE_CHOSEN = 'Of the tables that its user may read, none is among those that were chosen (`include`).'
const NO_TABLES = 'The database has no table that its user may read; views are left out.'

/**
 * Wraps an engine so that a database without tables counts as unreachable: a file was emptied or replaced, or a mount
 * is missing. Such a schema must not be stored.
 */
const rejectWithoutTables = (engine: Engine): Engine => ({
  ...engine,
  async describe(address, signal, owner, include, samples) {
    const schema = await engine.describe(address, signal, owner, include, samples)
    if (schema.tables.length > 0 || samples !== undefined) return schema
    if (include !== undefined)
      throw new Problem('database_unreachable', { message: NONE_CHOSEN, cause: new Error('no table is chosen') })
    throw new Problem('database_unreachable', { message: NO_TABLES, cause: new Error('the database has no tables') })
  },
})
