/**
 * The authorization revision of an organization: it changes with its settings, keys, databases and verified queries. Data
 * cached with a revision read before it is valid while the revision is the same. The revision is a field of the document of the
 * organization's windows, which every counted request updates: counting and comparing the revision are one round trip.
 */
export type AuthorizationRevision = string

/** The revision of an organization before its first change. */
export const FIRST_REVISION: AuthorizationRevision = ''

/** The collection and the id of the document that holds it, as its field `epoch`. */
export const REVISION_COLLECTION = 'windows'
export const revisionId = (organizationId: number): string => String(organizationId)
