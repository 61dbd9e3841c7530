/** Where the store keeps the events of turns. */
export const EVENT_COLLECTION = 'turnEvents'

/** The field of an event that says when it goes. */
export const EVENT_EXPIRY = 'expireAt'
