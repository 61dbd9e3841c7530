import type { Engine } from './engine.ts'
import { mongodbEngine } from './mongodb/engine.ts'
import { mysqlEngine } from './mysql/engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { withTables } from './shared/with-tables.ts'
import { sqliteEngine } from './sqlite/engine.ts'

export interface EngineOptions {
  /** Whether databases may be on loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
  /** How long a statement may hold a fast slot, in ms. */
  readonly fastMs?: number
}

/** Every engine, one line each. */
export const allEngines = (options: EngineOptions): Engine[] =>
  [mongodbEngine(options), mysqlEngine(options), postgresEngine(options), sqliteEngine(options)].map(withTables)
