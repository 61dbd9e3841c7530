import '../mongodb/end-of-writes.ts'
import mongoose, { type Connection } from 'mongoose'
import { parseStoreAddress, StoreAddressInvalid } from './store-address.ts'

/** Acknowledged means on disk: accepted turns and messages must outlive the process that took them. */
const DURABLE = { w: 'majority', journal: true } as const

const { MongoParseError, MongoInvalidArgumentError, MongoMissingCredentialsError } = mongoose.mongo
const OPTION_ERRORS = [MongoParseError, MongoInvalidArgumentError, MongoMissingCredentialsError]

const DEFAULT_DATABASE = 'tabletalk'

/**
 * Opens the document store, waiting at most `timeoutMs` for it.
 * @param uri any connection string the driver knows; its database name defaults to `tabletalk`
 * @throws StoreAddressInvalid, and the driver's error when no member answers
 */
export const connectStore = async (uri: string, timeoutMs = 10_000): Promise<Connection> => {
  const { database } = parseStoreAddress(uri)
  try {
    const connection = mongoose.createConnection(uri, {
      dbName: database ?? DEFAULT_DATABASE,
      serverSelectionTimeoutMS: timeoutMs,
      connectTimeoutMS: timeoutMs,
      writeConcern: DURABLE,
      maxPoolSize: 20,
      autoIndex: true,
      autoCreate: false,
    })
    await connection.asPromise()
    return connection
  } catch (error) {
    // What the driver says about an option may repeat its value.
    if (OPTION_ERRORS.some((kind) => error instanceof kind)) throw new StoreAddressInvalid('its options are not valid')
    throw error
  }
}
