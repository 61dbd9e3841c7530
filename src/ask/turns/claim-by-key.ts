import { v7 as uuidv7 } from 'uuid'
import type { Caller } from '../../access/rules/caller.ts'
import { visibleTo } from '../../access/rules/visibility.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Claim } from '../store/claims.ts'
import { digestOf } from './request-digest.ts'
import type { TurnParts } from './turn-parts.ts'

/** The id of the claim that stands for an idempotency key of a caller. */
export const keyClaimId = (caller: Caller, key: string): string => digestOf([visibleTo(caller), 'key', key])

/** What a request claims: a turn or another resource, with the digest of the request. */
type Claimed = Pick<Claim, 'turnId' | 'conversationId' | 'request'>

/**
 * Returns the holder of an idempotency key: this request, or an equal earlier one. Without a key a request holds
 * itself.
 * @throws Problem `idempotency_mismatch` if the key was used for another request
 */
export const claimByKey = async (
  { store }: Pick<TurnParts, 'store'>,
  caller: Caller,
  key: string | undefined,
  own: Claimed,
): Promise<Claimed> => {
  if (key === undefined) return own
  const id = keyClaimId(caller, key)
  const { claim } = await store.claims.add(caller, id, own)
  if (claim.request !== own.request) throw new Problem('idempotency_mismatch')
  await store.claims.open(caller, id, claim.turnId)
  return claim
}

/**
 * Whether a request was made before with the same idempotency key. The first one may have been refused, so its work may
 * be undone.
 *
 * @param request a digest of it
 * @throws Problem `idempotency_mismatch` if the key was used for another request
 */
export const isRepeat = async (
  parts: Pick<TurnParts, 'store'>,
  caller: Caller,
  { key, request }: { readonly key: string | undefined; readonly request: string },
): Promise<boolean> => {
  const id = uuidv7()
  const claim = await claimByKey(parts, caller, key, { turnId: id, conversationId: id, request })
  return claim.turnId !== id
}
