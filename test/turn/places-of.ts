import { connectStore } from '../../src/store/connection.ts'
import type { Platform } from '../support/platform.ts'

/** A place of a turn, as it is stored. */
export interface Place {
  readonly turnId: string
  readonly state: string
  readonly expiresAt: Date
}

/** Every place that is taken on a platform that counts them in its store. */
export const placesOf = async ({ env }: Pick<Platform, 'env'>): Promise<readonly Place[]> => {
  const connection = await connectStore(env.MONGODB_URI ?? '')
  try {
    const all = await connection.collection<{ leases: Place[] }>('leases').find().toArray()
    return all.flatMap(({ leases }) => leases)
  } finally {
    await connection.close()
  }
}
