import type { Engine } from '../../engines/engine.ts'
import type { IncludePatterns } from '../../guard/included-tables.ts'
import type { Policy } from '../../guard/policy.ts'
import { makeDecision, type PolicyDecision } from '../../guard/proposal/decide-policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { invalidField, Problem } from '../../platform/problems/problem.ts'
import { runInSlices } from '../../platform/values/sliced.ts'
import type { AuditedWrite } from './audited-write.ts'
import { storeChange } from './change-database.ts'
import type { Connections } from './connections.ts'
import type { StoredDatabase } from './store/databases.ts'
import { parseWrittenPolicy } from './written-policy.ts'

/** A database with its current schema. */
export interface PolicySource {
  readonly engine: Engine
  readonly include?: IncludePatterns
  readonly schema: Schema
}

interface PolicyChange extends PolicySource {
  readonly around: AuditedWrite
}

/** Replaces the policy of a database by a written one. @throws Problem as `replacementOf`; `database_not_found` */
export const replacePolicy = async (
  connections: Connections,
  stored: StoredDatabase,
  { around, ...source }: PolicyChange,
  written: unknown,
): Promise<Policy> => {
  const policy = await replacementOf(stored, source, written)
  await around({ ...stored, policy }, () => storeChange(connections, stored, { policy }))
  return policy
}

/**
 * Validates a written policy for a database; stores nothing.
 * @param field path of the policy in the request
 * @throws Problem `input_invalid`, `state_invalid`
 */
export const replacementOf = async (
  { requiresOrganizationScoping }: Pick<StoredDatabase, 'requiresOrganizationScoping'>,
  { engine, include, schema }: PolicySource,
  written: unknown,
  field = '',
): Promise<Policy> => {
  const policy = await parseWrittenPolicy(written, { engine, include }, schema, field)
  const isScoped = policy.tenant !== undefined
  if (isScoped !== requiresOrganizationScoping)
    throw new Problem('state_invalid', { message: isScoped ? NOT_SCOPED : SCOPED })
  return policy
}

const NOT_SCOPED =
  'This database has no tenant scoping, but the policy names a tenant column: change the scoping first.'
const SCOPED = 'This database has tenant scoping, but the policy names no tenant column.'

/**
 * Applies decisions about tables to the policy of a database.
 * @returns the same policy object if nothing is decided
 * @throws Problem as `decidedPolicy`; `state_invalid`, `database_not_found`
 */
export const confirmPolicy = async (
  connections: Connections,
  stored: StoredDatabase,
  { around, ...source }: PolicyChange,
  decision: PolicyDecision,
): Promise<Policy> => {
  const policy = await decidedPolicy(stored, source, decision)
  if (policy === stored.policy) return policy
  await around({ ...stored, policy }, () => storeChange(connections, stored, { policy }))
  return policy
}

/**
 * Applies a decision to the stored policy; stores nothing.
 * @param field path of the decision in the request
 * @returns the same policy object if nothing is decided
 * @throws Problem `input_invalid`
 */
export const decidedPolicy = async (
  { policy }: Pick<StoredDatabase, 'policy'>,
  { engine, schema }: PolicySource,
  decision: PolicyDecision,
  field = '',
): Promise<Policy> => {
  if (Object.values(decision).every((one) => one === undefined)) return policy
  const decided = await runInSlices(makeDecision(policy, decision, { schema, folding: engine.dialect.folding(schema) }))
  if (decided.kind === 'decided') return decided.policy
  throw invalidField(field === '' ? decided.about : `${field}.${decided.about}`, decided.message)
}
