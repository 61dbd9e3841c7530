import { isTerminal, type TurnEvent } from '../rules/turn-event.ts'
import { StaleWriter, type TurnLog, upToTerminal } from './turn-log.ts'

interface MemoryTurnLogOptions {
  /** Replay period of a finished turn. */
  readonly retentionMs?: number
  /** Retention of the log of a turn that never ends. */
  readonly unfinishedRetentionMs?: number
  /** When all logs together exceed this size, finished turns are dropped, oldest first. */
  readonly bytesMax?: number
  readonly sweepMs?: number
  readonly now?: () => number
}

interface Entry {
  readonly events: TurnEvent[]
  readonly terminal: boolean
  readonly bytes: number
  readonly expiresAt: number
}

/**
 * A turn log for an API and a worker that share one process.
 *
 * The log is lost with its process, but the turn continues: the next worker appends to a log without a beginning. Such
 * a log counts from the clock instead of from 1, so that a cursor from before the restart is lower than every event in
 * it, and readers detect the gap.
 */
export const memoryTurnLog = ({
  retentionMs = 15 * 60_000,
  unfinishedRetentionMs = 2 * 60 * 60_000,
  bytesMax = 128 * 1024 * 1024,
  sweepMs = 60_000,
  now = Date.now,
}: MemoryTurnLogOptions = {}): TurnLog => {
  const entries = new Map<string, Entry>()
  const subscribers = new Map<string, Set<() => void>>()
  let bytesHeld = 0

  const forget = (turnId: string, entry: Entry): void => {
    entries.delete(turnId)
    bytesHeld -= entry.bytes
  }
  const sweep = (): void => {
    const time = now()
    for (const [turnId, entry] of entries) if (entry.expiresAt <= time) forget(turnId, entry)
  }
  const makeRoom = (): void => {
    for (const [turnId, entry] of entries) {
      if (bytesHeld <= bytesMax) return
      if (entry.terminal) forget(turnId, entry)
    }
  }
  const live = (turnId: string): Entry | undefined => {
    const entry = entries.get(turnId)
    if (entry === undefined || entry.expiresAt > now()) return entry
    forget(turnId, entry)
    return undefined
  }
  const sweeper = setInterval(sweep, sweepMs).unref()

  return {
    async append(turnId, writer, bodies) {
      const entry = live(turnId)
      const last = entry?.events.at(-1)
      if (last !== undefined && writer < last.writer) throw new StaleWriter(turnId, writer, last.writer)
      const accepted = entry?.terminal ? [] : upToTerminal(bodies)
      if (accepted.length === 0) return undefined

      const seqBefore = last?.seq ?? (accepted[0]?.type === 'start' ? 0 : now())
      const events = entry?.events ?? []
      for (const [index, body] of accepted.entries()) events.push({ turnId, seq: seqBefore + 1 + index, writer, body })

      const bytes = accepted.reduce((sum, body) => sum + JSON.stringify(body).length, 0)
      const terminal = accepted.some(isTerminal)
      bytesHeld += bytes
      // A finished turn moves to the end of the map, so that finished turns are ordered by their end.
      if (terminal) entries.delete(turnId)
      entries.set(turnId, {
        events,
        terminal,
        bytes: (entry?.bytes ?? 0) + bytes,
        expiresAt: now() + (terminal ? retentionMs : unfinishedRetentionMs),
      })
      makeRoom()
      for (const wake of subscribers.get(turnId) ?? []) queueMicrotask(wake)
      return seqBefore + accepted.length
    },

    async read(turnId, afterSeq, limit = Number.POSITIVE_INFINITY) {
      const events = live(turnId)?.events ?? []
      const first = events[0]
      if (first === undefined) return []
      const from = Math.max(0, afterSeq - first.seq + 1)
      return events.slice(from, from + limit)
    },

    async head(turnId) {
      const entry = live(turnId)
      return { lastSeq: entry?.events.at(-1)?.seq ?? 0, terminal: entry?.terminal ?? false }
    },

    subscribe(turnId, wake) {
      const ofTurn = subscribers.get(turnId) ?? new Set()
      // One wrapper per subscription, so that the same function may subscribe twice.
      const wakeSubscriber = () => wake()
      subscribers.set(turnId, ofTurn.add(wakeSubscriber))
      return () => {
        ofTurn.delete(wakeSubscriber)
        if (ofTurn.size === 0 && subscribers.get(turnId) === ofTurn) subscribers.delete(turnId)
      }
    },

    async erase(turnIds) {
      for (const turnId of turnIds) {
        const entry = entries.get(turnId)
        if (entry !== undefined) forget(turnId, entry)
      }
    },

    async close() {
      clearInterval(sweeper)
      entries.clear()
      subscribers.clear()
    },
  }
}
