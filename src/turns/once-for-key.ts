import { setTimeout as pause } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { App } from '../app.ts'
import { Problem } from '../domain/problem.ts'
import { idempotencyKey } from '../http/input.ts'
import type { Exchange } from '../http/route.ts'
import { keyClaimId, requestDigest } from './claim-turn.ts'

/** An answer as it is kept for those who ask again. */
const KeptReply = z.object({ body: z.unknown(), location: z.string().optional() })

/** How long a repetition waits for the first request, in ms, and how often it looks. */
const WAIT_MS = 10_000
const LOOK_MS = 100

/** A request that has not answered by then was lost with its process, and is made again. */
const LOST_MS = 120_000

/**
 * Makes a change once for one `Idempotency-Key`: who sends the same request again within a day gets the answer of the
 * first. A refusal is forgotten, so that a repetition is a new try.
 *
 * @param change what is done where nobody did it before; it gives the body of the answer
 * @throws Problem `idempotency_mismatch` when the key was used for another request, `turn_running` while the first one
 * has no answer, `input_invalid` when the key is none, and those of `change`
 */
export const replayed = async (
  app: Pick<App, 'store'>,
  { req, res, caller }: Pick<Exchange, 'req' | 'res' | 'caller'>,
  change: () => Promise<unknown>,
): Promise<unknown> => {
  const key = idempotencyKey(req)
  if (key === undefined) return await change()
  const { store } = app
  const id = keyClaimId(caller, key)
  const own = uuidv7()
  // By the same API key: an answer may hold what another one may not see.
  const request = requestDigest(`POST ${req.path.toLowerCase()} ${caller.keyId}`, req.body ?? {})
  const wanted = { turnId: own, conversationId: own, request }
  const { claim, isNew } = await store.claimQuestion(caller, id, wanted).catch((error: unknown) => {
    // It may be claimed all the same, for a request that is not made.
    void released(store, caller, id, own)
    throw error
  })
  if (claim.request !== request) throw new Problem('idempotency_mismatch')
  const kept = isNew ? undefined : await keptWithin(store, caller, claim.turnId)
  if (kept !== undefined) {
    res.setHeader('Idempotent-Replayed', 'true')
    if (kept.location !== undefined) res.setHeader('Location', kept.location)
    return kept.body
  }
  try {
    const body = await change()
    const location = res.getHeader('Location')
    await store.keepReply(caller, claim.turnId, { body, ...(typeof location === 'string' ? { location } : {}) })
    await store.openClaim(caller, id, claim.turnId)
    return body
  } catch (error) {
    await released(store, caller, id, claim.turnId)
    throw error
  }
}

/** How often a key is tried to be set free that nobody uses, and how long between two times at most, in ms. */
const RELEASE_TRIES = 20
const RELEASE_PAUSE_MAX_MS = 5_000

/**
 * Sets a key free whose request was not made, so that its repetition is. Where the store is away that is done when it is
 * back, and whoever asked hears at once what has failed.
 */
const released = async (
  store: Pick<App['store'], 'releaseClaim'>,
  caller: Exchange['caller'],
  id: string,
  holder: string,
  tried = 0,
): Promise<void> => {
  try {
    await store.releaseClaim(caller, id, holder)
  } catch {
    if (tried >= RELEASE_TRIES) return
    const later = async () => {
      await pause(Math.min(LOOK_MS * 2 ** tried, RELEASE_PAUSE_MAX_MS), undefined, { ref: false })
      await released(store, caller, id, holder, tried + 1)
    }
    void later()
  }
}

/** The answer of the request that has a key; undefined when that request was lost. @throws Problem `turn_running` */
const keptWithin = async (
  store: Pick<App['store'], 'keptReply'>,
  caller: Exchange['caller'],
  holder: string,
): Promise<z.output<typeof KeptReply> | undefined> => {
  const until = Date.now() + WAIT_MS
  do {
    const kept = await store.keptReply(caller, holder)
    if (kept !== undefined) return KeptReply.parse(kept)
    if (Date.now() - claimedAt(holder) > LOST_MS) return undefined
    await pause(LOOK_MS)
  } while (Date.now() < until)
  throw new Problem('turn_running')
}

/** When an id of version 7 was made, in epoch ms (RFC 9562, section 5.7). */
const claimedAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
