import type { TurnEvent, TurnEventBody } from '../domain/ask/turn-event.ts'

/**
 * The append-only event log of a turn: it is the truth about what a reader of the stream sees, a notification is only
 * a doorbell, and a socket is a disposable reader. Backends share one contract suite (`test/stream/contract.ts`).
 */
export interface TurnLog {
  /**
   * Appends events in order and gives each the next `seq` (the first event of a turn has 1).
   * Only the writer with the highest `attempt` seen may append; a stale one (a worker that was thought dead) is refused.
   * @throws StaleWriter when a newer attempt has appended.
   */
  append(turnId: string, attempt: number, events: readonly TurnEventBody[]): Promise<void>
  /** Events with `seq` greater than `afterSeq`, in order, at most `limit`. */
  read(turnId: string, afterSeq: number, limit?: number): Promise<readonly TurnEvent[]>
  /** `lastSeq` is 0 and `terminal` false for a turn that has no events. */
  head(turnId: string): Promise<{ readonly lastSeq: number; readonly terminal: boolean }>
  /** Calls `wake` soon after new events may be there (spurious calls are fine). Returns how to stop. */
  subscribe(turnId: string, wake: () => void): () => void
  close(): Promise<void>
}

/** A writer of an earlier attempt tried to append after a newer one had. */
export class StaleWriter extends Error {
  override readonly name = 'StaleWriter'
}
