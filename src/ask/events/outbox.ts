import { LRUCache } from 'lru-cache'
import { isTerminal, type TurnEventBody } from '../rules/turn-event.ts'
import type { TurnLog } from './turn-log.ts'

/** Where appended events came to lie. */
export interface Placed {
  readonly lastSeq: number
  /** Whether text may lie before them that no `reset` has taken back. */
  readonly mayFollowText: boolean
}

/** What this process knows of a log that nobody else has written to. */
export interface OwnLog {
  readonly lastSeq: number
  /** Whether it holds text that no `reset` has taken back. */
  readonly hasText: boolean
}

/** The way of a worker's events to the log: few writes, and few questions about what this process has written itself. */
export interface Outbox {
  /**
   * Go with the next events of the turn, or alone when none come soon. For what a step writes again where it is run
   * again, and for a status, which is missed by nobody where its process is lost or a later writer was quicker.
   */
  tell(turnId: string, writer: number, events: readonly TurnEventBody[]): void
  /** As the log's `append`, after what was told before. @returns undefined where the turn had ended */
  append(turnId: string, writer: number, events: readonly TurnEventBody[]): Promise<Placed | undefined>
  /** Undefined where others have written too, or may have. */
  own(turnId: string): OwnLog | undefined
  /** Sends what was told. */
  close(): Promise<void>
}

interface Told {
  readonly writer: number
  readonly events: TurnEventBody[]
  readonly timer: NodeJS.Timeout
}

const OWN_MAX = 5_000

/** @param waitMs how long a status waits for company */
export const outbox = (log: Pick<TurnLog, 'append'>, { waitMs = 50 } = {}): Outbox => {
  const told = new Map<string, Told>()
  const sending = new Map<string, Promise<Placed | undefined>>()
  const own = new LRUCache<string, OwnLog>({ max: OWN_MAX })

  /**
   * A log that begins here and whose numbers have no gap to what was written here is this process's own.
   *
   * @returns what it was before these events, where they left it so
   */
  const note = (turnId: string, events: readonly TurnEventBody[], lastSeq: number | undefined): OwnLog | undefined => {
    const before = own.get(turnId) ?? (events[0]?.type === 'start' ? { lastSeq: 0, hasText: false } : undefined)
    if (before === undefined || lastSeq !== before.lastSeq + events.length || events.some(isTerminal)) {
      own.delete(turnId)
      return undefined
    }
    const last = events.findLast(({ type }) => type === 'text' || type === 'reset')
    own.set(turnId, { lastSeq, hasText: last === undefined ? before.hasText : last.type === 'text' })
    return before
  }
  /** One append of a turn at a time, so that what was told first comes first. */
  const send = (turnId: string, writer: number, events: readonly TurnEventBody[]): Promise<Placed | undefined> => {
    const earlier = sending.get(turnId)
    const sent = (async () => {
      await earlier?.catch(() => undefined)
      try {
        const lastSeq = await log.append(turnId, writer, events)
        const before = note(turnId, events, lastSeq)
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
  const takeTold = (turnId: string): Told | undefined => {
    const waiting = told.get(turnId)
    told.delete(turnId)
    clearTimeout(waiting?.timer)
    return waiting
  }
  const sendTold = (turnId: string): void => {
    const waiting = takeTold(turnId)
    if (waiting !== undefined) send(turnId, waiting.writer, waiting.events).catch(() => undefined)
  }

  return {
    tell(turnId, writer, events) {
      const waiting = takeTold(turnId)
      const timer = setTimeout(sendTold, waitMs, turnId)
      told.set(turnId, { writer, events: [...(waiting?.events ?? []), ...events], timer })
    },
    async append(turnId, writer, events) {
      return await send(turnId, writer, [...(takeTold(turnId)?.events ?? []), ...events])
    },
    own: (turnId) => own.get(turnId),
    async close() {
      for (const turnId of [...told.keys()]) sendTold(turnId)
      await Promise.allSettled(sending.values())
    },
  }
}
