/**
 * What owners of rows (tenants, end users) are: every engine compares integers and texts. Databases of documents keep
 * the other two as types of their own.
 */
export const OWNER_TYPES = ['integer', 'string', 'objectId', 'uuid'] as const

export type OwnerType = (typeof OWNER_TYPES)[number]

/** What every engine compares; several at once, and the others, only where a field holds values of any type. */
export const PLAIN_OWNER_TYPES = ['integer', 'string'] as const

/** One type, or each of several under which documents have the same owner: 5 and "5". */
export type OwnerTypes = OwnerType | readonly OwnerType[]

/** The types that a policy names; integers where it names no owner. */
export const typesOfOwner = (types: OwnerTypes = 'integer'): readonly OwnerType[] =>
  typeof types === 'string' ? [types] : types

/** As they are told: `integer or string`. */
export const ownerTypesText = (types: OwnerTypes): string => typesOfOwner(types).join(' or ')

const FORMS: Readonly<Record<OwnerType, string>> = {
  integer: 'a positive integer',
  string: 'text of 1 to 255 characters',
  objectId: 'an ObjectId of 24 hexadecimal digits',
  uuid: 'a UUID',
}

/** How a tenant is written where a policy names these types, for whoever wrote it otherwise. */
export const tenantForm = (types: OwnerTypes): string => {
  const named = typesOfOwner(types)
  // Of several types, whole numbers are taken whatever they are.
  const forms = named.map((type) => (type === 'integer' && named.length > 1 ? 'an integer' : FORMS[type]))
  return named.includes('string') ? FORMS.string : forms.join(' or ')
}

/** Whether two policies compare owners alike. */
export const isSameOwnerTypes = (one: OwnerTypes | undefined, other: OwnerTypes | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
