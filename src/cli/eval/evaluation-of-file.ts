import type { Config } from '../../config.ts'
import type { StoredDatabase } from '../../manage/databases/store/databases.ts'
import {
  type PreparedEvaluation,
  prepareEvaluation,
  validateQuestions,
} from '../../manage/evaluation/prepare-evaluation.ts'
import { type EvaluatedQuestion, TRIALS_MAX } from '../../manage/evaluation/rules/evaluated-question.ts'
import { FileInvalid } from '../../manage/written-files/input-file.ts'
import {
  QUESTION_FILE_MAX,
  type QuestionOwner,
  readQuestions,
  throwMistakes,
} from '../../manage/written-files/question-file.ts'
import { CommandFailed } from '../command-failed.ts'
import { readTextFile } from '../text-files.ts'

export interface QuestionOptions {
  readonly questions: string
  readonly tenant?: string
  readonly scope?: string
  readonly repeat: number
  readonly worded?: boolean
}

/**
 * Reads the questions, and checks that each may be asked of this database. The same questions with the same options are the
 * same evaluation, under any file name.
 *
 * @throws CommandFailed and FileInvalid, which lists all mistakes with their lines
 */
export const evaluationOfFile = async (
  times: Pick<Config, 'turnTimeoutMs' | 'queryTimeoutMs' | 'redact'>,
  settings: StoredDatabase,
  { questions: file, tenant, scope, ...options }: QuestionOptions,
): Promise<PreparedEvaluation> => {
  const text = await readTextFile(file, QUESTION_FILE_MAX)
  const scopeId = scope?.trim().normalize('NFC') ?? ''
  const as = {
    ...(tenant === undefined ? {} : { tenantId: tenant }),
    // An empty scope is no scope, as in requests.
    ...(scopeId === '' ? {} : { scopeId }),
  }
  const questions = readOf(file, text, as, settings)
  const trials = questions.length * options.repeat
  if (trials > TRIALS_MAX)
    throw new CommandFailed(
      `${questions.length} questions asked ${options.repeat} times each are ${trials}; the maximum is ${TRIALS_MAX}. Reduce --repeat, or split the file.`,
    )
  return prepareEvaluation(times, settings, questions, options)
}

const readOf = (
  file: string,
  text: string,
  as: QuestionOwner,
  settings: StoredDatabase,
): readonly EvaluatedQuestion[] => {
  try {
    const read = readQuestions(text, as)
    throwMistakes(validateQuestions(read, settings, '--tenant'))
    return read.map(({ question }) => question)
  } catch (error) {
    throw error instanceof FileInvalid ? new FileInvalid(`${file}: ${error.message}`, { cause: error }) : error
  }
}
