import { type Connection, Schema } from 'mongoose'
import { insertIfAbsent } from '../../../platform/mongodb/duplicate-key.ts'
import { keyedMutex } from '../../../store/keyed-mutex.ts'
import { type DelayRule, decayedFailures, delayAfter } from '../rules/login-delay.ts'

interface LoginAttemptDocument {
  _id: string
  /** The failure count, reduced by decay. */
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

/** Counts are deleted this long after the last attempt. */
const KEPT_MS = 24 * 60 * 60_000

/** Retries for concurrent updates of other processes. */
const ATTEMPTS = 20

/** Failed attempts per throttle key. Keys are digests, so the store does not show accounts or whether they exist. */
export const loginAttemptStore = (connection: Connection) => {
  const model = connection.model<LoginAttemptDocument>('LoginAttempt', schema, 'login_attempts')
  const inTurn = keyedMutex()
  const counted = async (key: string, rule: DelayRule, now: number): Promise<number> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const found = await model.findById(key).lean()
      const sinceMs = found === null ? KEPT_MS : now - (found.expiresAt.getTime() - KEPT_MS)
      const failed = found === null || sinceMs >= KEPT_MS ? 0 : decayedFailures(found.failed, sinceMs, rule)
      if (found !== null && failed > 0 && found.nextAt.getTime() > now) return found.nextAt.getTime() - now
      const delayMs = delayAfter(failed + 1, rule)
      const next = {
        // Without a delay, an attempt that began earlier but is counted later is not delayed either.
        failed: failed + 1,
        nextAt: new Date(delayMs === 0 ? 0 : now + delayMs),
        expiresAt: new Date(now + KEPT_MS),
      }
      if (found === null) {
        if (await insertIfAbsent(() => model.create({ _id: key, ...next }))) return 0
      } else {
        const same = { _id: key, failed: found.failed, nextAt: found.nextAt }
        if ((await model.updateOne(same, { $set: next })).matchedCount === 1) return 0
      }
    }
    return rule.maxDelayMs
  }
  return {
    /**
     * Counts an attempt as failed before it is made, so that concurrent attempts get no more tries than sequential
     * ones.
     * @param key a digest
     * @returns 0, or the ms to wait; then nothing was counted
     */
    count: (key: string, rule: DelayRule, now = Date.now()): Promise<number> =>
      inTurn(key, () => counted(key, rule, now)),
    /** Uncounts an attempt that did not fail. */
    async uncount(key: string): Promise<void> {
      await model.updateOne({ _id: key, failed: { $gt: 0 } }, { $inc: { failed: -1 }, $set: { nextAt: new Date(0) } })
    },
    async remove(key: string): Promise<void> {
      await model.deleteOne({ _id: key })
    },
    /** Deletes expired documents: not every compatible store has TTL indexes. */
    async sweep(now: Date): Promise<void> {
      await model.deleteMany({ expiresAt: { $lte: now } })
    },
  }
}
