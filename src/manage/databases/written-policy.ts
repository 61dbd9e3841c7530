import type { Policy } from '../../guard/policy.ts'
import { findDrift } from '../../guard/policy-drift.ts'
import type { Schema } from '../../guard/schema.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import { FileInvalid } from '../written-files/input-file.ts'
import type { ConnectedAddress } from './open-database.ts'
import { readPolicy } from './policy-file.ts'
import { mistakesProblem } from './written-mistakes.ts'

/**
 * Parses a written policy and checks it against its database: an unknown table or column would hide what is meant to be
 * visible, or show what is meant to be hidden.
 * @param field path of the policy in the request
 * @throws Problem `input_invalid` with every mistake and its path
 */
export const parseWrittenPolicy = async (
  value: unknown,
  { engine, include }: Pick<ConnectedAddress, 'engine' | 'include'>,
  schema: Schema,
  field = '',
): Promise<Policy> => {
  const policy = read(value, field)
  const at = (place: string) => [field, place].filter((part) => part !== '').join('.')
  if (policy.engine !== engine.name) throw mistakesProblem([{ field: at('engine'), message: `must be ${engine.name}` }])
  const wrong = (await runInSlices(findDrift(schema, policy, engine.dialect.folding(schema), include))).filter(
    ({ kind }) => kind === 'table gone' || kind === 'column gone' || kind === 'closed',
  )
  if (wrong.length === 0) return policy
  throw mistakesProblem(wrong.map(({ table, detail }) => ({ field: at(`tables.${table}`), message: detail })))
}

const read = (value: unknown, field: string): Policy => {
  try {
    return readPolicy(value)
  } catch (error) {
    if (!(error instanceof FileInvalid)) throw error
    throw mistakesProblem(
      error.mistakes.map(({ place, message }) => ({
        field: [field, place].filter((part) => part !== '').join('.'),
        message,
      })),
    )
  }
}
