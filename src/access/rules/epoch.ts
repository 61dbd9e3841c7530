/**
 * What changes whenever something changes that requests are judged by: keys, the organization, its databases, its verified
 * queries. Whoever holds such a thing with the epoch from before it was read holds it rightly as long as the epoch is the
 * same. It lies in the document of the organization's windows, which every counted request updates: the count and the
 * look at the epoch are one round trip.
 */
export type Epoch = string

/** Of an organization of which nothing was ever changed. */
export const FIRST_EPOCH: Epoch = ''

/** The collection and the id of the document that holds it, as its field `epoch`. */
export const EPOCH_COLLECTION = 'windows'
export const epochId = (organizationId: number): string => String(organizationId)
