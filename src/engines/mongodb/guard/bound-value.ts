import type { OwnerType } from '../../../guard/owner-types.ts'
import { type BoundValue, parseCanonicalInteger, type RestrictionValue } from '../../../guard/restriction.ts'
import type { Json } from '../../../platform/values/json.ts'
import { UUID } from '../../../platform/values/uuid.ts'

const OBJECT_ID = /^[0-9a-f]{24}$/i

/**
 * A bound value as typed JSON; undefined if it is no value of the type, so that no document matches. Null has no form
 * either, because MongoDB's null also matches missing fields.
 */
export const boundJson = (value: BoundValue, kind: BoundKind): Json | undefined => {
  if (value === null) return undefined
  const text = String(value)
  switch (kind) {
    case 'number': {
      const integer = parseCanonicalInteger(text)
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

/** The kinds as which a bound value is compared with a path; one comparison covers all number types. */
export const BOUND_KINDS = ['number', 'string', 'objectId', 'uuid'] as const

type BoundKind = (typeof BOUND_KINDS)[number]

const KINDS: Readonly<Record<OwnerType, BoundKind>> = {
  integer: 'number',
  string: 'string',
  objectId: 'objectId',
  uuid: 'uuid',
}

/**
 * The kinds that the policy requires for a bound value, independent of the documents' contents; none for a value that
 * matches no owner.
 */
export const boundKinds = (bound: RestrictionValue): readonly BoundKind[] => {
  if (bound.type === 'nothing') return []
  return (bound.type === 'written' ? bound.as : [bound.type]).map((type) => KINDS[type])
}
