import type { ChartType } from '../../charts/rules/choose-chart.ts'
import type { Problem, ProblemName, Retry } from '../../platform/problems/problem.ts'
import type { Json } from '../../platform/values/json.ts'
import type { Choice } from './choice.ts'
import type { Usage } from './draft.ts'
import type { QueryResult } from './outcome.ts'
import type { Receipt } from './receipt.ts'

/** What a turn ends with, stored and returned to the caller. Plain data. */
export interface Answer {
  readonly message: string
  readonly queryType: 'chat' | 'data_retrieval'
  /** Labels of the tables that were read. */
  readonly sources: readonly string[]
  readonly result?: QueryResult
  readonly receipt?: Receipt
  readonly suggestions: readonly string[]
  /** Readings of a question that was not answered directly, likeliest first. */
  readonly choices?: readonly Choice[]
  readonly chart?: Chart
  /** Of its parts that have one. */
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
  /** The same in words, for who cannot see it. */
  readonly alt: string
  /** How it is drawn, and how it may be drawn instead. */
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

/** What of a problem a turn ends with. */
export const failureIn = ({ problem, message, retryable, retryAfterS }: Problem): Failure => ({
  problem,
  message,
  retryable,
  ...(retryAfterS === undefined ? {} : { retryAfterS }),
})

/** What `compose` gives: the answer's text has been emitted chunk by chunk, and `message` is all of it. */
export interface Composition {
  readonly message: string
  readonly suggestions: readonly string[]
  readonly chart?: Chart
  readonly partCharts?: readonly PartChart[]
  readonly usage?: Usage
  /** Whether the text is still to be written to the turn's event log. */
  readonly isUnwritten?: true
  /** Of a model's text, where one worded it. */
  readonly sentences?: SentenceCounts
}

/** Sentences that a model worded. */
export interface SentenceCounts {
  readonly kept: number
  /** Left out, because the rows do not say so. */
  readonly leftOut: number
}
