/**
 * Types of the owners of rows (tenants, end users). Every engine compares integers and texts; document databases also
 * have the other two.
 */
export const OWNER_TYPES = ['integer', 'string', 'objectId', 'uuid'] as const

export type OwnerType = (typeof OWNER_TYPES)[number]

/** Types that every engine compares; others, and several at once, exist only in document databases. */
export const PLAIN_OWNER_TYPES = ['integer', 'string'] as const

/** One type, or several under which documents have the same owner: 5 and "5". */
export type OwnerTypes = OwnerType | readonly OwnerType[]

/** The types that a policy names; integers by default. */
export const typesOfOwner = (types: OwnerTypes = 'integer'): readonly OwnerType[] =>
  typeof types === 'string' ? [types] : types

/** For display: `integer or string`. */
export const ownerTypesText = (types: OwnerTypes): string => typesOfOwner(types).join(' or ')

const FORMS: Readonly<Record<OwnerType, string>> = {
  integer: 'a positive integer',
  string: 'text of 1 to 255 characters',
  objectId: 'an ObjectId of 24 hexadecimal digits',
  uuid: 'a UUID',
}

/** The required format of a tenant id for these types, for error messages. */
export const tenantFormat = (types: OwnerTypes): string => {
  const named = typesOfOwner(types)
  // With several types, negative integers are accepted too.
  const forms = named.map((type) => (type === 'integer' && named.length > 1 ? 'an integer' : FORMS[type]))
  return named.includes('string') ? FORMS.string : forms.join(' or ')
}

/** Whether two policies compare owners by the same types. */
export const isSameOwnerTypes = (one: OwnerTypes | undefined, other: OwnerTypes | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
