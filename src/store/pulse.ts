import mongoose from 'mongoose'
import { mendMongodb } from '../platform/patches/mongodb.ts'
import { addressForDriver } from './store-address.ts'

/** Whoever asks whether the store is there has to be told soon. */
const WITHIN_MS = 2_000

/** Whether the store is there, asked on a connection of its own. */
export interface StorePulse {
  /** Resolves when a store answers that can be written to. @throws the driver's error when none does within two seconds */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * A way to the store beside the pool that requests share: where all of those wait for a store that does not answer, nobody
 * would hear that it does not, nor that it is back.
 *
 * @param uri an address that `connectStore` has taken
 */
export const storePulse = (uri: string): StorePulse => {
  mendMongodb()
  const client = new mongoose.mongo.MongoClient(addressForDriver(uri, {}).uri, {
    maxPoolSize: 1,
    minPoolSize: 0,
    retryReads: false,
    readPreference: 'primary',
    serverSelectionTimeoutMS: WITHIN_MS,
    connectTimeoutMS: WITHIN_MS,
    waitQueueTimeoutMS: WITHIN_MS,
    socketTimeoutMS: WITHIN_MS,
  })
  return {
    async ping() {
      await client.db('admin').command({ ping: 1 })
    },
    close: () => client.close(),
  }
}
