import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Caller } from '../../access/rules/caller.ts'
import { Problem, problemRow } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import { keyClaimId } from './claim-by-key.ts'

/** What a change came to, as it is kept for those who ask for it again. */
export interface KeptReply {
  readonly body: unknown
  /** Where what was made is found. */
  readonly location?: string | undefined
}

const StoredReply = z.object({ body: z.unknown(), location: z.string().optional() })

/** Kept in place of a reply where nobody knows how far the request came. */
const LOST = { lost: true } as const
const StoredLoss = z.object({ lost: z.literal(true) })

/** A change that is asked for with an idempotency key. */
export interface KeyedChange {
  readonly key: string
  /** A digest of the request. */
  readonly request: string
  /** @param id of what it makes: the same for each request that makes the change, because the claim keeps it */
  make(id: string): Promise<KeptReply>
}

/** How long a repetition waits for the first request, in ms, and how often it looks. */
const WAIT_MS = 10_000
const LOOK_MS = 100

/** A request that has not answered by then was lost with its process, and is made again. */
const LOST_MS = 120_000

type OnceStore = Pick<Store, 'claims' | 'keptReplies'>

/**
 * Makes a change once for one idempotency key: who asks for the same again within a day gets the reply of the
 * first. A refusal is forgotten, so that a repetition is a new try. Whatever else went wrong may have made it all the same: a
 * repetition makes it under the same id.
 *
 * @throws Problem `idempotency_mismatch` when the key was used for another request, `request_running` while the first one
 * has no reply, and those of the change
 */
export const onceForKey = async (
  { store }: { readonly store: OnceStore },
  caller: Caller,
  { key, request, make }: KeyedChange,
): Promise<{ readonly reply: KeptReply; readonly isReplayed: boolean }> => {
  const id = keyClaimId(caller, key)
  const own = uuidv7()
  const wanted = { turnId: own, conversationId: own, request }
  const { claim, isNew } = await store.claims.add(caller, id, wanted).catch((error: unknown) => {
    // It may be claimed all the same, for a request that is not made.
    void untilDone(() => store.claims.release(caller, id, own))
    throw error
  })
  if (claim.request !== request) throw new Problem('idempotency_mismatch')
  const kept = isNew ? undefined : await keptWithin(store, caller, claim.turnId)
  if (kept !== undefined) return { reply: kept, isReplayed: true }
  try {
    const reply = await make(claim.turnId)
    await store.keptReplies.put(caller, claim.turnId, reply)
    await store.claims.open(caller, id, claim.turnId)
    return { reply, isReplayed: false }
  } catch (error) {
    if (isRefusal(error)) await untilDone(() => store.claims.release(caller, id, claim.turnId))
    else await untilDone(() => store.keptReplies.put(caller, claim.turnId, LOST))
    throw error
  }
}

/** Whether an error says that nothing was made. */
const isRefusal = (error: unknown): boolean => error instanceof Problem && problemRow(error.problem).status < 500

/** How often what becomes of a key is tried to be written, and how long between two times at most, in ms. */
const WRITE_TRIES = 20
const WRITE_PAUSE_MAX_MS = 5_000

/** Where the store is away it is written when that is back, and whoever asked hears at once what has failed. */
const untilDone = async (write: () => Promise<void>, tried = 0): Promise<void> => {
  try {
    await write()
  } catch {
    if (tried >= WRITE_TRIES) return
    const later = async () => {
      await pause(Math.min(LOOK_MS * 2 ** tried, WRITE_PAUSE_MAX_MS), undefined, { ref: false })
      await untilDone(write, tried + 1)
    }
    void later()
  }
}

/** The reply to the request that has a key; undefined when that request was lost. @throws Problem `request_running` */
const keptWithin = async (
  store: Pick<OnceStore, 'keptReplies'>,
  caller: Caller,
  holder: string,
): Promise<KeptReply | undefined> => {
  const until = Date.now() + WAIT_MS
  do {
    const kept = await store.keptReplies.find(caller, holder)
    if (StoredLoss.safeParse(kept).success) return undefined
    if (kept !== undefined) return StoredReply.parse(kept)
    if (Date.now() - claimedAt(holder) > LOST_MS) return undefined
    await pause(LOOK_MS)
  } while (Date.now() < until)
  throw new Problem('request_running')
}

/** When an id of version 7 was made, in epoch ms (RFC 9562, section 5.7). */
const claimedAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
