/**
 * The authorization revision of an organization: it changes with its settings, keys, databases and verified queries. Data
 * cached with an epoch read before it is valid while the epoch is the same. The epoch is a field of the document of the
 * organization's windows, which every counted request updates: counting and comparing the epoch are one round trip.
 */
export type Epoch = string

/** The epoch of an organization before its first change. */
export const FIRST_EPOCH: Epoch = ''

/** The collection and the id of the document that holds it, as its field `epoch`. */
export const EPOCH_COLLECTION = 'windows'
export const epochId = (organizationId: number): string => String(organizationId)
