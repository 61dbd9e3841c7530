import type { Caller } from '../../../domain/access/caller.ts'
import { restrictionOfAnyone } from '../../../domain/guard/restriction.ts'
import { Problem } from '../../../domain/problem.ts'
import type { RouteParts } from '../../route-parts.ts'

/**
 * Whether a query would be run for a question: judged by the guard of its database, as it would be for some tenant.
 * Whoever asks has it judged again, for themselves.
 *
 * @throws Problem `pattern_refused` with the guard's reason, `database_not_found`, `database_unreachable` and its like
 */
export const verifyPattern = async (
  app: Pick<RouteParts, 'openDatabase'>,
  caller: Caller,
  databaseId: string,
  query: string,
): Promise<void> => {
  const { database, engine, schema } = await app.openDatabase(caller, databaseId)
  const rules = { schema, policy: database.policy, restriction: restrictionOfAnyone(database) }
  const guarded = await engine.guard(query, rules, caller)
  if (guarded.ok) return
  const { hint, reason } = guarded.refusal
  const message = `The guard would not run this query: ${hint}`
  throw new Problem('pattern_refused', { message, details: [{ field: 'query', message: hint, code: reason }] })
}
