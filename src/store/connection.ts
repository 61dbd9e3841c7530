import mongoose, { type Connection } from 'mongoose'

/** Acknowledged means on disk: accepted turns and messages must outlive the process that took them. */
const DURABLE = { w: 'majority', journal: true } as const

/**
 * Opens the document store, waiting at most `timeoutMs` for it.
 * @param uri `mongodb://…`; its database name defaults to `tabletalk`
 */
export const connectStore = async (uri: string, timeoutMs = 10_000): Promise<Connection> => {
  const connection = mongoose.createConnection(uri, {
    dbName: new URL(uri).pathname.slice(1) || 'tabletalk',
    serverSelectionTimeoutMS: timeoutMs,
    connectTimeoutMS: timeoutMs,
    writeConcern: DURABLE,
    maxPoolSize: 20,
    autoIndex: true,
    autoCreate: false,
  })
  await connection.asPromise()
  return connection
}
