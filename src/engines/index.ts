import type { Engine } from './engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'
import { withTables } from './with-tables.ts'

/** Every engine, one line each. */
export const allEngines = (): Engine[] => [sqliteEngine()].map(withTables)
