import { z } from 'zod'
import { CommandFailed } from '../command-failed.ts'
import { callApi, notUnderstood, Refused } from './call-api.ts'
import type { ChatTarget } from './chat-target.ts'

const Listed = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string() })),
  pagination: z.object({ has_next: z.boolean() }),
})

type Database = z.infer<typeof Listed>['data'][number]

/** A plan has a thousand databases at most. */
const PAGES_MAX = 10
const PAGE_SIZE = 100
const NAMED_MAX = 20
const FORBIDDEN = 403
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The id of a database that is named by its id or its name; capitals count only where they tell two apart.
 *
 * @throws CommandFailed with the names that there are, where there is none of this name, or more than one
 */
export const namedDatabaseId = async (target: ChatTarget, named: string, signal?: AbortSignal): Promise<string> => {
  if (UUID.test(named)) return named
  const all = await listed(target, signal).catch((error: unknown) => {
    throw error instanceof Refused && error.status === FORBIDDEN
      ? new CommandFailed(
          `This key may not list databases: give the id of ${named} instead of its name.\n${error.message}`,
        )
      : error
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

/** The names that there are, where it was refused because there is no such database and the key may know them. */
export const databasesToChooseFrom = async (target: ChatTarget, error: unknown): Promise<string | undefined> => {
  if (!(error instanceof Refused) || error.code !== 'NOT_FOUND_DATABASE') return undefined
  return await listed(target).then(namesOf, () => undefined)
}

const namesOf = (all: readonly Database[]): string => {
  if (all.length === 0)
    return 'The organization has no databases yet. Add one: npx tabletalk database add --name … --url …'
  const names = all.slice(0, NAMED_MAX).map(({ name }) => name)
  const more = all.length > NAMED_MAX ? ` and ${all.length - NAMED_MAX} more` : ''
  return `Databases: ${names.join(', ')}${more}`
}

const listed = async (target: ChatTarget, signal?: AbortSignal): Promise<readonly Database[]> => {
  const all: Database[] = []
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = { page: String(page), page_size: String(PAGE_SIZE) }
    const response = await callApi(target, { path: '/databases', query, signal })
    const parsed = Listed.safeParse(await response.json().catch(() => undefined))
    if (!parsed.success) throw notUnderstood(response, target.baseUrl)
    all.push(...parsed.data.data)
    if (!parsed.data.pagination.has_next) break
  }
  return all
}
