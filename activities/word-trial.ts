import { addUsage } from '../src/ask/rules/draft.ts'
import type { Trial } from '../src/manage/evaluation/rules/trial.ts'
import type { DraftingResult, TrialParts } from './draft-until-run.ts'
import type { Asker } from './run-compared.ts'
import { tokenBudget } from './token-budget.ts'
import { wordingOf } from './wording-of.ts'

/**
 * Has the rows of a trial worded as those of a turn are, by a model, and counts its sentences that the rows do not say.
 *
 * @returns the trial with what that took; the same one where no model may word its rows
 * @throws the signal's reason when it aborts
 */
export const wordTrial = async (
  app: TrialParts,
  { text, ...asker }: Asker & { readonly text: string },
  { draft, result, tables, usage }: Extract<DraftingResult, { readonly kind: 'rows' }>,
  trial: Trial,
  signal: AbortSignal,
): Promise<Trial> => {
  if (app.planner.offline) return trial
  const asked = { ...asker, text, askedAt: new Date().toISOString() }
  const database = await app.databases.database(asker.caller, asker.databaseId)
  const wording = wordingOf(database, asked, { result, tables: tables.map((table) => ({ table })) })
  const request = { ...wording, draft, budget: tokenBudget(app, asked, usage), signal }
  const { usage: spent, sentences } = await app.planner.compose(request, async () => undefined)
  const all = addUsage(usage, spent)
  return {
    ...trial,
    ...(all === undefined ? {} : { usage: all }),
    ...(spent === undefined ? {} : { wordingUsage: spent }),
    ...(sentences === undefined ? {} : { sentences }),
  }
}
