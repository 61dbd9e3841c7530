import type { AuthorizationRevision } from '../access/rules/authorization-revision.ts'
import type { Caller } from '../access/rules/caller.ts'
import { restrict } from '../guard/restriction.ts'
import type { DatabaseAccess } from '../knowledge/database-access.ts'
import { STARTERS_MAX, startersFor } from '../planner/builtin/index.ts'
import type { CachedReads } from '../store/cached-reads.ts'
import type { Store } from '../store/store.ts'

/** Limits of verified queries: how many of the latest are read, and how many are suggested. */
const VERIFIED = { readMax: 20, suggestedMax: 3, lengthMax: 200 } as const

/** Questions suggested to a caller as a start. */
export interface Starters {
  /** @throws Problem as `DatabaseAccess.knowledge` */
  starters(caller: Caller, databaseId: string, revision: AuthorizationRevision): Promise<readonly string[]>
}

/**
 * Verified questions first, if every caller sees the same rows; in a scoped database their text may be about one
 * tenant, and a public key gets none. The rest is made from the caller's knowledge; a database that was not indexed has
 * none.
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
  async starters(caller, databaseId, revision) {
    const restriction = restrict(caller, await databases.database(caller, databaseId, revision))
    if ((await cached.catalog(caller, databaseId, revision)) === undefined) return []
    const isUnscoped = restriction.tenant === undefined && restriction.scope === undefined
    const emptyQuestion = { question: '', recentTurns: [] }
    const [knowledge, verified] = await Promise.all([
      databases.knowledge(caller, databaseId, emptyQuestion, undefined, revision),
      isUnscoped && caller.kind === 'organization' ? verifiedQuestions(store, caller, databaseId) : [],
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
  const { items } = await store.patterns.list(caller, { page: 1, pageSize: VERIFIED.readMax }, databaseId)
  return items
    .filter(({ failure, question }) => failure === undefined && question.length <= VERIFIED.lengthMax)
    .map(({ question }) => question)
    .slice(0, VERIFIED.suggestedMax)
}
