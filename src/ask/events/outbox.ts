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
  /**
   * Holds back the events of a turn without readers, until it has lasted for `holdMs`, or gets a reader in this process. A turn
   * that ends before leaves no events: readers get its stored answer.
   */
  hold(turnId: string): void
  /** Appends the events of a turn that were held back. */
  reveal(turnId: string): void
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

/** A turn whose events are held back: what is appended instead when it is revealed. */
interface HeldTurn {
  readonly appends: { readonly writer: number; readonly events: readonly TurnEventBody[] }[]
  readonly timer: NodeJS.Timeout
}

const OWN_LOGS_MAX = 5_000

/** The log of a turn whose events are held back. */
const HELD_LOG: OwnLog = { lastSeq: 0, hasText: false }
const HELD: AppendedEvents = { lastSeq: 0, mayFollowText: false }

/**
 * @param waitMs maximum delay of enqueued events
 * @param holdMs how long a turn may last without events
 */
export const outbox = (log: Pick<TurnLog, 'append'>, { waitMs = 50, holdMs = 1_000 } = {}): Outbox => {
  const enqueued = new Map<string, Enqueued>()
  const held = new Map<string, HeldTurn>()
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

  const reveal = (turnId: string): void => {
    const turn = held.get(turnId)
    held.delete(turnId)
    clearTimeout(turn?.timer)
    // In order: each append of a turn waits for the one before.
    for (const { writer, events } of turn?.appends ?? []) send(turnId, writer, events).catch(() => undefined)
  }
  /** @returns whether the events are held back */
  const keep = (turnId: string, writer: number, events: readonly TurnEventBody[]): boolean => {
    const turn = held.get(turnId)
    if (turn === undefined) return false
    const isOver = events.some(isTerminal)
    if (!isOver && events.some(({ type }) => type === 'text')) {
      // A later run of the step reads in the log which text it has to drop.
      reveal(turnId)
      return false
    }
    turn.appends.push({ writer, events })
    if (isOver) {
      held.delete(turnId)
      clearTimeout(turn.timer)
    }
    return true
  }

  return {
    hold(turnId) {
      if (held.has(turnId) || sending.has(turnId) || own.has(turnId)) return
      held.set(turnId, { appends: [], timer: setTimeout(reveal, holdMs, turnId) })
    },
    reveal,
    enqueue(turnId, writer, events) {
      if (keep(turnId, writer, events)) return
      const waiting = takeEnqueued(turnId)
      const timer = setTimeout(sendEnqueued, waitMs, turnId)
      enqueued.set(turnId, { writer, events: [...(waiting?.events ?? []), ...events], timer })
    },
    async append(turnId, writer, events) {
      if (keep(turnId, writer, events)) return HELD
      return await send(turnId, writer, [...(takeEnqueued(turnId)?.events ?? []), ...events])
    },
    ownLog: (turnId) => (held.has(turnId) ? HELD_LOG : own.get(turnId)),
    async close() {
      for (const turnId of [...held.keys()]) reveal(turnId)
      for (const turnId of [...enqueued.keys()]) sendEnqueued(turnId)
      await Promise.allSettled(sending.values())
    },
  }
}
