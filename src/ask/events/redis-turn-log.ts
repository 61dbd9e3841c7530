import { z } from 'zod'
import type { RedisConnection } from '../../platform/redis/redis-connection.ts'
import { isTerminal, type TurnEvent, type TurnEventBody } from '../rules/turn-event.ts'
import { APPEND, HEAD, READ } from './redis-scripts.ts'
import { redisWakeChannel } from './redis-wake-channel.ts'
import { StaleWriter, type TurnLog, upToTerminal } from './turn-log.ts'

interface RedisTurnLogOptions {
  /** Replay period of a finished turn. */
  readonly retentionMs?: number
  /** Retention of the log of a turn that never ends. */
  readonly unfinishedRetentionMs?: number
}

const READ_BATCH = 256
const KEY_PREFIX = 'tabletalk:'

const Appended = z.tuple([z.number(), z.number().optional()])
const Read = z.tuple([z.number(), z.array(z.string())])
const Head = z.tuple([z.number(), z.number()])

/**
 * A turn log in Redis, for all processes that share it. Each operation is one round trip.
 *
 * After a loss of data Redis may lack the beginning of a running turn. Such a log counts from the clock instead of from
 * 1, so that an earlier cursor is lower than every event in it, and readers detect the gap.
 */
export const redisTurnLog = (
  redis: RedisConnection,
  { retentionMs = 15 * 60_000, unfinishedRetentionMs = 2 * 60 * 60_000 }: RedisTurnLogOptions = {},
): TurnLog => {
  const doorbell = redisWakeChannel(redis)
  // Hash tag: in a cluster, the part in braces determines the node of a key.
  const events = (turnId: string): string => `turn:{${turnId}}`
  const keys = (turnId: string) => [events(turnId), `${events(turnId)}:head`] as const
  const run = (script: string, turnId: string, ...values: readonly (string | number)[]): Promise<unknown> =>
    redis.ask((client) => client.eval(script, 2, ...keys(turnId), ...values))

  return {
    async append(turnId, writer, bodies) {
      const accepted = upToTerminal(bodies)
      if (accepted.length === 0) return undefined
      const before = accepted[0]?.type === 'start' ? 0 : Date.now()
      const ends = accepted.some(isTerminal)
      const keptMs = Math.max(1, ends ? retentionMs : unfinishedRetentionMs)
      const texts = accepted.map((body) => JSON.stringify({ writer, body }))
      const [last, ahead] = Appended.parse(await run(APPEND, turnId, writer, before, keptMs, ends ? 1 : 0, ...texts))
      if (ahead !== undefined) throw new StaleWriter(turnId, writer, ahead)
      return last === 0 ? undefined : last
    },

    async read(turnId, afterSeq, limit = Number.POSITIVE_INFINITY) {
      const found: TurnEvent[] = []
      while (found.length < limit) {
        const count = Math.min(READ_BATCH, limit - found.length)
        const [before, texts] = Read.parse(await run(READ, turnId, found.at(-1)?.seq ?? afterSeq, count))
        for (const [index, text] of texts.entries()) {
          const event: { readonly writer: number; readonly body: TurnEventBody } = JSON.parse(text)
          found.push({ turnId, seq: before + 1 + index, ...event })
        }
        if (texts.length < count) break
      }
      return found
    },

    async head(turnId) {
      const [lastSeq, ended] = Head.parse(await run(HEAD, turnId))
      return { lastSeq, terminal: ended === 1 }
    },

    subscribe: (turnId, wake) => doorbell.watch(`${KEY_PREFIX}${events(turnId)}`, wake),

    async erase(turnIds) {
      // Turn by turn: in a cluster their keys are on different nodes.
      for (const turnId of turnIds) await redis.ask((client) => client.unlink(...keys(turnId)))
    },

    async close() {
      doorbell.close()
    },
  }
}
