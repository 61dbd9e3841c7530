import { randomBytes } from 'node:crypto'
import { Problem } from '../../../domain/problem.ts'
import { errnoOf } from '../connect/driver-error.ts'

/** A name that no database has. */
export const scratchName = (): string => `tabletalk_scratch_${randomBytes(6).toString('hex')}`

/** @throws Problem `database_unreachable`, which says what the user lacks; whatever else it was */
export const scratchProblem = (error: unknown): never => {
  if (errnoOf(error) === 1044)
    throw new Problem('database_unreachable', {
      message:
        'The user of the address may make no databases: it needs the right CREATE, for databases named tabletalk_scratch_….',
      transient: false,
    })
  throw error
}
