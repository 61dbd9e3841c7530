import type { EndingEvent, TurnEventBody } from '../rules/turn-event.ts'
import type { StalledTurn } from './stalled-turn-ending.ts'

/** What a reader of a turn's events gets. */
export type StreamSource =
  /** Live events. */
  | LiveEvents
  /** Only its ending, because its events have expired. */
  | StoredEvents
  /** Nothing: the reader has everything, or may see nothing. */
  | { readonly kind: 'gone' }

interface StoredEvents {
  readonly kind: 'stored'
  readonly turnId: string
  readonly ending: EndingEvent
  /** What precedes the ending, for readers who have nothing of the answer. */
  readonly parts?: readonly TurnEventBody[]
}

interface LiveEvents {
  readonly kind: 'events'
  readonly turn: StalledTurn
  /** The reader has everything up to here. */
  readonly afterSeq: number
  /** The reader holds text that does not belong to these events, and has to drop it first. */
  readonly needsReset: boolean
  /**
   * Absent if the turn has begun. Else starts it once: resolves when it was accepted, rejects if it never will be. No
   * event is sent before that, or before its log has its first event.
   */
  readonly open?: () => Promise<unknown>
}
