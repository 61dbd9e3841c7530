import type { ProposedEntry } from '../../manage/glossary/rules/proposal.ts'
import type { PatternState } from '../../manage/patterns/rules/pattern.ts'
import type { Json } from '../../platform/values/json.ts'
import { CHOICES_MAX, type Choice } from './choice.ts'
import type { ExploreCommand } from './explore-command.ts'
import type { TiesQuery } from './ties.ts'

/** A query written by the planner, or the reason why there is none. Plain data: it crosses activity boundaries. */
export type Draft = QueryDraft | ReplyDraft

/** The output of a planner that may explore the database before it writes, and reviews the result of its query. */
export type PlannerOutput = Draft | ExploreDraft | AcceptDraft

interface DraftBase {
  /** `builtin`, or `model:<name>`. */
  readonly planner: string
  /** How the question was interpreted, one short sentence each; shown to the caller. */
  readonly assumptions: readonly string[]
  /** From 0 to 1. */
  readonly confidence: number
  readonly usage?: Usage
}

export interface QueryDraft extends DraftBase {
  readonly mode: 'query'
  /** Untrusted text, SQL or a MongoDB command (see `DraftedQuery`): no engine sees it before the guard. */
  readonly query: string
  /** One sentence that says what the query returns. */
  readonly explanation: string
  /** The planner's own notes for follow-up questions (the query tree of the built-in planner); opaque to other code. */
  readonly plan?: Json
  /** Titles of the columns of its result, in order; empty where there is none. */
  readonly titles?: readonly string[]
  /** Title of its rows, if they are shown beside those of the previous query; only a review sets it. */
  readonly partTitle?: string
  /** The query is a verified query. */
  readonly verified?: true
  /** The pattern that it was taken from. */
  readonly pattern?: PatternState
  /** Query for the range of dates with data, if the query has a time condition; run if the query finds nothing. */
  readonly extentQuery?: string
  /** Query for whether the last of the first rows ties with others; run if the result has as many rows as were asked for. */
  readonly tiesQuery?: TiesQuery
  /** How this reading is offered if its alternatives may be meant as well. */
  readonly choice?: Choice
  /** The glossary entry that choosing this reading teaches for an unknown word; the step that stores it removes it from the draft. */
  readonly teaches?: ProposedEntry
  /** Further readings, most likely first, at most `ALTERNATIVES_MAX`. They are run before there is an answer. */
  readonly alternatives?: readonly AlternativeReading[]
}

/** Another possible reading of a question. */
export interface AlternativeReading extends Pick<QueryDraft, 'query' | 'confidence'> {
  readonly choice: Choice
}

/** Together with the most likely reading, as many as are offered. */
export const ALTERNATIVES_MAX = CHOICES_MAX - 1

/** A reply without a query: small talk, a question back, or a question that the data cannot answer. */
export interface ReplyDraft extends DraftBase {
  readonly mode: 'chat' | 'decline' | 'clarify'
  readonly reply: string
  /** Rephrasings that work. */
  readonly suggestions: readonly string[]
  /** Readings of the question, most likely first, at most `CHOICES_MAX`; absent if there is nothing to choose. */
  readonly choices?: readonly Choice[]
}

/** No query yet: the planner asks to explore the database first. Allowed only if the request offers it. */
interface ExploreDraft extends DraftBase {
  readonly mode: 'look'
  readonly looks: readonly ExploreCommand[]
}

/** The result of the last query is the answer. Allowed only if the request shows that result. */
interface AcceptDraft extends DraftBase {
  readonly mode: 'accept'
}

/** Tokens of one or more model calls, including failed ones. */
export interface Usage {
  readonly inputTokens: number
  /** Input tokens that the provider had cached. */
  readonly cachedInputTokens: number
  /** Including reasoning. */
  readonly outputTokens: number
  readonly calls: number
  /** True if the provider reported no usage and the counts are estimated from text lengths. */
  readonly estimated: boolean
  /** Split by model. */
  readonly models: readonly ModelUsage[]
}

/** The tokens of an answer, as its reader gets them. */
export type TokenCounts = Pick<Usage, 'inputTokens' | 'cachedInputTokens' | 'outputTokens'>

/** Usage of one model, by its name in the settings. */
export interface ModelUsage {
  readonly model: string
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly outputTokens: number
  readonly calls: number
}

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

/** A turn uses four models at most. */
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
