import type { DatabaseSettings } from '../../manage/databases/rules/database-settings.ts'
import { missingField, Problem } from '../../platform/problems/problem.ts'
import type { Exchange } from '../route.ts'
import type { RouteParts } from '../route-parts.ts'
import { askableDatabases } from '../routes/chat/list-askable.ts'

/**
 * The database that a tool names, by its id or its name; without one, the only one there is.
 *
 * @throws Problem `database_not_found`; `field_missing`, which lists the names
 */
export const namedDatabase = async (
  app: Pick<RouteParts, 'cachedReads'>,
  exchange: Exchange,
  named: string | undefined,
): Promise<DatabaseSettings> => {
  const databases = await askableDatabases(app, exchange)
  if (named === undefined) {
    const [only, ...others] = databases
    if (only !== undefined && others.length === 0) return only
    const names = databases.slice(0, LISTED_MAX).map(({ name }) => name)
    throw missingField('database', only === undefined ? NONE : `is required, one of: ${names.join(', ')}`)
  }
  const wanted = named.trim().toLowerCase()
  const [database, ...others] = databases.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted)
  if (database === undefined) throw new Problem('database_not_found', { message: UNKNOWN })
  if (others.length > 0) throw missingField('database', 'has this name more than once; use an id of list_databases')
  return database
}

const UNKNOWN = 'There is no such database: list_databases has the names and ids.'
const NONE = 'has no value: no database is connected yet'
const LISTED_MAX = 20
