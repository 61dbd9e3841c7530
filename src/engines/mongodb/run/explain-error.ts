import { MongoServerError } from 'mongodb'
import type { Refusal } from '../../../guard/guarded-query.ts'

/** A server's error code; undefined for other errors. */
export const serverCode = (error: unknown): number | undefined =>
  error instanceof MongoServerError ? Number(error.code ?? 0) : undefined

/**
 * MaxTimeMSExpired and ExceededTimeLimit (https://github.com/mongodb/mongo/blob/master/src/mongo/base/error_codes.yml).
 */
export const isTimeout = (code: number | undefined): boolean => code === 50 || code === 262

/** Killed by an administrator, server shutdown, role changes, and lost cursors. */
const ENDED_ERRORS: ReadonlySet<number | undefined> = new Set([
  6, 7, 43, 89, 91, 133, 134, 189, 237, 9001, 10058, 10107, 11600, 11601, 11602, 13435, 13436, 13388, 63, 150, 234,
])

export const isEnded = (code: number | undefined): boolean => ENDED_ERRORS.has(code)

/** Memory limit of a stage, or a document over 16 MB; `allowDiskUse` is off. */
const SIZE_ERRORS: ReadonlySet<number> = new Set([
  146, 292, 10334, 16819, 16820, 16945, 17053, 17260, 17280, 17419, 17420, 31475, 34471, 40104, 5643600,
])

/** Errors in the form of a command, before any document is read. */
const FORM_ERRORS: Readonly<Record<number, string>> = {
  2: 'an operator does not accept a value or an option',
  9: 'a stage or an operator has an unknown field, or lacks a required one',
  14: 'an option has the wrong type',
  115: 'it is not supported by this server',
  168: 'an expression operator is unknown',
  224: 'a field of the projection contradicts another',
  238: 'it is not supported by this server',
  16020: 'an operator has too many or too few arguments',
  16410: 'a field path begins or ends with a dot, or has a dollar sign in it',
  17276: 'a variable is used but not defined',
  31249: 'two paths of the projection collide',
  31250: 'two paths of the projection collide',
  31253: 'the projection both includes and excludes fields',
  31254: 'the projection both includes and excludes fields',
  40176: 'two paths of a stage collide',
  40234: 'every field of $group but _id needs an accumulator',
  40235: 'a field of $group has a dot in its name',
  40237: 'a field of $group has more than one accumulator',
  40323: 'a stage has more or fewer than one field',
  40324: 'a stage is unknown to this server',
}

/** Type errors on values. */
const TYPE_ERRORS: ReadonlySet<number> = new Set([
  241, 15999, 16004, 16006, 16007, 16555, 16556, 16608, 16609, 16610, 16611, 16702, 28651, 28680, 28689, 28691, 28714,
  28764, 28765, 28766, 34435, 34443, 34444, 34445, 34446, 34448, 34449, 34450, 34460, 34473, 40076, 40085, 40386, 40390,
  40391, 40393, 40399, 40400, 51081, 51103, 51104, 51105, 51156, 5787902, 5787903, 5787908,
])

/** The refusal for a command that MongoDB rejected: the kind of mistake only, because server messages quote values. */
export const explainError = (code: number): Refusal => {
  if (SIZE_ERRORS.has(code)) return TOO_LARGE
  const form = FORM_ERRORS[code]
  if (form !== undefined)
    return { reason: 'invalid_query', hint: `MongoDB rejected the command: ${form}.`, repairable: true }
  if (TYPE_ERRORS.has(code)) return TYPE_REFUSAL
  return { reason: 'execution_failed', hint: 'The database could not run the query.', repairable: false }
}

export const TOO_LARGE: Refusal = {
  reason: 'too_large',
  hint: 'The query needs too much memory, or a document of its result is too large; select fewer fields, or less at once.',
  repairable: true,
}

const TYPE_REFUSAL: Refusal = {
  reason: 'invalid_query',
  hint: 'MongoDB rejected the query: an operator does not accept the type of a value; filter by $type, or use $convert with onError and onNull.',
  repairable: true,
}
