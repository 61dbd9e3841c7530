import type { PlaceOwner } from '../access/rules/fair-places.ts'
import type { Composition } from '../ask/rules/answer.ts'
import type { Drafted, QueryDraft, Usage } from '../ask/rules/draft.ts'
import type { Extent } from '../ask/rules/extent.ts'
import type { Knowledge } from '../ask/rules/knowledge.ts'
import type { Looking } from '../ask/rules/look.ts'
import type { QueryResult, ResultPart } from '../ask/rules/outcome.ts'
import type { Seen } from '../ask/rules/prompts/seen-text.ts'
import type { ToldTurn } from '../ask/rules/question.ts'
import type { ContextWithin } from '../ask/rules/question-context.ts'
import type { Ties } from '../ask/rules/ties.ts'
import type { Refusal } from '../guard/guarded-query.ts'
import type { RowsRule } from '../manage/databases/rules/database-settings.ts'
import type { VerifiedQuery } from '../manage/patterns/rules/pattern.ts'
import type { Voice } from '../manage/personalities/rules/personality.ts'
import type { Problem } from '../platform/problems/problem.ts'

/** Question → draft → answer text. Nothing that a planner writes is trusted. */
export interface Planner {
  /** `builtin`, or `model:<name>`. */
  readonly name: string
  /** True when it needs no network: its steps may then run as local activities. */
  readonly offline: boolean
  /** @throws Problem `model_failed`, and what the budget refuses with */
  draft(request: DraftRequest): Promise<Drafted>
  /** Words the rows; calls `emit` with each chunk of text. @throws Problem `model_failed` */
  compose(request: ComposeRequest, emit: (chunk: string) => Promise<void>): Promise<Composition>
}

/** What the calls of a step may spend. */
export interface TokenBudget {
  /**
   * Why a call may not be made; asked before each.
   *
   * @param tokens that it sends, as they are estimated
   * @param spent by the calls before it, in the same step
   */
  refusal(tokens: number, spent: Usage | undefined): Promise<Problem | undefined>
  /** Told what the calls of a step have used that was cut off, the last as it is estimated: no ending of its turn will say so. */
  cutOff(usage: Usage): Promise<void>
}

export interface DraftRequest {
  readonly question: string
  /** ISO 8601, UTC: what "today" means. */
  readonly askedAt: string
  /** Oldest first. */
  readonly recentTurns: readonly ToldTurn[]
  /** The unclear question before this one, where this one is a choice that was offered for it. */
  readonly clarifies?: string
  readonly knowledge: Knowledge
  /** What of it the question needs: all that a language model is told. */
  readonly context: ContextWithin
  /** Verified queries of this question and similar ones. */
  readonly patterns?: readonly VerifiedQuery[]
  /** Set when an earlier draft of this turn was refused. */
  readonly refused?: { readonly query: string; readonly refusal: Refusal }
  /** What its last query gave, which it is to accept or to mend; only a planner that needs a network is shown it. */
  readonly seen?: Seen
  /** Absent: a query or a reply is wanted at once. */
  readonly looking?: Looking
  /** How the organization wants a reply to sound. Whoever writes queries is not told. */
  readonly voice?: Voice
  /** Whose places the work takes, where they are shared. */
  readonly owner?: PlaceOwner
  /** Without limit unless it is there. */
  readonly budget?: TokenBudget
  /** Gets what a model thinks, in pieces of plain text; absent where nobody is shown it. */
  readonly onThought?: (piece: string) => void
  readonly signal: AbortSignal
}

export interface ComposeRequest {
  readonly question: string
  readonly askedAt: string
  readonly draft: QueryDraft
  readonly result: QueryResult
  /** What was asked beside it; only a planner that was shown rows asks for more. */
  readonly parts?: readonly Pick<ResultPart, 'title' | 'result'>[]
  /** What there is instead, where nothing was found. */
  readonly extent?: Extent
  /** Where the last of the first rows ties with others. */
  readonly ties?: Ties
  /** That were read for it. */
  readonly tables: readonly string[]
  /** Those of them that were narrowed to the caller's scope. */
  readonly ownTables?: readonly string[]
  /** What the caller may know, whatever was asked; there where suggestions are to be made of it. */
  readonly knowledge?: () => Promise<Knowledge>
  /** `none`: no model may see them. */
  readonly rows?: RowsRule
  /** How the organization wants the answer to sound, where it said so. */
  readonly voice?: Voice
  readonly owner?: PlaceOwner
  readonly budget?: TokenBudget
  /** Gets what a model thinks, in pieces of plain text; absent where nobody is shown it. */
  readonly onThought?: (piece: string) => void
  readonly signal: AbortSignal
}
