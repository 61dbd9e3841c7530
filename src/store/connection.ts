import mongoose, { type Connection, type ConnectOptions } from 'mongoose'
import { BOUNDED, WAITS } from '../platform/mongodb/waits.ts'
import { mendMongodb } from '../platform/patches/mongodb.ts'
import { addressForDriver, parseStoreAddress, StoreAddressInvalid } from './store-address.ts'

/**
 * Where everything is read: at the member that takes the writes, which knows the latest of them. What is decided is
 * decided by a conditional write that waits for the majority, also where it finds that another was first: what a read
 * sees after it cannot be taken back. Reading only what the majority has would show less than such a write has seen, and
 * nothing new at all while there is no majority.
 */
const DECIDING = { readPreference: 'primary', readConcern: { level: 'local' } } as const

const { MongoParseError, MongoInvalidArgumentError, MongoMissingCredentialsError } = mongoose.mongo
const OPTION_ERRORS = [MongoParseError, MongoInvalidArgumentError, MongoMissingCredentialsError]

const DEFAULT_DATABASE = 'tabletalk'

/**
 * Opens the document store, waiting at most `timeoutMs` for it.
 * @param uri any connection string the driver knows; its database name defaults to `tabletalk`
 * @param more options of the driver in place of ours
 * @throws StoreAddressInvalid, and the driver's error when no member answers
 */
export const connectStore = async (uri: string, timeoutMs = 10_000, more: ConnectOptions = {}): Promise<Connection> => {
  mendMongodb()
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
      ...DECIDING,
      dbName: database ?? DEFAULT_DATABASE,
      ...BOUNDED,
      // What waits for the store waits in the driver, which knows how long.
      bufferCommands: false,
      autoIndex: false,
      autoCreate: false,
      ...more,
    })
    await connection.asPromise()
    connection.set('maxTimeMS', WAITS.readMs)
    return connection
  } catch (error) {
    // Else mongoose keeps each attempt in its list of connections.
    await connection?.destroy().catch(() => undefined)
    // What the driver says about an option may repeat its value.
    if (OPTION_ERRORS.some((kind) => error instanceof kind)) throw new StoreAddressInvalid('its options are not valid')
    throw error
  }
}
