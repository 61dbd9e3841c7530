import { NOBODY, type PlaceOwner } from '../domain/access/fair-places.ts'

/** Who describes a database: it serves a whole organization, so no tenant's queries are in its way. */
export const describerOf = (address: string, { organizationId }: PlaceOwner = NOBODY): PlaceOwner => ({
  organizationId,
  tenantId: `\0describe ${address}`,
})

/** Who inspects a server: whoever asks the same shares its places. @param what with an address in it, of that one alone */
export const inspector = (what: string): PlaceOwner => ({ organizationId: 0, tenantId: `\0${what}` })
