import type { Bound } from '../../guard/restriction.ts'
import type { KnowledgeRequest } from '../knowledge-reader.ts'
import type { ReadSource } from '../read-rows.ts'

/** The database that a caller's rows are looked up in, and the restriction of this caller. */
export interface CallerRows
  extends Pick<KnowledgeRequest, 'database' | 'engine' | 'address' | 'schema' | 'restriction'> {
  /** Of the view. */
  readonly digest: string
}

/** Maximum time of one look-up. */
export const LOOK_UP_MS = 500
/** How long the result of a look-up is kept. */
export const LOOKED_UP_KEPT_MS = 3 * 60_000

export const readSourceOf = ({ database, engine, address, schema, restriction }: CallerRows): ReadSource => {
  const owner = { organizationId: database.organizationId, tenantId: restriction.tenant?.value?.toString() }
  return { engine, address, rules: { schema, policy: database.policy, restriction }, owner }
}

/** Structured, so that no value can be taken for another: a missing scope is not the scope `undefined`, nor 42 `'42'`. */
export const boundKey = (bound: Bound | undefined) => (bound === undefined ? null : [bound.type, String(bound.value)])
