import type { RestrictionValue } from '../../guard/restriction.ts'
import type { KnowledgeRequest } from '../knowledge-reader.ts'
import type { ReadSource } from '../read-rows.ts'

/** The database in which a caller's rows are looked up, with the caller's restriction. */
export interface CallerRows
  extends Pick<KnowledgeRequest, 'database' | 'engine' | 'address' | 'schema' | 'restriction'> {
  /** Of the view. */
  readonly digest: string
}

/** Maximum time of one look-up. */
export const LOOK_UP_MS = 500
/** How long the result of a look-up is cached. */
export const LOOK_UP_TTL_MS = 3 * 60_000

export const readSourceOf = ({ database, engine, address, schema, restriction }: CallerRows): ReadSource => {
  const owner = { organizationId: database.organizationId, tenantId: restriction.tenant?.value?.toString() }
  return { engine, address, rules: { schema, policy: database.policy, restriction }, owner }
}

/** Structured, so that no two values collide: a missing scope differs from the scope `undefined`, and 42 from `'42'`. */
export const boundKey = (bound: RestrictionValue | undefined) =>
  bound === undefined ? null : [bound.type, String(bound.value)]
