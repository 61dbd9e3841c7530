import type { EndingEvent } from '../rules/turn-event.ts'
import type { SilentTurn } from './silent-ending.ts'

/** What a reader of a turn's events gets. */
export type Following =
  /** Its events as they come. */
  | EventsToFollow
  /** Only how it ended: its events are gone. */
  | { readonly kind: 'stored'; readonly turnId: string; readonly ending: EndingEvent }
  /** Nothing: it has all, or there is nothing that it may see. */
  | { readonly kind: 'gone' }

export interface EventsToFollow {
  readonly kind: 'events'
  readonly turn: SilentTurn
  /** The reader has everything up to here. */
  readonly afterSeq: number
  /** The reader holds text that does not belong to these events, and is told to drop it first. */
  readonly afresh: boolean
  /**
   * Absent where the turn has begun. Else begins it, once: resolves when it has been taken in, rejects when it never will
   * be. Nothing is told before that, or before its log has its first event.
   */
  readonly open?: () => Promise<unknown>
}
