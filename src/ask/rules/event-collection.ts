/** The collection with the events of turns. */
export const EVENT_COLLECTION = 'turnEvents'

/** The field of an event that holds its expiry. */
export const EVENT_EXPIRY = 'expireAt'
