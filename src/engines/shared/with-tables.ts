import { Problem } from '../../domain/problem.ts'
import type { Engine } from '../engine.ts'

const NONE_CHOSEN = 'Of the tables that its user may read, none is among those that were chosen (`include`).'
const NO_TABLES = 'The database has no table that its user may read; views are left out.'

/**
 * An engine for which a database without a single table is unreachable: a file that was emptied or replaced, a mount
 * that is gone. Nothing could be asked of it, and whoever keeps schemas must not keep that one.
 */
export const withTables = (engine: Engine): Engine => ({
  ...engine,
  async describe(address, signal, owner, include, samples) {
    const schema = await engine.describe(address, signal, owner, include, samples)
    if (schema.tables.length > 0 || samples !== undefined) return schema
    if (include !== undefined)
      throw new Problem('database_unreachable', { message: NONE_CHOSEN, cause: new Error('no table is chosen') })
    throw new Problem('database_unreachable', { message: NO_TABLES, cause: new Error('the database has no tables') })
  },
})
