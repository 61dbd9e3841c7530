import type { Connection } from 'mongoose'
import { templateKey } from '../../manage/patterns/rules/pattern.ts'

/**
 * A change of stored data. It runs concurrently with reads, writes and itself, and may be interrupted at any point: it must change
 * only documents that still have the old format.
 */
export interface Migration {
  /** 1, 2, 3 and so on. */
  readonly number: number
  /** A description for operators: `give …`. */
  readonly name: string
  /**
   * The minimum store version that a program must know to write after this migration: the previous one, if older programs handle
   * the new format, so that rolling updates and rollbacks are possible.
   */
  readonly needs: number
  run(connection: Connection, signal: AbortSignal): Promise<void>
}

/** In order. New migrations are appended; released ones are never changed. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'write out the revision of databases and the prompt of personalities, which earlier versions left out',
    needs: 0,
    async run(connection) {
      const { databases, personalities } = {
        databases: connection.collection('databases'),
        personalities: connection.collection('personalities'),
      }
      await databases.updateMany({ revision: { $exists: false } }, { $set: { revision: 0 } })
      await personalities.updateMany({ systemPrompt: { $exists: false } }, { $set: { systemPrompt: '' } })
    },
  },
  {
    number: 2,
    name: 'give verified queries what they are found by where a question has other values',
    needs: 0,
    async run(connection, signal) {
      const patterns = connection.collection<{ _id: string; question: string; query: string }>('patterns')
      const old = { template: { $exists: false } }
      for (;;) {
        signal.throwIfAborted()
        const found = await patterns
          .find(old, { projection: { question: 1, query: 1 } })
          .limit(BATCH)
          .toArray()
        if (found.length === 0) return
        const writes = found.map(({ _id, question, query }) => ({
          // A concurrent change has set the template.
          updateOne: {
            filter: { _id, question, query, ...old },
            update: { $set: { template: templateKey({ question, query }) } },
          },
        }))
        await patterns.bulkWrite(writes, { ordered: false })
      }
    },
  },
  {
    number: 3,
    name: 'have what customers of a payment processor pay for looked up by itself',
    needs: 0,
    async run(connection) {
      const customers = { 'billing.customerId': { $exists: true }, billingDueAt: { $exists: false } }
      await connection.collection('organizations').updateMany(customers, { $set: { billingDueAt: new Date() } })
    },
  },
]

/** Batch size of a migration. */
const BATCH = 100
