import { setImmediate as nextTick } from 'node:timers/promises'
import type { Db } from '../../platform/mongodb/driver.ts'
import { EVENT_COLLECTION } from '../rules/event-collection.ts'
import { isTerminal, type TurnEvent } from '../rules/turn-event.ts'
import { EMPTY, eventDocuments, type Head } from './event-documents.ts'
import { poll } from './poll.ts'
import { StaleWriter, type TurnLog, upToTerminal } from './turn-log.ts'

interface MongoTurnLogOptions {
  readonly collection?: string
  /** Replay period of a finished turn. */
  readonly retentionMs?: number
  /** Retention of the log of a turn that never ends. */
  readonly unfinishedRetentionMs?: number
  readonly pollMs?: number
  readonly idlePollMs?: number
  readonly sweepMs?: number
}

/** Turns whose last sequence number this process remembers, which saves round trips of its appends. */
const KNOWN_HEADS_MAX = 1_000
const READ_AHEAD_COUNT = 32
/** Expiry is batched: logs are kept for minutes, so a second more makes no difference. */
const EXPIRED_AFTER_MS = 1_000
const EXPIRED_AT_ONCE = 50
const READ_BATCH_MAX = 256

/**
 * A turn log in a document store. The id of an event holds its sequence number, so the store's unique index decides
 * between concurrent writers. It needs only inserts and reads by `_id`.
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
  // Not every store has a TTL index.
  const sweeper = setInterval(() => background.run(documents.sweep(new Date())), sweepMs).unref()

  const ended = new Map<string, number>()
  let expiring: NodeJS.Timeout | undefined
  /** Expires turns that end within the same second with one command. */
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
      // Nothing precedes a `start`; if something does, the insert fails on its id.
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
        // The whole log expires at once: a log without its end would look like a running turn.
        if (terminal) expire(turnId, lastSeq)
        return lastSeq
      }
      return undefined
    },

    async read(turnId, afterSeq, limit = Number.POSITIVE_INFINITY) {
      const events: TurnEvent[] = []
      for (let ahead = READ_AHEAD_COUNT; events.length < limit; ahead = Math.min(2 * ahead, READ_BATCH_MAX)) {
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

/** Heads of the turns that this process appends to; other processes may have appended since. */
const knownHeads = () => {
  const heads = new Map<string, Head>()
  return {
    get: (turnId: string) => heads.get(turnId),
    forget: (turnId: string) => void heads.delete(turnId),
    remember(turnId: string, head: Head): void {
      heads.delete(turnId)
      // The head of an ended turn is read again, which is rare; an empty log can receive events from other processes.
      if (head.terminal || head.lastSeq === 0) return
      heads.set(turnId, head)
      const [oldest] = heads.keys()
      if (heads.size > KNOWN_HEADS_MAX && oldest !== undefined) heads.delete(oldest)
    },
  }
}

/** Merges equal reads of one tick: all readers of a turn are woken together and read the same events. */
const sharedReads = () => {
  const pendingReads = new Map<string, Promise<TurnEvent[]>>()
  return (key: string, read: () => Promise<TurnEvent[]>): Promise<TurnEvent[]> => {
    const same = pendingReads.get(key)
    if (same !== undefined) return same
    const reading = nextTick().then(() => {
      // A later read needs newer data than this response may have.
      pendingReads.delete(key)
      return read()
    })
    pendingReads.set(key, reading)
    return reading
  }
}

/** Work in the background. If it fails, events are left that expire later. */
const backgroundWork = () => {
  const running = new Set<Promise<unknown>>()
  return {
    run(work: Promise<unknown>): void {
      const settled = work.catch(() => undefined).finally(() => running.delete(settled))
      running.add(settled)
    },
    settled: () => Promise.all(running),
  }
}
