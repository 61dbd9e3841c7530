import { isTerminal, type TurnEvent, type TurnEventBody } from '../rules/turn-event.ts'

/**
 * The append-only event log of a turn: it is the truth about what a reader of the stream sees, a notification is only
 * a doorbell, and a socket is a disposable reader. Backends share one contract suite (`test/stream/contract.ts`).
 */
export interface TurnLog {
  /**
   * Appends events in order and gives each the next `seq` (the first event of a turn has 1).
   * `writer` rises with every run of a step; only a writer at least as high as every earlier one of the turn may
   * append, so that a worker that was thought dead cannot write into the text of its successor.
   * A terminal event is the last of its turn: whatever follows it is dropped, so that closing a turn twice is harmless.
   * @returns the `seq` of the last of them; undefined where nothing was appended
   * @throws StaleWriter when a higher writer has appended.
   */
  append(turnId: string, writer: number, events: readonly TurnEventBody[]): Promise<number | undefined>
  /** Events with `seq` greater than `afterSeq`, in order, at most `limit`. */
  read(turnId: string, afterSeq: number, limit?: number): Promise<readonly TurnEvent[]>
  /** `lastSeq` is 0 and `terminal` false for a turn that has no events. */
  head(turnId: string): Promise<{ readonly lastSeq: number; readonly terminal: boolean }>
  /** Calls `wake` soon after new events may be there (spurious calls are fine). Returns how to stop. */
  subscribe(turnId: string, wake: () => void): () => void
  /** Forgets the events of turns whose organization has left; those that read them find none any more. */
  erase(turnIds: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** A step that was thought dead tried to append after its successor had. */
export class StaleWriter extends Error {
  override readonly name = 'StaleWriter'

  constructor(turnId: string, writer: number, ahead: number) {
    super(`writer ${writer} of turn ${turnId} was overtaken by writer ${ahead}`)
  }
}

/** What of `bodies` an open turn takes: nothing after a terminal event. */
export const upToTerminal = (bodies: readonly TurnEventBody[]): readonly TurnEventBody[] => {
  const end = bodies.findIndex(isTerminal)
  return end === -1 ? bodies : bodies.slice(0, end + 1)
}
