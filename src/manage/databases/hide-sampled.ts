import type { NameFolding } from '../../guard/name-folding.ts'
import type { Policy } from '../../guard/policy.ts'
import { hideUnlessShown } from '../../guard/proposal/decide-columns.ts'
import type { Schema } from '../../guard/schema.ts'
import type { MadeCatalog } from '../../knowledge/catalog/make-catalog.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { StoredDatabase } from './store/databases.ts'

const TRIES_MAX = 5

interface Sampled {
  readonly schema: Schema
  readonly folding: NameFolding
  readonly secrets: MadeCatalog['secrets']
}

/**
 * Hides columns whose sampled values look secret in the currently stored policy, except columns in `show`.
 * @returns the stored policy
 * @throws Problem `state_invalid` after too many concurrent changes
 */
export const hideSampled = async (
  store: Pick<Store, 'databases'>,
  { id, organizationId, policy }: Pick<StoredDatabase, 'id' | 'organizationId' | 'policy'>,
  { schema, folding, secrets }: Sampled,
): Promise<Policy> => {
  if (secrets.length === 0) return policy
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const stored = await store.databases.find({ organizationId }, id)
    if (stored === undefined) return policy
    const restricted = hideUnlessShown(stored.policy, secrets, { schema, folding })
    if (restricted === stored.policy) return restricted
    const outcome = await store.databases.change(stored, id, { policy: restricted }, stored.revision)
    if (outcome !== 'changed meanwhile') return restricted
  }
  throw new Problem('state_invalid', {
    message: 'The database was changed by another request: try again.',
    transient: true,
  })
}
