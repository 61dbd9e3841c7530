import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Caller } from '../../access/rules/caller.ts'
import { Problem, problemRow } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { keyClaimId } from './claim-by-key.ts'

/** The response to a change, stored for repeated requests. */
interface IdempotentReply {
  readonly body: unknown
  /** URL of the created resource. */
  readonly location?: string | undefined
}

const StoredReply = z.object({ body: z.unknown(), location: z.string().optional() })

/** Stored in place of a response if the outcome of the request is unknown. */
const LOST = { lost: true } as const
const StoredLostReply = z.object({ lost: z.literal(true) })

/** A change requested with an idempotency key. */
interface IdempotentChange {
  readonly key: string
  /** Digest of the request. */
  readonly request: string
  /** @param id of the created resource: the same for each repeated request, because the claim stores it */
  make(id: string): Promise<IdempotentReply>
}

/** How long a repeated request waits for the first one, and its poll interval, in ms. */
const WAIT_MS = 10_000
const POLL_MS = 100

/** A request without a response for so long was lost with its process, and is made again. */
const LOST_MS = 120_000

type OnceStore = Pick<Store, 'claims' | 'keptReplies'>

/**
 * Makes a change once per idempotency key: an equal request within a day gets the response of the first one. A refusal
 * is not stored, so that a repeated request is a new attempt. After any other failure the change may have been made: a
 * repeated request makes it under the same id.
 *
 * @throws Problem `idempotency_mismatch` if the key was used for another request, `request_running` while the first one
 * has no response, and those of the change
 */
export const runOncePerKey = async (
  { store }: { readonly store: OnceStore },
  caller: Caller,
  { key, request, make }: IdempotentChange,
): Promise<{ readonly reply: IdempotentReply; readonly isReplayed: boolean }> => {
  const id = keyClaimId(caller, key)
  const own = uuidv7()
  const wanted = { turnId: own, conversationId: own, request }
  const { claim, isNew } = await store.claims.add(caller, id, wanted).catch((error: unknown) => {
    // The claim may exist although this request failed, so it is released.
    void retryUntilDone(() => store.claims.release(caller, id, own))
    throw error
  })
  if (claim.request !== request) throw new Problem('idempotency_mismatch')
  const kept = isNew ? undefined : await waitForReply(store, caller, claim.turnId)
  if (kept !== undefined) return { reply: kept, isReplayed: true }
  try {
    const reply = await make(claim.turnId)
    await store.keptReplies.put(caller, claim.turnId, reply)
    await store.claims.open(caller, id, claim.turnId)
    return { reply, isReplayed: false }
  } catch (error) {
    if (isRefusal(error)) await retryUntilDone(() => store.claims.release(caller, id, claim.turnId))
    else await retryUntilDone(() => store.keptReplies.put(caller, claim.turnId, LOST))
    throw error
  }
}

/** Whether an error means that nothing was changed. */
const isRefusal = (error: unknown): boolean => error instanceof Problem && problemRow(error.problem).status < 500

/** Maximum of attempts to write the outcome for a key, and the maximum delay between them, in ms. */
const WRITE_TRIES = 20
const WRITE_PAUSE_MAX_MS = 5_000

/** Retries in the background while the store is unavailable; the client gets the failure at once. */
const retryUntilDone = async (write: () => Promise<void>, attempts = 0): Promise<void> => {
  try {
    await write()
  } catch {
    if (attempts >= WRITE_TRIES) return
    const later = async () => {
      await pause(Math.min(POLL_MS * 2 ** attempts, WRITE_PAUSE_MAX_MS), undefined, { ref: false })
      await retryUntilDone(write, attempts + 1)
    }
    void later()
  }
}

/** The response to the request that holds a key; undefined if that request was lost. @throws Problem `request_running` */
const waitForReply = async (
  store: Pick<OnceStore, 'keptReplies'>,
  caller: Caller,
  holder: string,
): Promise<IdempotentReply | undefined> => {
  const until = Date.now() + WAIT_MS
  do {
    const kept = await store.keptReplies.find(caller, holder)
    if (StoredLostReply.safeParse(kept).success) return undefined
    if (kept !== undefined) return StoredReply.parse(kept)
    if (Date.now() - claimedAt(holder) > LOST_MS) return undefined
    await pause(POLL_MS)
  } while (Date.now() < until)
  throw new Problem('request_running')
}

/** Time in a UUID of version 7, in epoch ms (RFC 9562, section 5.7). */
const claimedAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
