import { type Connection, Schema } from 'mongoose'
import { isWrittenFirst } from '../../../store/duplicate-key.ts'
import { oneAtATime } from '../../../store/one-at-a-time.ts'
import { type DelayRule, delayAfter, failedStill } from '../rules/login-delay.ts'

interface LoginAttemptDocument {
  _id: string
  /** Less than were, where they count less after a while. */
  failed: number
  nextAt: Date
  expiresAt: Date
}

const schema = new Schema<LoginAttemptDocument>(
  {
    _id: { type: String, required: true },
    failed: { type: Number, required: true },
    nextAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, expires: 0 },
  },
  { versionKey: false },
)

/** So long after the last attempt all is forgotten. */
const KEPT_MS = 24 * 60 * 60_000

/** However many processes count in the same moment. */
const TRIES = 20

/** Attempts that failed, by what they have in common. Nothing in here says whose account it is, or whether there is one. */
export const loginAttemptStore = (connection: Connection) => {
  const model = connection.model<LoginAttemptDocument>('LoginAttempt', schema, 'login_attempts')
  const inTurn = oneAtATime()
  const counted = async (key: string, rule: DelayRule, now: number): Promise<number> => {
    for (let tried = 0; tried < TRIES; tried++) {
      const found = await model.findById(key).lean()
      const sinceMs = found === null ? KEPT_MS : now - (found.expiresAt.getTime() - KEPT_MS)
      const failed = found === null || sinceMs >= KEPT_MS ? 0 : failedStill(found.failed, sinceMs, rule)
      if (found !== null && failed > 0 && found.nextAt.getTime() > now) return found.nextAt.getTime() - now
      const delayMs = delayAfter(failed + 1, rule)
      const next = {
        // Where none is delayed, one that began a moment earlier and comes to it later is not either.
        failed: failed + 1,
        nextAt: new Date(delayMs === 0 ? 0 : now + delayMs),
        expiresAt: new Date(now + KEPT_MS),
      }
      if (found === null) {
        if (await isWrittenFirst(() => model.create({ _id: key, ...next }))) return 0
      } else {
        const same = { _id: key, failed: found.failed, nextAt: found.nextAt }
        if ((await model.updateOne(same, { $set: next })).matchedCount === 1) return 0
      }
    }
    return rule.longestMs
  }
  return {
    /**
     * Counts an attempt as one that failed, before anything is tried: of many at once no more get through than one after
     * the other would.
     * @param key a digest
     * @returns 0, or for how many ms no attempt is let through; then nothing was counted
     */
    count: (key: string, rule: DelayRule, now = Date.now()): Promise<number> =>
      inTurn(key, () => counted(key, rule, now)),
    /** Takes one back that has not failed. */
    async forgive(key: string): Promise<void> {
      await model.updateOne({ _id: key, failed: { $gt: 0 } }, { $inc: { failed: -1 }, $set: { nextAt: new Date(0) } })
    },
    /** Forgets all of them. */
    async remove(key: string): Promise<void> {
      await model.deleteOne({ _id: key })
    },
    /** Forgets what has expired: not every store does so by itself. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
