import { TabletalkError } from '../../../clients/typescript/src/index.ts'
import { UUID } from '../../platform/values/uuid.ts'
import { CommandFailed } from '../command-failed.ts'
import { clientOf, failureOf, type Service } from './service-client.ts'

interface Database {
  readonly id: string
  readonly name: string
}

/** Ten pages of a hundred: the maximum of a plan is 1,000 databases. */
const PAGES_MAX = 10
const PAGE_SIZE = 100
const NAMED_MAX = 20
const FORBIDDEN = 403

/**
 * The id of a database by its id or name; case matters only if several names differ in case alone.
 *
 * @throws CommandFailed that lists the databases if no name or several names match
 */
export const namedDatabaseId = async (target: Service, named: string, signal: AbortSignal): Promise<string> => {
  if (UUID.test(named)) return named
  const all = await listed(target, signal).catch((error: unknown) => {
    const failure = failureOf(error, target)
    if (!(error instanceof TabletalkError && error.status === FORBIDDEN && failure instanceof CommandFailed))
      throw error
    throw new CommandFailed(
      `This key may not list databases: give the id of ${named} instead of its name.\n${failure.message}`,
    )
  })
  const same = all.filter(({ name }) => name === named)
  const alike = same.length > 0 ? same : all.filter(({ name }) => name.toLowerCase() === named.toLowerCase())
  const [only, another] = alike
  if (only === undefined) throw new CommandFailed(`There is no database ${named}. ${namesOf(all)}`)
  if (another !== undefined)
    throw new CommandFailed(
      `Several databases have the name ${named}; give the id of one: ${alike.map(({ id }) => id).join(', ')}`,
    )
  return only.id
}

/** The names of the databases, if the error is an unknown database and the key may list databases. */
export const databasesToChooseFrom = async (target: Service, error: TabletalkError): Promise<string | undefined> => {
  if (error.code !== 'NOT_FOUND_DATABASE') return undefined
  return await listed(target).then(namesOf, () => undefined)
}

const namesOf = (all: readonly Database[]): string => {
  if (all.length === 0)
    return 'The organization has no databases yet. Add one: npx tabletalk database add --name … --url …'
  const names = all.slice(0, NAMED_MAX).map(({ name }) => name)
  const more = all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more` : ''
  return `Databases: ${names.join(', ')}${more}`
}

const listed = async (target: Service, signal?: AbortSignal): Promise<readonly Database[]> => {
  const client = clientOf(target)
  const all: Database[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { page, page_size: PAGE_SIZE }
    const { data, pagination } = await client.call('get', '/api/v1/databases', { query, signal })
    all.push(...data)
    if (!pagination.has_next) break
  }
  return all
}
