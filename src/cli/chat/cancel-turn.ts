import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { callForData, Refused } from './call-api.ts'
import type { ChatTarget } from './chat-target.ts'

const Cancelled = z.object({ turn_id: z.string(), cancelled: z.boolean(), message: z.string() })

export type CancelledTurn = z.infer<typeof Cancelled>

/** Stops a turn, down to its statement in the database; one that has ended stays as it is. @throws as `callApi` */
export const cancelTurn = (target: ChatTarget, turnId: string, signal?: AbortSignal): Promise<CancelledTurn> =>
  callForData(target, { method: 'POST', path: `/chat/turns/${encodeURIComponent(turnId)}/cancel`, signal }, Cancelled)

const NOT_FOUND = 404
const AGAIN_MS = 200

/**
 * The same for a turn that is only just beginning: it can be cancelled when its question is stored.
 *
 * @throws as `callApi`, when the signal is aborted too
 */
export const cancelBegun = async (target: ChatTarget, turnId: string, signal: AbortSignal): Promise<CancelledTurn> => {
  for (;;) {
    try {
      return await cancelTurn(target, turnId, signal)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== NOT_FOUND || signal.aborted) throw error
      await delay(AGAIN_MS, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw error
    }
  }
}
