import { createHash } from 'node:crypto'
import type { Config } from '../../config.ts'
import { type EvaluatedQuestion, TRIALS_MAX } from '../../domain/evaluation/evaluated-question.ts'
import { type EvaluationInput, TRIALS_PER_HISTORY } from '../../domain/evaluation/evaluation-input.ts'
import { tenantForm } from '../../domain/guard/owner-types.ts'
import { restrict } from '../../domain/guard/restriction.ts'
import { Problem } from '../../domain/problem.ts'
import {
  type AskedAs,
  type LineMistake,
  QUESTION_FILE_MAX,
  type QuestionOfLine,
  readQuestions,
  throwMistakes,
} from '../../input/question-file.ts'
import { FileInvalid } from '../../input/written-file.ts'
import type { StoredDatabase } from '../../store/databases.ts'
import { CommandFailed } from '../command-failed.ts'
import { readTextFile } from '../read-text-file.ts'

export interface QuestionOptions {
  readonly questions: string
  readonly tenant?: string
  readonly scope?: string
  readonly repeat: number
  readonly worded?: boolean
}

/** What is to be evaluated. */
export interface AskedEvaluation {
  readonly input: EvaluationInput
  readonly questions: readonly EvaluatedQuestion[]
  /** For operators, in the Temporal UI. */
  readonly summary: string
}

/**
 * Reads the questions, and sees that each may be asked of this database. The same questions with the same options are the
 * same evaluation, whatever their file is called.
 *
 * @throws CommandFailed and FileInvalid, with every mistake and its line
 */
export const askedEvaluation = async (
  { turnTimeoutMs, queryTimeoutMs, redact }: Pick<Config, 'turnTimeoutMs' | 'queryTimeoutMs' | 'redact'>,
  settings: StoredDatabase,
  { questions: file, tenant, scope, repeat, worded = false }: QuestionOptions,
): Promise<AskedEvaluation> => {
  const text = await readTextFile(file, QUESTION_FILE_MAX)
  const scopeId = scope?.trim().normalize('NFC') ?? ''
  const as = {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    // As of requests: one that says nothing is none.
    ...(scopeId === '' ? {} : { scopeId }),
  }
  const questions = readOf(file, text, as, settings)
  const trials = questions.length * repeat
  if (trials > TRIALS_MAX)
    throw new CommandFailed(
      `${questions.length} questions asked ${repeat} times are ${trials}, and at most ${TRIALS_MAX} are asked at once: ask them less often, or in several files.`,
    )
  const { organizationId, id: databaseId, name } = settings
  const content = JSON.stringify([organizationId, databaseId, repeat, questions, ...(worded ? ['worded'] : [])])
  return {
    questions,
    input: {
      ...{ organizationId, databaseId, repeat, questions: questions.length },
      ...(worded ? { words: true } : {}),
      evaluationId: createHash('sha256').update(content).digest('hex').slice(0, 32),
      ...{ limits: { questionMs: turnTimeoutMs, queryMs: queryTimeoutMs }, trialsPerHistory: TRIALS_PER_HISTORY },
    },
    summary: `Evaluate ${redact ? databaseId : name}: ${questions.length} questions`,
  }
}

const readOf = (file: string, text: string, as: AskedAs, settings: StoredDatabase): readonly EvaluatedQuestion[] => {
  try {
    const read = readQuestions(text, as)
    throwMistakes(read.flatMap((one) => whyNot(one, settings) ?? []))
    return read.map(({ question }) => question)
  } catch (error) {
    throw error instanceof FileInvalid ? new FileInvalid(`${file}: ${error.message}`, { cause: error }) : error
  }
}

/** Why a question may not be asked, by the rules that hold for requests. */
const whyNot = ({ line, question }: QuestionOfLine, settings: StoredDatabase): LineMistake | undefined => {
  const { tenantId, scopeId } = question
  try {
    restrict(
      {
        ...{ organizationId: settings.organizationId, userId: 0, kind: 'organization' },
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(scopeId === undefined ? {} : { scopeId }),
      },
      settings,
    )
    return undefined
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { line, message: textOf(error, settings) }
  }
}

const textOf = ({ problem, message }: Problem, { name, policy }: StoredDatabase): string => {
  if (problem === 'tenant_missing')
    return `tenant: is required, for ${name} keeps tenants apart: write it into the line, or give --tenant`
  if (problem === 'tenant_not_expected') return `tenant: must be left out, for ${name} has no tenants`
  if (problem === 'tenant_invalid') return `tenant: must be ${tenantForm(policy.tenant?.type ?? 'integer')}`
  return message
}
