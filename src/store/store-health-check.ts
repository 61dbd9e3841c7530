import mongoose from 'mongoose'
import { patchMongodb } from '../platform/patches/mongodb.ts'
import { addressForDriver } from './store-address.ts'

/** Time limit of a health check. */
const TIMEOUT_MS = 2_000

/** Health check of the store on a separate connection. */
interface StoreHealthCheck {
  /** Resolves if a primary responds. @throws the driver's error if none does within two seconds */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Uses a separate connection, because all connections of the shared pool may be waiting for an unresponsive store: a health check
 * would then notice neither the failure nor the recovery.
 *
 * @param uri a connection string accepted by `connectStore`
 */
export const storeHealthCheck = (uri: string): StoreHealthCheck => {
  patchMongodb()
  const client = new mongoose.mongo.MongoClient(addressForDriver(uri, {}).uri, {
    maxPoolSize: 1,
    minPoolSize: 0,
    retryReads: false,
    readPreference: 'primary',
    serverSelectionTimeoutMS: TIMEOUT_MS,
    connectTimeoutMS: TIMEOUT_MS,
    waitQueueTimeoutMS: TIMEOUT_MS,
    socketTimeoutMS: TIMEOUT_MS,
  })
  return {
    async ping() {
      await client.db('admin').command({ ping: 1 })
    },
    close: () => client.close(),
  }
}
