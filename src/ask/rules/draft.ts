import type { ProposedEntry } from '../../manage/glossary/rules/proposal.ts'
import type { PatternState } from '../../manage/patterns/rules/pattern.ts'
import type { Json } from '../../platform/values/json.ts'
import { CHOICES_MAX, type Choice } from './choice.ts'
import type { Look } from './look.ts'
import type { TiesQuery } from './ties.ts'

/** A query as written by the planner, or the reason why there is none. Plain data: it crosses activity boundaries. */
export type Draft = QueryDraft | ReplyDraft

/** What a planner gives that may look before it writes, and is shown what its query gave. */
export type Drafted = Draft | LookDraft | AcceptDraft

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
  /** What its rows are, where they are to stand beside those of the query before it; only a review gives such a draft. */
  readonly partTitle?: string
  /** Somebody has verified the query for this question. */
  readonly verified?: true
  /** The pattern whose query it is. */
  readonly pattern?: PatternState
  /** Asks from when to when there is anything, where the query looks for a time; run where the query finds nothing. */
  readonly extentQuery?: string
  /** Asks whether the last of the first rows ties with others; run where there are as many as were asked for. */
  readonly tiesQuery?: TiesQuery
  /** How this reading is offered where its alternatives may be meant as well. */
  readonly choice?: Choice
  /** What the choice of this reading teaches of a word that was unknown; taken out of the draft by the step that stores it. */
  readonly teaches?: ProposedEntry
  /** Further readings of the question, likeliest first, at most `ALTERNATIVES_MAX`. They are tried before there is an answer. */
  readonly alternatives?: readonly Alternative[]
}

/** Another reading of a question, which may be meant. */
export interface Alternative extends Pick<QueryDraft, 'query' | 'confidence'> {
  readonly choice: Choice
}

/** With the likeliest reading, as many as are offered. */
export const ALTERNATIVES_MAX = CHOICES_MAX - 1

/** Answered without a query: small talk, a question back, or a question that the data cannot answer. */
export interface ReplyDraft extends DraftBase {
  readonly mode: 'chat' | 'decline' | 'clarify'
  readonly reply: string
  /** Rephrasings that do work. */
  readonly suggestions: readonly string[]
  /** Readings of the question, likeliest first, at most `CHOICES_MAX`; absent where there is nothing to choose. */
  readonly choices?: readonly Choice[]
}

/** No query as yet: something of the database is to be looked for first. Only a request that offers it is answered so. */
export interface LookDraft extends DraftBase {
  readonly mode: 'look'
  readonly looks: readonly Look[]
}

/** What its query gave is the answer. Only a request that shows it is answered so. */
export interface AcceptDraft extends DraftBase {
  readonly mode: 'accept'
}

/** Tokens of one or more model calls, failed ones included. */
export interface Usage {
  readonly inputTokens: number
  /** Those of the input that a provider had in its cache. */
  readonly cachedInputTokens: number
  /** Reasoning included. */
  readonly outputTokens: number
  readonly calls: number
  /** True when a server sent no usage and the counts come from text lengths. */
  readonly estimated: boolean
  /** The same by model. */
  readonly models: readonly ModelUsage[]
}

/** Of one model, by the name that the settings give it. */
export interface ModelUsage {
  readonly model: string
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly outputTokens: number
  readonly calls: number
}

/** All of them. */
export const tokensOf = (usage: Pick<Usage, 'inputTokens' | 'outputTokens'> | undefined): number =>
  usage === undefined ? 0 : usage.inputTokens + usage.outputTokens

export const addUsage = (a: Usage | undefined, b: Usage | undefined): Usage | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    calls: a.calls + b.calls,
    estimated: a.estimated || b.estimated,
    models: b.models.reduce(withModel, a.models),
  }
}

/** A turn asks four models at most. */
const withModel = (models: readonly ModelUsage[], more: ModelUsage): readonly ModelUsage[] => {
  const known = models.find(({ model }) => model === more.model)
  if (known === undefined) return [...models, more]
  const sum = {
    model: more.model,
    inputTokens: known.inputTokens + more.inputTokens,
    cachedInputTokens: known.cachedInputTokens + more.cachedInputTokens,
    outputTokens: known.outputTokens + more.outputTokens,
    calls: known.calls + more.calls,
  }
  return models.map((one) => (one === known ? sum : one))
}
