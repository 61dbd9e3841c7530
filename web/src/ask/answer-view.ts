import type { components, TurnView as TurnState } from '../../../clients/typescript/src/index.ts'

type Schemas = components['schemas']

export type Receipt = Partial<Schemas['Receipt']>
export type Column = Schemas['Column']
export type Row = Readonly<Record<string, unknown>>
export type ChartType = Schemas['Chart']['type']
export type Usage = Schemas['MessageUsage']

/** How a part of an answer is shown, as stored with the answer. */
export type PartView = Schemas['AnswerView']

/** A question with its answer, as far as it has arrived. */
export interface TurnView extends TurnState {
  readonly startedAt?: number | undefined
  readonly usage?: Usage | undefined
  /** Whether the connection is lost; the turn continues. */
  readonly isLost?: boolean | undefined
  /** The stored view of each part. */
  readonly views?: readonly PartView[] | undefined
}
