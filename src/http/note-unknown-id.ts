import type { Window } from '../access/limits/windows.ts'
import type { Caller } from '../access/rules/caller.ts'
import { Problem, problemRow } from '../platform/problems/problem.ts'
import type { RouteParts } from './route-parts.ts'

/** Whoever asks for more things in a minute that are not there is searching. */
const UNKNOWN: Window = { name: 'unknown-ids', units: 100, seconds: 60 }

/**
 * Tells operators, once a minute, of a key that tries ids: what it gets is the same answer as for what is another
 * organization's, and its plan's limits go on counting.
 */
export const noteUnknownId = async (
  { limits, observe }: Pick<RouteParts, 'limits' | 'observe'>,
  caller: Caller,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof Problem) || problemRow(error.problem).status !== 404) return
  const { organizationId, userId, keyId = `user ${userId}` } = caller
  const { ok, states } = await limits.local.take(`${organizationId}/${keyId}`, [UNKNOWN])
  if (ok && states[0]?.remaining === 0) observe({ kind: 'id_enumeration_suspected', organizationId, keyId })
}
