import { isWhole, type QueryResult } from '../src/ask/rules/outcome.ts'
import { comparableResult } from '../src/manage/evaluation/rules/comparable-result.ts'
import { isOrdered, isOrderedCommand, rankedQuery } from '../src/manage/evaluation/rules/gold-query.ts'
import { compareAnswers, type RankedRows } from '../src/manage/evaluation/rules/same-answer.ts'
import { refusedText } from '../src/manage/evaluation/rules/trial.ts'
import { Problem } from '../src/platform/problems/problem.ts'
import type { PartOf } from '../src/platform/values/part-of.ts'
import { runInSlices } from '../src/platform/values/sliced.ts'
import { type Asker, COMPARED_ROWS_MAX, type ComparedRun, type RunLimits, runCompared } from './run-compared.ts'
import type { StepParts } from './step-parts.ts'

type GoldAnswer = Extract<ComparedRun, { readonly kind: 'rows' }> & { readonly query: string }

/** What the gold queries of one question find, for the caller who asks it: under the same guard and the same restriction. */
export interface GoldAnswers {
  /** What the first of them finds. */
  readonly result: QueryResult | undefined
  /** Whether a result equals the result of one of the gold queries; it may have further columns. @throws Problem as `Engine.run` */
  agree(found: QueryResult): Promise<boolean>
}

/**
 * Runs gold queries.
 *
 * @returns why not, in words, where one of them cannot be gold
 * @throws Problem as `runCompared`
 */
export const goldAnswers = async (
  app: PartOf<StepParts, { databases: 'openAsCaller' }>,
  asker: Asker,
  golds: readonly string[],
  limits: RunLimits,
): Promise<GoldAnswers | string> => {
  const run = (query: string) => unlessOverdue(runCompared(app, asker, query, limits))
  const answers: GoldAnswer[] = []
  for (const query of golds) {
    const answer = await run(query)
    if (answer === undefined)
      return `Its gold query exceeds the query time limit of ${limits.queryMs / 1000} s. Make it read fewer rows.`
    if (answer.kind === 'refused') return refusedText('Its gold query', answer)
    if (!isWhole(answer.result))
      return `The result of its gold query exceeds the ${COMPARED_ROWS_MAX} rows or 1 MiB that can be compared. Make it return fewer rows.`
    answers.push({ query, ...answer })
  }
  return {
    result: answers[0]?.result,
    async agree(found) {
      if (!isWhole(found)) return false
      for (const gold of answers) if (await agrees(found, gold)) return true
      // Only now: a query more for each question would be too much.
      for (const gold of answers) {
        const ranked = await rankedBy(gold, run)
        if (ranked !== undefined && (await agrees(found, gold, ranked))) return true
      }
      return false
    },
  }
}

const agrees = (found: QueryResult, { query, language, result }: GoldAnswer, ranked?: RankedRows): Promise<boolean> => {
  const rules = { extraColumns: true, isOrdered: language === 'sql' ? isOrdered(query) : isOrderedCommand(query) }
  return runInSlices(compareAnswers(comparableResult(found), comparableResult(result), rules, ranked))
}

/** All that a "top n" chose from; undefined where that cannot be known. */
const rankedBy = async (
  { query, language }: GoldAnswer,
  run: (query: string) => Promise<ComparedRun | undefined>,
): Promise<RankedRows | undefined> => {
  const wider = language === 'sql' ? rankedQuery(query) : undefined
  const answer = wider && (await run(wider.query))
  if (wider === undefined || answer?.kind !== 'rows' || !isWhole(answer.result)) return undefined
  return { rows: comparableResult(answer.result).rows, keys: wider.keys }
}

/** Undefined where a query took too long: it would again. */
const unlessOverdue = async (running: Promise<ComparedRun>): Promise<ComparedRun | undefined> => {
  try {
    return await running
  } catch (error) {
    if (error instanceof Problem && error.problem === 'query_timeout') return undefined
    throw error
  }
}
