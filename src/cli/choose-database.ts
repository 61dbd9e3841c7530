import { databasesOf, findDatabase } from '../manage/databases/by-operators.ts'
import type { StoredDatabase } from '../manage/databases/store/databases.ts'
import { UUID } from '../platform/values/uuid.ts'
import { chooseOrganization } from './choose-organization.ts'
import { CommandFailed } from './command-failed.ts'
import type { Operator } from './with-store.ts'

interface DatabaseChoice {
  readonly org?: number | undefined
  /** Its id, or its name within the organization. */
  readonly database?: string | undefined
}

/**
 * The named database, else the only one of the organization. An id is looked up in all organizations.
 *
 * @throws CommandFailed if no database or several databases match
 */
export const chooseDatabase = async (
  operator: Pick<Operator, 'store' | 'demoOrganization'>,
  { org, database }: DatabaseChoice,
): Promise<StoredDatabase> => {
  const isId = database !== undefined && UUID.test(database)
  if (isId && org === undefined) {
    const found = await findDatabase(operator, database)
    if (found !== undefined) return found
    throw new CommandFailed(`There is no database ${database}. See: npx tabletalk database list`)
  }
  const { id: organizationId, name } = await chooseOrganization(operator, org)
  const all = await databasesOf(operator, { organizationId })
  const matching = database === undefined ? all : all.filter((one) => one.id === database || one.name === database)
  const [only, another] = matching
  const owner = `organization ${organizationId} (${name})`
  if (only === undefined && database === undefined)
    throw new CommandFailed(
      `The ${owner} has no database yet. Add one with: npx tabletalk database add --name … --url …`,
    )
  if (only === undefined)
    throw new CommandFailed(
      `The ${owner} has no database ${database}. Its databases: ${all.map((one) => one.name).join(', ') || 'none'}`,
    )
  if (another !== undefined)
    throw new CommandFailed(`Specify a database: ${matching.map((one) => `${one.name} (${one.id})`).join(', ')}`)
  return only
}
