import mongoose, { type Connection, type ConnectOptions } from 'mongoose'
import { CONNECTION_LIMITS, STORE_TIMEOUTS } from '../platform/mongodb/store-timeouts.ts'
import { patchMongodb } from '../platform/patches/mongodb.ts'
import { addressForDriver, parseStoreAddress, StoreAddressInvalid } from './store-address.ts'

/**
 * All reads go to the primary, which has the latest writes. Decisions are made by conditional writes with majority write
 * concern, also when a concurrent write was first, so that reads after them cannot be rolled back. Read concern `majority` would
 * return less than such a write has seen, and nothing new while there is no majority.
 */
const READ_OPTIONS = { readPreference: 'primary', readConcern: { level: 'local' } } as const

const { MongoParseError, MongoInvalidArgumentError, MongoMissingCredentialsError } = mongoose.mongo
const OPTION_ERRORS = [MongoParseError, MongoInvalidArgumentError, MongoMissingCredentialsError]

const DEFAULT_DATABASE = 'tabletalk'

/**
 * Connects to the document store within `timeoutMs`.
 * @param uri any connection string the driver knows; its database name defaults to `tabletalk`
 * @param more driver options that override the defaults
 * @throws StoreAddressInvalid, and the driver's error when no member answers
 */
export const connectStore = async (uri: string, timeoutMs = 10_000, more: ConnectOptions = {}): Promise<Connection> => {
  patchMongodb()
  const { database } = parseStoreAddress(uri)
  const address = addressForDriver(uri, {
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    maxPoolSize: 20,
  })
  let connection: Connection | undefined
  try {
    connection = mongoose.createConnection(address.uri, {
      ...address.options,
      ...READ_OPTIONS,
      dbName: database ?? DEFAULT_DATABASE,
      ...CONNECTION_LIMITS,
      // Operations wait in the driver, which has time limits, and not in Mongoose.
      bufferCommands: false,
      autoIndex: false,
      autoCreate: false,
      ...more,
    })
    await connection.asPromise()
    connection.set('maxTimeMS', STORE_TIMEOUTS.readMs)
    return connection
  } catch (error) {
    // Otherwise Mongoose keeps each failed attempt in its list of connections.
    await connection?.destroy().catch(() => undefined)
    // The driver's message may contain the value of an option, such as a password.
    if (OPTION_ERRORS.some((kind) => error instanceof kind)) throw new StoreAddressInvalid('its options are not valid')
    throw error
  }
}
