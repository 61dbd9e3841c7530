/** The only types of the driver that other rooms may import. */
export type { Collection, Db } from 'mongodb'
