import type { TextWriter } from './coalesce.ts'
import type { Outbox } from './outbox.ts'
import type { TurnLog } from './turn-log.ts'

/** The events of turns: their log, and what steps write to it. */
export interface TurnStream {
  readonly log: TurnLog
  /** Batches what steps write to the log. */
  readonly outbox: Outbox
  /** Begins the text of an answer, and drops the text of an earlier run of the step. */
  takeOverText(turnId: string, writer: number): Promise<TextWriter>
}
