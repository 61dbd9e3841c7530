import type { Caller } from '../domain/access/caller.ts'
import type { GuardResult } from '../domain/guard/guarded-query.ts'
import { restrictionOfAnyone } from '../domain/guard/restriction.ts'
import type { DatabaseAccess } from './database-access.ts'

/**
 * Whether a query could be run for some question: judged by the guard of its database, as it would be for some tenant.
 * Whoever asks has it judged again, for themselves.
 *
 * @throws Problem as `DatabaseAccess.openDatabase`
 */
export const judgeForAnyone = async (
  app: Pick<DatabaseAccess, 'openDatabase'>,
  caller: Caller,
  databaseId: string,
  query: string,
): Promise<{ readonly engine: string; readonly guarded: GuardResult }> => {
  const { database, engine, schema } = await app.openDatabase(caller, databaseId)
  const rules = { schema, policy: database.policy, restriction: restrictionOfAnyone(database) }
  return { engine: engine.name, guarded: await engine.guard(query, rules, caller) }
}
