import type { Engine } from './engine.ts'
import { mongodbEngine } from './mongodb/engine.ts'
import { mysqlEngine } from './mysql/engine.ts'
import { postgresEngine } from './postgres/engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'
import { withTables } from './with-tables.ts'

export interface EngineOptions {
  /** Whether databases may be on loopback, private and other special addresses. */
  readonly allowPrivateHosts: boolean
}

/** Every engine, one line each. */
export const allEngines = (options: EngineOptions): Engine[] =>
  [mongodbEngine(options), mysqlEngine(options), postgresEngine(options), sqliteEngine()].map(withTables)
