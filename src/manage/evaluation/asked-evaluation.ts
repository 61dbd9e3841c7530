import { createHash } from 'node:crypto'
import { tenantForm } from '../../guard/owner-types.ts'
import { restrict } from '../../guard/restriction.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { StoredDatabase } from '../databases/store/databases.ts'
import type { LineMistake, QuestionOfLine } from '../written-files/question-file.ts'
import type { EvaluatedQuestion } from './rules/evaluated-question.ts'
import { type EvaluationInput, TRIALS_PER_HISTORY } from './rules/evaluation-input.ts'

/** What is to be evaluated, before it is a run. */
export interface AskedEvaluation {
  readonly input: Omit<EvaluationInput, 'evaluationId'>
  /** Of questions, options and database. */
  readonly digest: string
  readonly questions: readonly EvaluatedQuestion[]
  /** For operators, in the Temporal UI. */
  readonly summary: string
}

interface EvaluationTimes {
  readonly turnTimeoutMs: number
  readonly queryTimeoutMs: number
  /** Whether operators may not read names of databases. */
  readonly redact: boolean
}

interface EvaluationOptions {
  readonly repeat: number
  readonly worded?: boolean | undefined
}

/** The evaluation of questions that may be asked. The same ones with the same options have the same digest. */
export const askedEvaluation = (
  { turnTimeoutMs, queryTimeoutMs, redact }: EvaluationTimes,
  { organizationId, id: databaseId, name }: StoredDatabase,
  questions: readonly EvaluatedQuestion[],
  { repeat, worded = false }: EvaluationOptions,
): AskedEvaluation => {
  const content = JSON.stringify([organizationId, databaseId, repeat, questions, ...(worded ? ['worded'] : [])])
  return {
    questions,
    input: {
      organizationId,
      databaseId,
      repeat,
      questions: questions.length,
      ...(worded ? { words: true } : {}),
      limits: { questionMs: turnTimeoutMs, queryMs: queryTimeoutMs },
      trialsPerHistory: TRIALS_PER_HISTORY,
    },
    digest: createHash('sha256').update(content).digest('hex').slice(0, 32),
    summary: `Evaluate ${redact ? databaseId : name}: ${questions.length} questions`,
  }
}

/**
 * Why questions may not be asked of a database, by the rules that hold for requests.
 * @param forAll how one says for which tenant all are asked that name none: `--tenant`
 */
export const notAskable = (
  read: readonly QuestionOfLine[],
  settings: StoredDatabase,
  forAll: string,
): readonly LineMistake[] =>
  read.flatMap(({ line, question: { tenantId, scopeId } }) => {
    const { organizationId } = settings
    const tenant = tenantId === undefined ? {} : { tenantId }
    const scope = scopeId === undefined ? {} : { scopeId }
    try {
      restrict({ organizationId, userId: 0, kind: 'organization', ...tenant, ...scope }, settings)
      return []
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return [{ line, ...whyNot(error, settings, forAll) }]
    }
  })

const whyNot = (
  { problem, message }: Problem,
  { name, policy }: StoredDatabase,
  forAll: string,
): Omit<LineMistake, 'line'> => {
  const path = ['tenant']
  if (problem === 'tenant_missing')
    return { path, message: `is required because ${name} has tenant scoping: add it to the line, or set ${forAll}` }
  if (problem === 'tenant_not_expected') return { path, message: `must be omitted because ${name} has no tenants` }
  if (problem === 'tenant_invalid') return { path, message: `must be ${tenantForm(policy.tenant?.type ?? 'integer')}` }
  return { path: [], message }
}
