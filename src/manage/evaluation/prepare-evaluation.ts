import { createHash } from 'node:crypto'
import { organizationCaller } from '../../access/rules/caller.ts'
import { tenantFormat } from '../../guard/owner-types.ts'
import { restrict } from '../../guard/restriction.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { StoredDatabase } from '../databases/store/databases.ts'
import type { LineMistake, NumberedQuestion } from '../written-files/question-file.ts'
import type { EvaluatedQuestion } from './rules/evaluated-question.ts'
import { type EvaluationInput, TRIALS_PER_HISTORY } from './rules/evaluation-input.ts'

/** An evaluation to start. */
export interface PreparedEvaluation {
  readonly input: Omit<EvaluationInput, 'evaluationId'>
  /** Digest of questions, options and database. */
  readonly digest: string
  readonly questions: readonly EvaluatedQuestion[]
  /** Summary for operators in the Temporal UI. */
  readonly summary: string
}

interface EvaluationTimes {
  readonly turnTimeoutMs: number
  readonly queryTimeoutMs: number
  /** Whether names of databases are withheld from operators. */
  readonly redact: boolean
}

interface EvaluationOptions {
  readonly repeat: number
  readonly worded?: boolean | undefined
}

/** Prepares an evaluation of valid questions. Equal questions and options have equal digests. */
export const prepareEvaluation = (
  { turnTimeoutMs, queryTimeoutMs, redact }: EvaluationTimes,
  { organizationId, id: databaseId, name }: StoredDatabase,
  questions: readonly EvaluatedQuestion[],
  { repeat, worded = false }: EvaluationOptions,
): PreparedEvaluation => {
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
 * Validates questions by the rules for requests.
 * @param forAll the name of the option that sets the tenant of questions without one: `--tenant`
 */
export const validateQuestions = (
  read: readonly NumberedQuestion[],
  settings: StoredDatabase,
  forAll: string,
): readonly LineMistake[] =>
  read.flatMap(({ line, question }) => {
    try {
      restrict(organizationCaller(settings.organizationId, question), settings)
      return []
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return [{ line, ...mistakeOf(error, settings, forAll) }]
    }
  })

const mistakeOf = (
  { problem, message }: Problem,
  { name, policy }: StoredDatabase,
  forAll: string,
): Omit<LineMistake, 'line'> => {
  const path = ['tenant']
  if (problem === 'tenant_missing')
    return { path, message: `is required because ${name} has tenant scoping: add it to the line, or set ${forAll}` }
  if (problem === 'tenant_not_expected') return { path, message: `must be omitted because ${name} has no tenants` }
  if (problem === 'tenant_invalid')
    return { path, message: `must be ${tenantFormat(policy.tenant?.type ?? 'integer')}` }
  return { path: [], message }
}
