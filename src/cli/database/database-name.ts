import { displayName } from '../../domain/access/display-name.ts'
import { CommandFailed } from '../command-failed.ts'
import type { Operator } from '../with-store.ts'

/**
 * A name that no other database of the organization has: two of one name could not be told apart by people.
 *
 * @param option by which the name was given
 * @throws CommandFailed
 */
export const freeName = async (
  { store }: Pick<Operator, 'store'>,
  organizationId: number,
  { name, option }: { readonly name: string; readonly option: string },
): Promise<string> => {
  const trimmed = displayName(name)
  if (trimmed === undefined) throw new CommandFailed(`${option} must have 1 to 200 visible characters.`)
  const taken = (await store.databases.all({ organizationId })).find((database) => database.name === trimmed)
  if (taken !== undefined)
    throw new CommandFailed(
      `Organization ${organizationId} already has a database ${trimmed} (${taken.id}). Choose another ${option}.`,
    )
  return trimmed
}
