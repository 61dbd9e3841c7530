import { Problem } from '../domain/problem.ts'
import type { Engine } from './engine.ts'

const NO_TABLES = 'The database has no table that its user may read; views are left out.'

/**
 * An engine for which a database without a single table is unreachable: a file that was emptied or replaced, a mount
 * that is gone. Nothing could be asked of it, and whoever keeps schemas must not keep that one.
 */
export const withTables = (engine: Engine): Engine => ({
  ...engine,
  async describe(address, signal, owner) {
    const schema = await engine.describe(address, signal, owner)
    if (schema.tables.length > 0) return schema
    throw new Problem('database_unreachable', { message: NO_TABLES, cause: new Error('the database has no tables') })
  },
})
