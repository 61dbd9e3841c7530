import type { ChartType } from '../../charts/rules/choose-chart.ts'
import type { Problem, ProblemName, Retry } from '../../platform/problems/problem.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Choice } from './choice.ts'
import type { Usage } from './draft.ts'
import type { QueryResult } from './outcome.ts'
import type { Receipt } from './receipt.ts'

/** The result of a turn, stored and returned to the caller. Plain data. */
export interface Answer {
  readonly message: string
  readonly queryType: 'chat' | 'data_retrieval'
  /** Labels of the tables read. */
  readonly sources: readonly string[]
  readonly result?: QueryResult
  readonly receipt?: Receipt
  readonly suggestions: readonly string[]
  /** Readings of a question that was not answered directly, likeliest first. */
  readonly choices?: readonly Choice[]
  readonly chart?: Chart
  /** Charts of those parts that have one. */
  readonly partCharts?: readonly PartChart[]
  readonly planner: string
  readonly assumptions: readonly string[]
  readonly usage?: Usage
  /** From the turn's acceptance to its answer. */
  readonly executionTimeMs: number
}

/** A restricted Vega-Lite object with inline data: no URL, no expression, no signal. */
export interface Chart {
  readonly title: string
  /** Text alternative. */
  readonly alt: string
  /** Its type, and the types that it can be switched to. */
  readonly type: ChartType
  readonly alternatives: readonly ChartType[]
  readonly spec: { readonly [key: string]: Json }
}

/** The chart of a part, counted from 1. */
export interface PartChart {
  readonly part: number
  readonly chart: Chart
}

/** How a failed turn is stored: as an assistant message whose metadata carries the problem. */
export interface Failure extends Retry {
  readonly problem: ProblemName
  readonly message: string
}

/** The fields of a problem that are stored with a turn. */
export const failureIn = ({ problem, message, retryable, retryAfterS }: Problem): Failure => ({
  problem,
  message,
  retryable,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
})

/** Result of `compose`: `message` is the whole text, which has been emitted chunk by chunk. */
export interface Composition {
  readonly message: string
  readonly suggestions: readonly string[]
  readonly chart?: Chart
  readonly partCharts?: readonly PartChart[]
  readonly usage?: Usage
  /** The text still has to be written to the event log of the turn. */
  readonly isUnwritten?: true
  /** Only of text worded by a model. */
  readonly sentences?: SentenceCounts
}

/** Sentences that a model worded. */
export interface SentenceCounts {
  readonly kept: number
  /** Removed, because the rows do not support them. */
  readonly leftOut: number
}
