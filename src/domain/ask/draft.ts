import type { Json } from '../json.ts'

/** A query as written by the planner, or the reason why there is none. Plain data: it crosses activity boundaries. */
export type Draft = QueryDraft | ReplyDraft

interface DraftBase {
  /** `builtin`, or `model:<name>`. */
  readonly planner: string
  /** How the question was understood, one short sentence each; shown to the caller. */
  readonly assumptions: readonly string[]
  /** From 0 to 1. */
  readonly confidence: number
  readonly usage?: Usage
}

export interface QueryDraft extends DraftBase {
  readonly mode: 'query'
  /** The untrusted text, SQL or a MongoDB command (see `DraftedQuery`): only the guard looks at it before an engine does. */
  readonly query: string
  /** One sentence that says what the query returns. */
  readonly explanation: string
  /** The planner's own notes for follow-up questions (the built-in planner's query tree); opaque to everyone else. */
  readonly plan?: Json
}

/** Answered without a query: small talk, a question back, or a question that the data cannot answer. */
export interface ReplyDraft extends DraftBase {
  readonly mode: 'chat' | 'decline' | 'clarify'
  readonly reply: string
  /** Rephrasings that do work. */
  readonly suggestions: readonly string[]
}

/** Tokens of one or more model calls, failed ones included. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly calls: number
  /** True when a server sent no usage and the counts come from text lengths. */
  readonly estimated: boolean
}

export const addUsage = (a: Usage | undefined, b: Usage | undefined): Usage | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    calls: a.calls + b.calls,
    estimated: a.estimated || b.estimated,
  }
}
