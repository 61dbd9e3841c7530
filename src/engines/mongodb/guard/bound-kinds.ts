import type { OwnerType } from '../../../domain/guard/owner-types.ts'
import type { Bound } from '../../../domain/guard/restriction.ts'

/** As what a bound value is compared with a path: one comparison covers all kinds of numbers. */
export const BOUND_KINDS = ['number', 'string', 'objectId', 'uuid'] as const

export type BoundKind = (typeof BOUND_KINDS)[number]

const KINDS: Readonly<Record<OwnerType, BoundKind>> = {
  ...{ integer: 'number', string: 'string', objectId: 'objectId', uuid: 'uuid' },
}

/**
 * As what a bound value is compared, as the policy says: what some document happens to hold decides nothing. Whose value
 * is no owner's is compared as nothing.
 */
export const boundKinds = (bound: Bound): readonly BoundKind[] => {
  if (bound.type === 'nothing') return []
  return (bound.type === 'written' ? bound.as : [bound.type]).map((type) => KINDS[type])
}
