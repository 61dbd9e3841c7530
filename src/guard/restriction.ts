import type { Caller } from '../access/rules/caller.ts'
import type { DatabaseSettings } from '../manage/databases/rules/database-settings.ts'
import { Problem } from '../platform/problems/problem.ts'
import { UUID } from '../platform/values/uuid.ts'
import { type OwnerType, type OwnerTypes, tenantFormat, typesOfOwner } from './owner-types.ts'

/** The rows that a caller may see in one database. Values are bound as parameters, never interpolated. */
export interface Restriction {
  readonly tenant?: RestrictionValue
  readonly scope?: RestrictionValue
}

export type RestrictionValue =
  | { readonly type: 'integer'; readonly value: bigint }
  | { readonly type: 'string'; readonly value: string }
  /** For document databases: every value that the text denotes in these types. */
  | { readonly type: 'written'; readonly as: readonly OwnerType[]; readonly value: string }
  /** A value that no row equals, bound as NULL: any number or text could be an existing owner. */
  | { readonly type: 'nothing'; readonly value: null }

/** A value to bind; null works because `column = NULL` is true for no row. */
export type BoundValue = bigint | string | null

/**
 * All tenant and scope rules of the specification (Authentication, rules 4 and 5); applied before tokens are charged
 * and before a workflow exists, and again in the activity that runs the query.
 *
 * @throws Problem `tenant_missing`, `tenant_invalid` or `tenant_not_expected`, each a 403.
 */
export const restrict = (caller: Caller, database: DatabaseSettings): Restriction => {
  const scopeType = database.policy.scope?.type
  const scoped =
    caller.scopeId === undefined || scopeType === undefined ? {} : { scope: bindScope(caller.scopeId, scopeType) }
  if (!database.requiresOrganizationScoping) {
    if (caller.tenantId !== undefined) throw new Problem('tenant_not_expected')
    return scoped
  }
  if (caller.tenantId === undefined) throw new Problem('tenant_missing')
  return { tenant: bindTenant(caller.tenantId, database.policy.tenant?.type ?? 'integer'), ...scoped }
}

/** A restriction with a sample tenant of the right type, to check queries without a caller. */
export const sampleRestriction = ({ requiresOrganizationScoping, policy }: DatabaseSettings): Restriction => {
  if (!requiresOrganizationScoping) return {}
  const [type = 'integer'] = typesOfOwner(policy.tenant?.type)
  return { tenant: bindTenant(SAMPLE_TENANTS[type], policy.tenant?.type ?? 'integer') }
}

const SAMPLE_TENANTS: Readonly<Record<OwnerType, string>> = {
  integer: '1',
  string: '1',
  objectId: '000000000000000000000001',
  uuid: '00000000-0000-4000-8000-000000000001',
}

const LARGEST_INTEGER = 2n ** 63n - 1n
const SMALLEST_INTEGER = -(2n ** 63n)

const bindTenant = (text: string, types: OwnerTypes): RestrictionValue => {
  if (types === 'integer') {
    const value = parseCanonicalInteger(text)
    if (value === undefined || value < 1n) throw invalidTenant(types)
    return { type: types, value }
  }
  if (text === '' || text.length > 255) throw invalidTenant(types)
  const bound = bindText(text, types)
  if (bound.type === 'nothing') throw invalidTenant(types)
  return bound
}

const invalidTenant = (types: OwnerTypes): Problem => {
  const message = `must be ${tenantFormat(types)}`
  return new Problem('tenant_invalid', {
    message: `X-Tenant-Id ${message}.`,
    details: [{ field: 'X-Tenant-Id', message, code: 'INVALID_FORMAT' }],
  })
}

/** A scope that is not an integer matches no row of an integer column. */
const bindScope = (text: string, types: OwnerTypes): RestrictionValue => {
  if (types !== 'integer') return bindText(text, types)
  const value = parseCanonicalInteger(text)
  return value === undefined ? NOTHING : { type: types, value }
}

const NOTHING: RestrictionValue = { type: 'nothing', value: null }

const bindText = (text: string, types: OwnerTypes): RestrictionValue => {
  if (types === 'string') return { type: types, value: text }
  const as = typesOfOwner(types)
  return as.some((type) => isValidAs(text, type)) ? { type: 'written', as, value: text } : NOTHING
}

const OBJECT_ID = /^[0-9a-f]{24}$/i

/** Whether a text is a valid value of a type. */
const isValidAs = (text: string, type: OwnerType): boolean => {
  switch (type) {
    case 'integer':
      return parseCanonicalInteger(text) !== undefined
    case 'string':
      return true
    case 'objectId':
      return OBJECT_ID.test(text)
    case 'uuid':
      return UUID.test(text)
  }
}

/**
 * The integer in its canonical form: `0` and `-5` are accepted; `042`, `+5`, `-0` and `5.0` are texts. At most 64 bits,
 * as in every engine.
 */
export const parseCanonicalInteger = (text: string): bigint | undefined => {
  if (!/^(?:0|-?[1-9][0-9]{0,18})$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= LARGEST_INTEGER && value >= SMALLEST_INTEGER ? value : undefined
}
