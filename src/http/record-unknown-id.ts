import type { Window } from '../access/limits/windows.ts'
import type { Caller } from '../access/rules/caller.ts'
import { Problem, problemRow } from '../platform/problems/problem.ts'
import type { RouteParts } from './route-parts.ts'

/** So many requests for unknown ids in a minute count as enumeration. */
const UNKNOWN_IDS: Window = { name: 'unknown-ids', units: 100, seconds: 60 }

/**
 * Reports a key that tries ids, once a minute. The key is not blocked: ids of other organizations get the same 404 as
 * unknown ones, and the limits of its plan apply.
 */
export const recordUnknownId = async (
  { limits, observe }: Pick<RouteParts, 'limits' | 'observe'>,
  caller: Caller,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof Problem) || problemRow(error.problem).status !== 404) return
  const { organizationId, userId, keyId = `user ${userId}` } = caller
  const { ok, states } = await limits.local.take(`${organizationId}/${keyId}`, [UNKNOWN_IDS])
  if (ok && states[0]?.remaining === 0) observe({ kind: 'id_enumeration_suspected', organizationId, keyId })
}
