import type { Connection } from 'mongoose'
import type { Collection } from '../platform/mongodb/driver.ts'

/**
 * The driver's verbs for a collection, for writes of every turn: Mongoose casts and checks each field of documents that are typed
 * already, which costs more than the command. Reads, and filters that depend on input, stay with the model.
 *
 * @throws if the store was never connected
 */
export const driverCollection = <Document extends { readonly _id: string }>(
  connection: Connection,
  name: string,
): (() => Collection<Document>) => {
  return () => {
    if (connection.db === undefined) throw new Error('the store is not connected')
    return connection.db.collection<Document>(name)
  }
}
