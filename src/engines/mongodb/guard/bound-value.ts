import type { OwnerType } from '../../../guard/owner-types.ts'
import { type Bound, type BoundValue, integerOf } from '../../../guard/restriction.ts'
import type { Json } from '../../../platform/values/json.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/i
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * A bound value as JSON that says its type, or undefined where it is no value of that type: then no document has it.
 * What is bound to nothing has no form, because MongoDB finds documents without a field by comparing it with null.
 */
export const boundJson = (value: BoundValue, kind: BoundKind): Json | undefined => {
  if (value === null) return undefined
  const text = String(value)
  switch (kind) {
    case 'number': {
      const integer = integerOf(text)
      if (integer === undefined) return undefined
      return Number.isSafeInteger(Number(integer)) ? Number(integer) : { $numberLong: text }
    }
    case 'string':
      return text
    case 'objectId':
      return OBJECT_ID.test(text) ? { $oid: text.toLowerCase() } : undefined
    case 'uuid':
      return UUID.test(text) ? { $uuid: text.toLowerCase() } : undefined
  }
}

/** As what a bound value is compared with a path: one comparison covers all kinds of numbers. */
export const BOUND_KINDS = ['number', 'string', 'objectId', 'uuid'] as const

export type BoundKind = (typeof BOUND_KINDS)[number]

const KINDS: Readonly<Record<OwnerType, BoundKind>> = {
  integer: 'number',
  string: 'string',
  objectId: 'objectId',
  uuid: 'uuid',
}

/**
 * As what a bound value is compared, as the policy says: what some document happens to hold decides nothing. Whose value
 * is no owner's is compared as nothing.
 */
export const boundKinds = (bound: Bound): readonly BoundKind[] => {
  if (bound.type === 'nothing') return []
  return (bound.type === 'written' ? bound.as : [bound.type]).map((type) => KINDS[type])
}
