import type { Caller } from '../access/rules/caller.ts'
import type { Epoch } from '../access/rules/epoch.ts'
import { restrict } from '../guard/restriction.ts'
import type { DatabaseAccess } from '../knowledge/database-access.ts'
import { STARTERS_MAX, startersFor } from '../planner/builtin/index.ts'
import type { CachedReads } from '../store/cached-reads.ts'
import type { Store } from '../store/store.ts'

/** Of verified queries, so many of the latest are looked at, and so many are told. */
const VERIFIED = { looked: 20, told: 3, lengthMax: 200 } as const

/** Questions that a caller may begin with in a database. */
export interface Starters {
  /** @throws Problem as `DatabaseAccess.knowledge` */
  starters(caller: Caller, databaseId: string, epoch: Epoch): Promise<readonly string[]>
}

/**
 * Verified questions first, where every caller sees the same rows: elsewhere their words may be about one tenant, and a public key
 * is told none. The rest is made from what this caller may know; before a database was indexed there is none.
 */
export const starters = ({
  cached,
  store,
  databases,
}: {
  readonly cached: Pick<CachedReads, 'catalog'>
  readonly store: Pick<Store, 'patterns'>
  readonly databases: Pick<DatabaseAccess, 'database' | 'knowledge'>
}): Starters => ({
  async starters(caller, databaseId, epoch) {
    const restriction = restrict(caller, await databases.database(caller, databaseId, epoch))
    if ((await cached.catalog(caller, databaseId, epoch)) === undefined) return []
    const isOfEverybody = restriction.tenant === undefined && restriction.scope === undefined
    const asked = { question: '', recentTurns: [] }
    const [knowledge, verified] = await Promise.all([
      databases.knowledge(caller, databaseId, asked, undefined, epoch),
      isOfEverybody && caller.kind === 'organization' ? verifiedQuestions(store, caller, databaseId) : [],
    ])
    if (knowledge.view.schema.tables.length === 0) return []
    return [...new Set([...verified, ...(await startersFor(knowledge))])].slice(0, STARTERS_MAX)
  },
})

const verifiedQuestions = async (
  store: Pick<Store, 'patterns'>,
  caller: Caller,
  databaseId: string,
): Promise<readonly string[]> => {
  const { items } = await store.patterns.list(caller, { page: 1, pageSize: VERIFIED.looked }, databaseId)
  return items
    .filter(({ failure, question }) => failure === undefined && question.length <= VERIFIED.lengthMax)
    .map(({ question }) => question)
    .slice(0, VERIFIED.told)
}
