/** What rooms that keep something of their own in the store may name of its driver; they use nothing else of it. */
export type { Collection, Db } from 'mongodb'
