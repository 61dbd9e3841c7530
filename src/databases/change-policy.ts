import type { Include } from '../domain/guard/chosen-tables.ts'
import type { Policy } from '../domain/guard/policy.ts'
import { makeDecision, type PolicyDecision } from '../domain/guard/proposal/decide-policy.ts'
import type { Schema } from '../domain/guard/schema.ts'
import { invalidField, Problem } from '../domain/problem.ts'
import { inSlices } from '../domain/sliced.ts'
import type { Engine } from '../engines/engine.ts'
import type { StoredDatabase } from '../store/databases.ts'
import type { AroundWrite } from './around-write.ts'
import { storeChange } from './change-database.ts'
import type { Connections } from './connections.ts'
import { writtenPolicy } from './written-policy.ts'

interface Changing {
  readonly engine: Engine
  readonly include?: Include
  readonly schema: Schema
  readonly around: AroundWrite
}

/**
 * Replaces the policy of a database by one that somebody wrote.
 *
 * @throws Problem `input_invalid`, `state_invalid`, `database_not_found`
 */
export const replacePolicy = async (
  connections: Connections,
  stored: StoredDatabase,
  { engine, include, schema, around }: Changing,
  written: unknown,
): Promise<Policy> => {
  const policy = await writtenPolicy(written, { engine, include }, schema)
  const isScoped = policy.tenant !== undefined
  if (isScoped !== stored.requiresOrganizationScoping)
    throw new Problem('state_invalid', { message: isScoped ? NOT_SCOPED : SCOPED })
  await around({ ...stored, policy }, () => storeChange(connections, stored, { policy }))
  return policy
}

const NOT_SCOPED =
  'This database does not keep tenants apart, and this policy names a tenant column: change its scoping first.'
const SCOPED = 'This database keeps tenants apart, and this policy names no tenant column.'

/**
 * Changes the policy of a database as somebody decides about some of its tables.
 *
 * @returns the very same policy where nothing is decided
 * @throws Problem `input_invalid`, `state_invalid`, `database_not_found`
 */
export const confirmPolicy = async (
  connections: Connections,
  stored: StoredDatabase,
  { engine, schema, around }: Changing,
  decision: PolicyDecision,
): Promise<Policy> => {
  if (Object.values(decision).every((one) => one === undefined)) return stored.policy
  const decided = await inSlices(
    makeDecision(stored.policy, decision, { schema, folding: engine.dialect.folding(schema) }),
  )
  if (decided.kind === 'undecidable') throw invalidField(decided.about, decided.message)
  const { policy } = decided
  await around({ ...stored, policy }, () => storeChange(connections, stored, { policy }))
  return policy
}
