import { v7 as uuidv7 } from 'uuid'
import type { App } from '../app.ts'
import { idempotencyKey } from '../http/input.ts'
import type { Exchange } from '../http/route.ts'
import { claimByKey, requestDigest } from './claim-turn.ts'

/**
 * Whether a POST was sent before with the same `Idempotency-Key`. What it was to do need not be done: the first one may have
 * been refused.
 *
 * @throws Problem `idempotency_mismatch` when the key was used for another request, `input_invalid` when it is none
 */
export const isRepeat = async (
  app: Pick<App, 'store'>,
  { req, caller }: Pick<Exchange, 'req' | 'caller'>,
): Promise<boolean> => {
  const id = uuidv7()
  const request = requestDigest(`POST ${req.path.toLowerCase()}`, req.body)
  const claim = await claimByKey(app, caller, idempotencyKey(req), { turnId: id, conversationId: id, request })
  return claim.turnId !== id
}
