import type { QueryResult } from '../src/domain/ask/outcome.ts'
import { answeredBy } from '../src/domain/evaluation/answered.ts'
import { isOrdered, isOrderedCommand, rankedQuery } from '../src/domain/evaluation/gold-query.ts'
import { comparedAnswers, type Ranked } from '../src/domain/evaluation/same-answer.ts'
import { refusedText } from '../src/domain/evaluation/trial.ts'
import { Problem } from '../src/domain/problem.ts'
import { inSlices } from '../src/domain/sliced.ts'
import { type Asker, COMPARED_ROWS_MAX, type ComparedRun, type RunLimits, runCompared } from './run-compared.ts'
import type { StepParts } from './step-parts.ts'

interface GoldAnswer {
  readonly query: string
  readonly run: ComparedRun & { readonly kind: 'rows' }
}

/** What the gold queries of one question find, for the caller who asks it: under the same guard and the same restriction. */
export class GoldAnswers {
  readonly #app: Pick<StepParts, 'openDatabase'>
  readonly #asker: Asker
  readonly #limits: RunLimits
  readonly #answers: readonly GoldAnswer[]

  private constructor(
    app: Pick<StepParts, 'openDatabase'>,
    asker: Asker,
    limits: RunLimits,
    answers: readonly GoldAnswer[],
  ) {
    this.#app = app
    this.#asker = asker
    this.#limits = limits
    this.#answers = answers
  }

  /** Runs the gold queries. @returns why not, in words, where one of them cannot be gold */
  static async of(
    app: Pick<StepParts, 'openDatabase'>,
    asker: Asker,
    golds: readonly string[],
    limits: RunLimits,
  ): Promise<GoldAnswers | string> {
    const answers: GoldAnswer[] = []
    for (const query of golds) {
      const run = await unlessOverdue(runCompared(app, asker, query, limits))
      if (run === undefined)
        return `Its gold query takes longer than the ${limits.queryMs / 1000} s that a query has. Let it read less.`
      if (run.kind === 'refused') return refusedText('Its gold query', run)
      if (run.result.truncated)
        return `Its gold query finds more than the ${COMPARED_ROWS_MAX} rows or 1 MiB that are compared. Let it find less.`
      answers.push({ query, run })
    }
    return new GoldAnswers(app, asker, limits, answers)
  }

  /** What the first of them finds. */
  get result(): QueryResult | undefined {
    return this.#answers[0]?.run.result
  }

  /** Whether a result is what one of them finds; further columns are welcome. */
  async agree(found: QueryResult): Promise<boolean> {
    if (found.truncated) return false
    for (const gold of this.#answers) if (await this.#agrees(found, gold)) return true
    // Only now: a query more for each question would be too much.
    for (const gold of this.#answers) {
      const ranked = await this.#ranked(gold)
      if (ranked !== undefined && (await this.#agrees(found, gold, ranked))) return true
    }
    return false
  }

  #agrees(found: QueryResult, { query, run: { language, result } }: GoldAnswer, ranked?: Ranked): Promise<boolean> {
    const ordered = language === 'sql' ? isOrdered(query) : isOrderedCommand(query)
    const rules = { extraColumns: true, isOrdered: ordered }
    return inSlices(comparedAnswers(answeredBy(found), answeredBy(result), rules, ranked))
  }

  async #ranked({ query, run: { language } }: GoldAnswer): Promise<Ranked | undefined> {
    const wider = language === 'sql' ? rankedQuery(query) : undefined
    if (wider === undefined) return undefined
    const run = await unlessOverdue(runCompared(this.#app, this.#asker, wider.query, this.#limits))
    if (run === undefined || run.kind === 'refused' || run.result.truncated) return undefined
    return { rows: answeredBy(run.result).rows, keys: wider.keys }
  }
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
