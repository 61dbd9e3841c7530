import type { SlotOwner } from '../access/rules/fair-semaphore.ts'
import type { Composition } from '../ask/rules/answer.ts'
import type { PlannerOutput, QueryDraft, Usage } from '../ask/rules/draft.ts'
import type { ExploreBudget } from '../ask/rules/explore-command.ts'
import type { DateExtent } from '../ask/rules/extent.ts'
import type { Knowledge } from '../ask/rules/knowledge.ts'
import type { QueryResult, ResultPart } from '../ask/rules/outcome.ts'
import type { SeenResult } from '../ask/rules/prompts/seen-text.ts'
import type { TurnWithAnswer } from '../ask/rules/question.ts'
import type { ContextWithin } from '../ask/rules/question-context.ts'
import type { Ties } from '../ask/rules/ties.ts'
import type { Refusal } from '../guard/guarded-query.ts'
import type { RowsRule } from '../manage/databases/rules/database-settings.ts'
import type { VerifiedQuery } from '../manage/patterns/rules/pattern.ts'
import type { TurnPersonality } from '../manage/personalities/rules/personality.ts'
import type { Problem } from '../platform/problems/problem.ts'

/** Question → draft → answer text. Nothing that a planner writes is trusted. */
export interface Planner {
  /** `builtin`, or `model:<name>`. */
  readonly name: string
  /** True if it needs no network: its steps may then run as local activities. */
  readonly offline: boolean
  /** @throws Problem `model_failed`, and refusals of the budget */
  draft(request: DraftRequest): Promise<PlannerOutput>
  /** Words the rows; calls `emit` with each chunk of text. @throws Problem `model_failed` */
  compose(request: ComposeRequest, emit: (chunk: string) => Promise<void>): Promise<Composition>
}

/** The token budget of a step. */
export interface TokenBudget {
  /**
   * The problem if a call may not be made; called before each.
   *
   * @param tokens estimated tokens of its prompt
   * @param spent by earlier calls of the same step
   */
  refusal(tokens: number, spent: Usage | undefined): Promise<Problem | undefined>
  /** Called with the usage of the calls of an aborted step, the last one estimated: its turn does not report it. */
  cutOff(usage: Usage): Promise<void>
}

export interface DraftRequest {
  readonly question: string
  /** ISO 8601, UTC: the time that "today" refers to. */
  readonly askedAt: string
  /** Oldest first. */
  readonly recentTurns: readonly TurnWithAnswer[]
  /** The ambiguous question that this one clarifies, if this one is an offered choice. */
  readonly clarifies?: string
  readonly knowledge: Knowledge
  /** Selects the context of the question: everything that a language model receives. */
  readonly context: ContextWithin
  /** Verified queries of this question and similar ones. */
  readonly patterns?: readonly VerifiedQuery[]
  /** Set if an earlier draft of this turn was refused. */
  readonly refused?: { readonly query: string; readonly refusal: Refusal }
  /** The result of its last query, to accept or to mend; only for planners that need a network. */
  readonly seen?: SeenResult
  /** Absent: the planner has to give a query or a reply at once. */
  readonly looking?: ExploreBudget
  /** The organization's style of replies. Not used for writing queries. */
  readonly voice?: TurnPersonality
  /** Owner of the slots, if they are shared. */
  readonly owner?: SlotOwner
  /** Absent: unlimited. */
  readonly budget?: TokenBudget
  /** Receives a model's reasoning, in pieces of plain text; absent if it is not shown. */
  readonly onThought?: (piece: string) => void
  readonly signal: AbortSignal
}

export interface ComposeRequest {
  readonly question: string
  readonly askedAt: string
  readonly draft: QueryDraft
  readonly result: QueryResult
  /** Results of further queries; only planners that review rows request them. */
  readonly parts?: readonly Pick<ResultPart, 'title' | 'result'>[]
  /** The range with data, if nothing was found. */
  readonly extent?: DateExtent
  /** Set if the last of the first rows ties with others. */
  readonly ties?: Ties
  /** Tables that were read. */
  readonly tables: readonly string[]
  /** Those of them that were filtered to the caller's scope. */
  readonly ownTables?: readonly string[]
  /** The caller's whole knowledge, if suggestions are to be made from it. */
  readonly knowledge?: () => Promise<Knowledge>
  /** `none`: no model may see them. */
  readonly rows?: RowsRule
  /** The organization's style of the answer, if configured. */
  readonly voice?: TurnPersonality
  readonly owner?: SlotOwner
  readonly budget?: TokenBudget
  /** Receives a model's reasoning, in pieces of plain text; absent if it is not shown. */
  readonly onThought?: (piece: string) => void
  readonly signal: AbortSignal
}
