import type { Policy } from '../domain/guard/policy.ts'
import { findDrift } from '../domain/guard/policy-drift.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { Problem, type ProblemDetail } from '../domain/problem.ts'
import { inSlices } from '../domain/sliced.ts'
import { FileInvalid } from '../input/written-file.ts'
import { readPolicy } from '../policy-file.ts'
import type { ConnectedAddress } from './open-database.ts'

/** Mistakes that are told at once. */
export const TOLD_MAX = 50

/**
 * A policy that somebody wrote, held against the database that it is for: what names a table or a column that is not
 * there would keep closed what somebody means to show, or show what somebody means to hide.
 *
 * @param field where it was written
 * @throws Problem `input_invalid` with every mistake and its place
 */
export const writtenPolicy = async (
  value: unknown,
  { engine, include }: Pick<ConnectedAddress, 'engine' | 'include'>,
  schema: Schema,
  field = '',
): Promise<Policy> => {
  const policy = read(value, field)
  const at = (place: string) => [field, place].filter((part) => part !== '').join('.')
  if (policy.engine !== engine.name) throw mistakes([detail(at('engine'), `must be ${engine.name}`)])
  const wrong = (await inSlices(findDrift(schema, policy, engine.dialect.folding(schema), include))).filter(
    ({ kind }) => kind === 'table gone' || kind === 'column gone' || kind === 'closed',
  )
  if (wrong.length === 0) return policy
  throw mistakes(wrong.map((drift) => detail(at(`tables.${drift.table}`), drift.detail)))
}

const read = (value: unknown, field: string): Policy => {
  try {
    return readPolicy(value)
  } catch (error) {
    if (!(error instanceof FileInvalid)) throw error
    throw mistakes(
      error.mistakes.map(({ place, message }) =>
        detail([field, place].filter((part) => part !== '').join('.'), message),
      ),
    )
  }
}

const detail = (field: string, message: string): ProblemDetail => ({ field, message, code: 'VALIDATION_ERROR' })

const mistakes = (details: readonly ProblemDetail[]): Problem =>
  new Problem('input_invalid', { details: details.slice(0, TOLD_MAX) })
