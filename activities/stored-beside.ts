import type { QueryDraft } from '../src/ask/rules/draft.ts'
import type { QueryRun } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import type { GuardedRun } from './guard-and-run.ts'
import type { StepParts } from './step-parts.ts'

/**
 * What a turn has once one more query has run: a part stands behind the parts before it, and rows that mend the first ones
 * leave the parts. A part that an earlier attempt of the step has stored is replaced, because parts are counted before it.
 *
 * @throws Problem `conversation_not_found` where the rows are gone that a part is to stand beside
 */
export const storedBeside = async (
  { store }: Pick<StepParts, 'store'>,
  { caller, turnId }: Pick<Question, 'caller' | 'turnId'>,
  { partTitle: title }: Pick<QueryDraft, 'partTitle'>,
  run: QueryRun,
  stays: GuardedRun['stays'],
): Promise<QueryRun> => {
  if (stays === undefined || (title === undefined && stays.parts === 0)) return run
  const stored = await store.results.find(caller, turnId, stays.writer)
  const parts = (stored?.parts ?? []).slice(0, stays.parts)
  if (title === undefined) return { ...run, parts }
  if (stored === undefined) throw new Problem('conversation_not_found')
  const { result, receipt } = run
  return { ...stored, parts: [...parts, { title, result, receipt }] }
}
