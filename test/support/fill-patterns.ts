import { randomUUID } from 'node:crypto'
import { PATTERNS_MAX } from '../../src/manage/patterns/rules/pattern.ts'
import { connectStore } from '../../src/store/connection.ts'
import type { Platform } from './platform.ts'

/** Gives a database of a platform's demo organization as many verified queries as one may have. */
export const fillPatterns = async ({ env, access }: Platform, databaseId: string): Promise<void> => {
  const connection = await connectStore(env.MONGODB_URI ?? '')
  const now = new Date()
  const { organizationId } = access
  const of = { organizationId, databaseId, query: 'SELECT 1', verifiedBy: 'Ann', createdAt: now, updatedAt: now }
  const all = Array.from({ length: PATTERNS_MAX }, (_, at) => {
    const question = `question ${at}`
    return { _id: randomUUID(), ...of, question, questionKey: question }
  })
  await connection.collection<(typeof all)[number]>('patterns').insertMany(all)
  await connection.close()
}
