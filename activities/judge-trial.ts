import type { QueryResult } from '../src/ask/rules/outcome.ts'
import type { EvaluatedQuestion } from '../src/manage/evaluation/rules/evaluated-question.ts'
import { refusedText, sampleOf, type Trial, verdictOfReply } from '../src/manage/evaluation/rules/trial.ts'
import { cutText } from '../src/platform/values/cut-text.ts'
import type { DraftingResult } from './draft-until-run.ts'
import type { GoldAnswers } from './gold-answers.ts'

/** A report is read by people. */
const QUERY_SHOWN_MAX = 8 * 1024
const MESSAGE_SHOWN_MAX = 1_000

/** Whether what was reached is right, and what is kept of it. @throws Problem as `Engine.run`, where rows tie */
export const judgeTrial = async (
  { text, expected }: EvaluatedQuestion,
  reached: DraftingResult,
  gold: GoldAnswers,
): Promise<Omit<Trial, 'durationMs'>> => {
  const { draft, repairs, usage } = reached
  const known = { repairs, planner: draft.planner, ...(usage === undefined ? {} : { usage }) }
  switch (reached.kind) {
    case 'replied': {
      const { mode, reply } = reached.draft
      const verdict = verdictOfReply(expected, mode)
      return { ...known, verdict, isAnswered: false, message: cutText(reply, MESSAGE_SHOWN_MAX) }
    }
    case 'given up': {
      const { outcome, problem, draft: given } = reached
      const message = cutText(refusedText('Its query', outcome), MESSAGE_SHOWN_MAX)
      const query = cutText(given.query, QUERY_SHOWN_MAX)
      return { ...known, verdict: 'failed', isAnswered: false, query, problem, message }
    }
    case 'rows': {
      const { result, draft: run, review } = reached
      const turn = rememberedAs(text, run, result)
      const isRight = async (rows: QueryResult) => expected.kind === 'rows' && (await gold.agree(rows))
      const before = review?.before && ((await isRight(review.before)) ? 'right' : 'wrong')
      const reviewed = {
        ...(review === undefined ? {} : { reviews: review.count }),
        ...(review?.usage === undefined ? {} : { reviewUsage: review.usage }),
        ...(before === undefined ? {} : ({ beforeReview: before } as const)),
      }
      const answered = { ...known, ...reviewed, isAnswered: true, query: cutText(run.query, QUERY_SHOWN_MAX), turn }
      if (await isRight(result)) return { ...answered, verdict: 'right' }
      const goldResult = gold.result === undefined ? {} : { gold: sampleOf(gold.result) }
      return { ...answered, verdict: 'wrong', found: sampleOf(result), ...goldResult }
    }
  }
}

const rememberedAs = (
  question: string,
  { query, plan }: Extract<DraftingResult, { readonly kind: 'rows' }>['draft'],
  { columns, rowCount }: QueryResult,
): NonNullable<Trial['turn']> => ({
  question,
  query,
  columns: columns.map(({ name }) => name),
  rowCount,
  ...(plan === undefined ? {} : { plan }),
})
