import { isTerminal, type TurnEvent, type TurnEventBody } from '../rules/turn-event.ts'

/**
 * The append-only event log of a turn, the source of truth for readers of its stream: a notification only says that
 * there may be more, and a socket is a disposable reader. Backends share one contract suite
 * (`test/stream/contract.ts`).
 */
export interface TurnLog {
  /**
   * Appends events in order and gives each the next `seq` (the first event of a turn has 1).
   * `writer` is a fencing token that rises with every run of a step: an append with a lower one than an earlier append
   * of the turn is rejected, so that a worker that lost its step cannot write into the text of its successor.
   * A terminal event is the last of its turn: events after it are dropped, so that closing a turn twice is harmless.
   * @returns the `seq` of the last of them; undefined if nothing was appended
   * @throws StaleWriter when a higher writer has appended.
   */
  append(turnId: string, writer: number, events: readonly TurnEventBody[]): Promise<number | undefined>
  /** Events with `seq` greater than `afterSeq`, in order, at most `limit`. */
  read(turnId: string, afterSeq: number, limit?: number): Promise<readonly TurnEvent[]>
  /** `lastSeq` is 0 and `terminal` false for a turn that has no events. */
  head(turnId: string): Promise<{ readonly lastSeq: number; readonly terminal: boolean }>
  /** Calls `wake` soon after new events may be there (spurious calls are fine). Returns a function that unsubscribes. */
  subscribe(turnId: string, wake: () => void): () => void
  /** Deletes the events of turns of a deleted organization; their readers find none any more. */
  erase(turnIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A run of a step tried to append after a later run had. */
export class StaleWriter extends Error {
  override readonly name = 'StaleWriter'

  constructor(turnId: string, writer: number, ahead: number) {
    super(`writer ${writer} of turn ${turnId} was overtaken by writer ${ahead}`)
  }
}

/** The events that an open turn accepts: up to and including the first terminal one. */
export const upToTerminal = (bodies: readonly TurnEventBody[]): readonly TurnEventBody[] => {
  const end = bodies.findIndex(isTerminal)
  return end === -1 ? bodies : bodies.slice(0, end + 1)
}
