import type { Policy } from '../../guard/policy.ts'
import { findDrift } from '../../guard/policy-drift.ts'
import type { Schema } from '../../guard/schema.ts'
import { inSlices } from '../../platform/values/sliced.ts'
import { FileInvalid } from '../written-files/written-file.ts'
import type { ConnectedAddress } from './open-database.ts'
import { readPolicy } from './policy-file.ts'
import { writtenMistakes } from './written-mistakes.ts'

/**
 * A policy checked against its database: a rule for a table or column that does not exist would keep closed what was
 * meant to be shown, or show what was meant to be hidden.
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
  if (policy.engine !== engine.name) throw writtenMistakes([{ field: at('engine'), message: `must be ${engine.name}` }])
  const wrong = (await inSlices(findDrift(schema, policy, engine.dialect.folding(schema), include))).filter(
    ({ kind }) => kind === 'table gone' || kind === 'column gone' || kind === 'closed',
  )
  if (wrong.length === 0) return policy
  throw writtenMistakes(wrong.map(({ table, detail }) => ({ field: at(`tables.${table}`), message: detail })))
}

const read = (value: unknown, field: string): Policy => {
  try {
    return readPolicy(value)
  } catch (error) {
    if (!(error instanceof FileInvalid)) throw error
    throw writtenMistakes(
      error.mistakes.map(({ place, message }) => ({
        field: [field, place].filter((part) => part !== '').join('.'),
        message,
      })),
    )
  }
}
