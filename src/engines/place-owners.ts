import type { PlaceOwner } from '../domain/access/fair-places.ts'

/** Who asks without saying for whom. */
export const NOBODY: PlaceOwner = { organizationId: 0 }

/** Who describes a database: it serves a whole organization, so no tenant's queries are in its way. */
export const describerOf = (address: string, { organizationId }: PlaceOwner = NOBODY): PlaceOwner => ({
  organizationId,
  tenantId: `\0describe ${address}`,
})
