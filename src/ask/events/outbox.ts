import { LRUCache } from 'lru-cache'
import { isTerminal, type TurnEventBody } from '../rules/turn-event.ts'
import type { TurnLog } from './turn-log.ts'

/** The sequence numbers of appended events. */
interface AppendedEvents {
  readonly lastSeq: number
  /** Whether text may precede them that no `reset` has dropped. */
  readonly mayFollowText: boolean
}

/** State of a log that only this process has written to. */
interface OwnLog {
  readonly lastSeq: number
  /** Whether it holds text that no `reset` has dropped. */
  readonly hasText: boolean
}

/** Batches the events of a worker into few appends, and remembers what this process has written, to save reads. */
export interface Outbox {
  /**
   * Enqueues events that are appended with the next ones of the turn, or alone after `waitMs`. For events that may be
   * lost: those that a repeated step writes again, and statuses, which may be missing if the process dies or a later
   * writer was first.
   */
  enqueue(turnId: string, writer: number, events: readonly TurnEventBody[]): void
  /** As `append` of the log, after the enqueued events. @returns undefined if the turn had ended */
  append(turnId: string, writer: number, events: readonly TurnEventBody[]): Promise<AppendedEvents | undefined>
  /** Undefined if another process has appended too, or may have. */
  ownLog(turnId: string): OwnLog | undefined
  /** Appends what is enqueued. */
  close(): Promise<void>
}

interface Enqueued {
  readonly writer: number
  readonly events: TurnEventBody[]
  readonly timer: NodeJS.Timeout
}

const OWN_LOGS_MAX = 5_000

/** @param waitMs maximum delay of enqueued events */
export const outbox = (log: Pick<TurnLog, 'append'>, { waitMs = 50 } = {}): Outbox => {
  const enqueued = new Map<string, Enqueued>()
  const sending = new Map<string, Promise<AppendedEvents | undefined>>()
  const own = new LRUCache<string, OwnLog>({ max: OWN_LOGS_MAX })

  /**
   * Records an append. A log that begins with it, or continues without a gap what this process has written, belongs to
   * this process.
   *
   * @returns the state before these events; undefined for a log with other writers
   */
  const recordAppend = (
    turnId: string,
    events: readonly TurnEventBody[],
    lastSeq: number | undefined,
  ): OwnLog | undefined => {
    const before = own.get(turnId) ?? (events[0]?.type === 'start' ? { lastSeq: 0, hasText: false } : undefined)
    if (before === undefined || lastSeq !== before.lastSeq + events.length || events.some(isTerminal)) {
      own.delete(turnId)
      return undefined
    }
    const last = events.findLast(({ type }) => type === 'text' || type === 'reset')
    own.set(turnId, { lastSeq, hasText: last === undefined ? before.hasText : last.type === 'text' })
    return before
  }
  /** One append of a turn at a time, which keeps the order. */
  const send = (
    turnId: string,
    writer: number,
    events: readonly TurnEventBody[],
  ): Promise<AppendedEvents | undefined> => {
    const earlier = sending.get(turnId)
    const sent = (async () => {
      await earlier?.catch(() => undefined)
      try {
        const lastSeq = await log.append(turnId, writer, events)
        const before = recordAppend(turnId, events, lastSeq)
        return lastSeq === undefined ? undefined : { lastSeq, mayFollowText: before?.hasText !== false }
      } catch (error) {
        own.delete(turnId)
        throw error
      }
    })()
    sending.set(turnId, sent)
    const forget = () => void (sending.get(turnId) === sent && sending.delete(turnId))
    sent.then(forget, forget)
    return sent
  }
  const takeEnqueued = (turnId: string): Enqueued | undefined => {
    const waiting = enqueued.get(turnId)
    enqueued.delete(turnId)
    clearTimeout(waiting?.timer)
    return waiting
  }
  const sendEnqueued = (turnId: string): void => {
    const waiting = takeEnqueued(turnId)
    if (waiting !== undefined) send(turnId, waiting.writer, waiting.events).catch(() => undefined)
  }

  return {
    enqueue(turnId, writer, events) {
      const waiting = takeEnqueued(turnId)
      const timer = setTimeout(sendEnqueued, waitMs, turnId)
      enqueued.set(turnId, { writer, events: [...(waiting?.events ?? []), ...events], timer })
    },
    async append(turnId, writer, events) {
      return await send(turnId, writer, [...(takeEnqueued(turnId)?.events ?? []), ...events])
    },
    ownLog: (turnId) => own.get(turnId),
    async close() {
      for (const turnId of [...enqueued.keys()]) sendEnqueued(turnId)
      await Promise.allSettled(sending.values())
    },
  }
}
