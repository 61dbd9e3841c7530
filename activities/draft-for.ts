import type { Caller } from '../src/access/rules/caller.ts'
import type { ColumnProfile, ProfiledColumn } from '../src/ask/rules/column-profile.ts'
import { addUsage, type PlannerOutput, type Usage } from '../src/ask/rules/draft.ts'
import type { ExploreBudget } from '../src/ask/rules/explore-command.ts'
import { columnKey } from '../src/ask/rules/knowledge.ts'
import { profilesText } from '../src/ask/rules/prompts/profiles-text.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { type ContextWithin, estimatedTokens } from '../src/ask/rules/question-context.ts'
import { readQuestion } from '../src/ask/rules/read-question.ts'
import type { Refusal } from '../src/guard/guarded-query.ts'
import type { Pattern } from '../src/manage/patterns/rules/pattern.ts'
import type { ColumnConstant } from '../src/manage/patterns/rules/template/column-constant.ts'
import type { TurnPersonality } from '../src/manage/personalities/rules/personality.ts'
import type { DraftRequest } from '../src/planner/planner.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import type { PartOf } from '../src/platform/values/part-of.ts'
import type { StepParts } from './step-parts.ts'

export interface Drafting extends Pick<DraftRequest, 'recentTurns' | 'clarifies' | 'signal' | 'budget' | 'onThought'> {
  /** Set when an earlier draft for this question was refused. */
  readonly refused?: DraftRequest['refused']
  /** Set where the planner judges what its last query gave. */
  readonly seen?: DraftRequest['seen']
  /** Set where the planner may look first. */
  readonly looking?: ExploreBudget
  /** How a reply is to sound; it is read while knowledge is. */
  readonly voice?: Promise<TurnPersonality | undefined>
  /** Called with a verified query that is no longer used to answer, and the reason. */
  onBroken?(pattern: Pattern, refusal: Refusal): Promise<void>
}

/**
 * Question → draft, by the planner; its knowledge holds only what this caller may see.
 *
 * @throws Problem as `DatabaseAccess.knowledge` and `Planner.draft`; an AbortError when the signal aborts
 */
export const draftFor = async (
  app: Pick<StepParts, 'retrieval' | 'planner'> &
    PartOf<StepParts, { databases: 'knowledge' | 'holds' | 'profiles' | 'judgeForAnyone' }>,
  {
    caller,
    databaseId,
    text,
    askedAt,
    epoch: revision,
  }: Pick<Question, 'caller' | 'databaseId' | 'text' | 'askedAt' | 'epoch'>,
  { recentTurns, clarifies, signal, budget, refused, seen, looking, voice: voiceRead, onThought, onBroken }: Drafting,
): Promise<PlannerOutput> => {
  const question = readQuestion(text)
  const reading = app.databases.knowledge(caller, databaseId, { question, recentTurns }, signal, revision)
  let suspect: Pattern | undefined
  const near = {
    question,
    knowledge: reading,
    holds: (constants: readonly ColumnConstant[]) =>
      app.databases.holds(caller, databaseId, constants, signal, revision),
    onSuspect: (pattern: Pattern) => {
      suspect = pattern
    },
  }
  const [knowledge, patterns, voice] = await Promise.all([
    reading,
    app.retrieval.patterns.near(caller, databaseId, near, revision),
    voiceRead,
  ])
  // Before the planner is paid: the database may be unreachable by now.
  const refusal = await refusalForAnyone(app, caller, suspect)
  if (suspect !== undefined && refusal !== undefined) await onBroken?.(suspect, refusal)
  const asked = { question, recentTurns, knowledge, patterns }
  const context = app.retrieval.contexts.of(asked, { owner: caller, signal })
  const drafting = app.planner.draft({
    ...asked,
    askedAt,
    context: app.planner.offline
      ? context.within
      : withProfiles(context.within, (columns) =>
          app.databases.profiles(caller, databaseId, columns, signal, revision),
        ),
    ...(clarifies === undefined ? {} : { clarifies }),
    ...(refused === undefined ? {} : { refused }),
    ...(seen === undefined ? {} : { seen }),
    ...(looking === undefined ? {} : { looking }),
    ...(voice === undefined ? {} : { voice }),
    ...(budget === undefined ? {} : { budget }),
    ...(onThought === undefined ? {} : { onThought }),
    owner: caller,
    signal,
  })
  try {
    const draft = withUsage(await drafting, context.usage)
    const wasRun = (refused ?? seen) !== undefined && patterns.some(({ isExact }) => isExact)
    return wasRun || refusal !== undefined ? withoutVerified(draft) : draft
  } catch (error) {
    throw error instanceof Problem && context.usage !== undefined
      ? error.withUsage(addUsage(context.usage, error.usage))
      : error
  }
}

/** What the profiles of one question come to at most. */
const PROFILES_TOKENS = 500

/** Context with what the columns hold that it may need, read once however many sizes it is asked in. */
const withProfiles = (
  within: ContextWithin,
  read: (columns: readonly ProfiledColumn[]) => Promise<readonly ColumnProfile[]>,
): ContextWithin => {
  let reading: Promise<readonly ColumnProfile[]> | undefined
  return async (tokens) => {
    const context = await within(Math.max(tokens / 2, tokens - PROFILES_TOKENS))
    reading ??= read(context.profiled ?? [])
    const shown = new Set((context.profiled ?? []).map(columnKey))
    let left = PROFILES_TOKENS
    const profiles = (await reading).filter((one) => {
      const size = estimatedTokens(profilesText([one]))
      if (!shown.has(columnKey(one)) || size > left) return false
      left -= size
      return true
    })
    return { ...context, profiles }
  }
}

/** Why the guard would run a verified query for no caller. */
const refusalForAnyone = async (
  app: PartOf<StepParts, { databases: 'judgeForAnyone' }>,
  caller: Caller,
  pattern: Pattern | undefined,
): Promise<Refusal | undefined> => {
  if (pattern === undefined) return undefined
  const guarded = await app.databases.judgeForAnyone(caller, pattern.databaseId, pattern.query)
  return guarded.ok ? undefined : guarded.refusal
}

const UNRUN = 'The verified query for this question could not be run'

/** The note for the user where the verified query of the question was refused, and another draft follows. */
const withoutVerified = (draft: PlannerOutput): PlannerOutput => {
  if (draft.mode === 'look' || draft.mode === 'accept') return draft
  if (draft.mode === 'query')
    return { ...draft, assumptions: [`${UNRUN}; it was answered with another query.`, ...draft.assumptions] }
  return { ...draft, reply: `${UNRUN}. Managers of verified queries can see the reason. ${draft.reply}` }
}

/** A draft with what finding its tables has cost. */
const withUsage = (draft: PlannerOutput, more: Usage | undefined): PlannerOutput => {
  const usage = addUsage(more, draft.usage)
  return usage === undefined ? draft : { ...draft, usage }
}
