import type { Engine } from './engine.ts'
import { sqliteEngine } from './sqlite/engine.ts'

/** Every engine, one line each. */
export const allEngines = (): Engine[] => [sqliteEngine()]
