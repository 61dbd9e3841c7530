import { setImmediate as nextTick } from 'node:timers/promises'
import type { Db } from '../../platform/mongodb/driver.ts'
import { EVENT_COLLECTION } from '../rules/event-collection.ts'
import { isTerminal, type TurnEvent } from '../rules/turn-event.ts'
import { EMPTY, eventDocuments, type Head } from './event-documents.ts'
import { poll } from './poll.ts'
import { StaleWriter, type TurnLog, upToTerminal } from './turn-log.ts'

export interface MongoTurnLogOptions {
  readonly collection?: string
  /** How long a finished turn can still be replayed. */
  readonly retentionMs?: number
  /** How long the log of a turn that never ends is kept. */
  readonly unfinishedRetentionMs?: number
  readonly pollMs?: number
  readonly idlePollMs?: number
  readonly sweepMs?: number
}

/** A turn whose events several processes write and read: a worker appends with few round trips when it knows its head. */
const KNOWN_HEADS_MAX = 1_000
const READ_AHEAD = 32
/** A log that ended is kept for minutes: when exactly that begins to count matters to nobody. */
const EXPIRED_AFTER_MS = 1_000
const EXPIRED_AT_ONCE = 50
const READ_BATCH_MAX = 256

/**
 * A turn log in a document store. An event's id holds its sequence number, so the store's own uniqueness decides
 * between writers that append at once; nothing beyond inserts and reads by `_id` is asked of it.
 */
export const mongoTurnLog = (
  db: Db,
  {
    collection = EVENT_COLLECTION,
    retentionMs = 15 * 60_000,
    unfinishedRetentionMs = 2 * 60 * 60_000,
    pollMs = 100,
    idlePollMs = 250,
    sweepMs = 60_000,
  }: MongoTurnLogOptions = {},
): TurnLog => {
  const documents = eventDocuments(db, collection)
  const watch = poll(documents.highest, { pollMs, idlePollMs })
  const heads = knownHeads()
  const background = backgroundWork()
  const shared = sharedReads()
  // Not every store expires documents by itself.
  const sweeper = setInterval(() => background.run(documents.sweep(new Date())), sweepMs).unref()

  const ended = new Map<string, number>()
  let expiring: NodeJS.Timeout | undefined
  /** Turns that end one after the other expire with one command. */
  const expire = (turnId: string, lastSeq: number): void => {
    ended.set(turnId, lastSeq)
    if (ended.size >= EXPIRED_AT_ONCE) expireEnded()
    else expiring ??= setTimeout(expireEnded, EXPIRED_AFTER_MS).unref()
  }
  const expireEnded = (): void => {
    clearTimeout(expiring)
    expiring = undefined
    const all = [...ended]
    ended.clear()
    if (all.length > 0) background.run(documents.expire(all, new Date(Date.now() + retentionMs)))
  }

  const headOf = async (turnId: string, knownSeq: number): Promise<Head> => {
    const head = await documents.head(turnId, knownSeq)
    heads.remember(turnId, head)
    return head
  }

  return {
    async append(turnId, writer, bodies) {
      let waiting = upToTerminal(bodies)
      // Nothing precedes a `start`: where something does, the insert finds out.
      let head = heads.get(turnId) ?? (waiting[0]?.type === 'start' ? EMPTY : await headOf(turnId, 0))
      const expireAt = new Date(Date.now() + unfinishedRetentionMs)
      while (waiting.length > 0) {
        if (writer < head.writer) throw new StaleWriter(turnId, writer, head.writer)
        if (head.terminal) return undefined
        const inserted = await documents.insertAfter(head.lastSeq, { turnId, writer, bodies: waiting, expireAt })
        const lastSeq = head.lastSeq + inserted
        if (inserted < waiting.length) {
          waiting = waiting.slice(inserted)
          head = await headOf(turnId, lastSeq)
          continue
        }
        const terminal = waiting.some(isTerminal)
        heads.remember(turnId, { lastSeq, writer, terminal })
        watch.seen(turnId, lastSeq)
        // The whole log expires at one time: a log that lost its end would look like a turn that runs.
        if (terminal) expire(turnId, lastSeq)
        return lastSeq
      }
      return undefined
    },

    async read(turnId, afterSeq, limit = Number.POSITIVE_INFINITY) {
      const events: TurnEvent[] = []
      for (let ahead = READ_AHEAD; events.length < limit; ahead = Math.min(2 * ahead, READ_BATCH_MAX)) {
        const count = Math.min(ahead, limit - events.length)
        const from = afterSeq + events.length
        const found = await shared(`${turnId}.${from}.${count}`, () => documents.next(turnId, from, count))
        events.push(...found)
        if (found.length < count) break
      }
      return events
    },

    async head(turnId) {
      const { lastSeq, terminal } = await documents.head(turnId, heads.get(turnId)?.lastSeq)
      return { lastSeq, terminal }
    },

    subscribe: watch.watch,

    async erase(turnIds) {
      for (const turnId of turnIds) {
        heads.forget(turnId)
        ended.delete(turnId)
      }
      await documents.erase(turnIds)
    },

    async close() {
      clearInterval(sweeper)
      watch.close()
      expireEnded()
      await background.settled()
    },
  }
}

/** Of the turns that this process appends to, as far as it knows; a writer elsewhere may be ahead. */
const knownHeads = () => {
  const heads = new Map<string, Head>()
  return {
    get: (turnId: string) => heads.get(turnId),
    forget: (turnId: string) => void heads.delete(turnId),
    remember(turnId: string, head: Head): void {
      heads.delete(turnId)
      // An ended turn is looked up again, rarely; an empty one is not known to stay empty.
      if (head.terminal || head.lastSeq === 0) return
      heads.set(turnId, head)
      const [oldest] = heads.keys()
      if (heads.size > KNOWN_HEADS_MAX && oldest !== undefined) heads.delete(oldest)
    },
  }
}

/** Readers of one turn are woken together and ask for the same: what they ask for in one tick is read once. */
const sharedReads = () => {
  const asked = new Map<string, Promise<TurnEvent[]>>()
  return (key: string, read: () => Promise<TurnEvent[]>): Promise<TurnEvent[]> => {
    const same = asked.get(key)
    if (same !== undefined) return same
    const reading = nextTick().then(() => {
      // From here on the answer may be older than the next question.
      asked.delete(key)
      return read()
    })
    asked.set(key, reading)
    return reading
  }
}

/** Work that nobody waits for, and whose failure leaves events that expire later. */
const backgroundWork = () => {
  const running = new Set<Promise<unknown>>()
  return {
    run(work: Promise<unknown>): void {
      const quiet = work.catch(() => undefined).finally(() => running.delete(quiet))
      running.add(quiet)
    },
    settled: () => Promise.all(running),
  }
}
