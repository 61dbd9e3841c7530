import { connectStore } from '../../src/store/connection.ts'
import type { Platform } from '../support/platform.ts'

/** A lease of a turn, as stored. */
export interface Place {
  readonly turnId: string
  readonly state: string
  readonly expiresAt: Date
}

/** All leases of a platform that keeps them in its store. */
export const placesOf = async ({ env }: Pick<Platform, 'env'>): Promise<readonly Place[]> => {
  const connection = await connectStore(env.MONGODB_URI ?? '')
  try {
    const all = await connection.collection<{ leases: Place[] }>('leases').find().toArray()
    return all.flatMap(({ leases }) => leases)
  } finally {
    await connection.close()
  }
}
