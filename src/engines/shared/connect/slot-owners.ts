import { NOBODY, type PlaceOwner } from '../../../access/rules/fair-places.ts'
import { PLACE_WAIT_MS } from '../../../access/rules/place-shares.ts'

/** How the description of a database waits for its slots, and how long it may take: somebody mostly waits for it. */
export const DESCRIBING = { timeoutMs: 30_000, waitMs: 30_000, fastWaitMs: PLACE_WAIT_MS } as const

/** Who describes a database: it serves a whole organization, so no tenant's queries are in its way. */
export const describerOf = (address: string, { organizationId }: PlaceOwner = NOBODY): PlaceOwner => ({
  organizationId,
  tenantId: `\0describe ${address}`,
})

/** Who counts what a policy shows: a party of its organization, so that no tenant's queries are in its way. */
export const previewerOf = ({ organizationId }: PlaceOwner): PlaceOwner => ({
  organizationId,
  tenantId: '\0preview',
})

/** Who inspects a server: whoever asks the same shares its slots. @param what with an address in it, of that one alone */
export const inspector = (what: string): PlaceOwner => ({ organizationId: 0, tenantId: `\0${what}` })
