import type { Connection } from 'mongoose'
import { templateKey } from '../../manage/patterns/rules/pattern.ts'

/**
 * A change of what is stored. Others read and write meanwhile, it may be cut off at any point, and of two that run at
 * once neither may harm the other: it changes what is still of the old shape, and nothing else.
 */
export interface Migration {
  /** 1, 2, 3 and so on. */
  readonly number: number
  /** What it does, for people: `give …`. */
  readonly name: string
  /**
   * The oldest version of the store that a program must know to go on writing: the one before, where that reads and writes
   * the new shape without harm, so that an update can be rolled out step by step and taken back.
   */
  readonly needs: number
  run(connection: Connection, signal: AbortSignal): Promise<void>
}

/** In order. Whoever changes what is stored adds to the end, and changes nothing that was released. */
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
          .limit(TOGETHER)
          .toArray()
        if (found.length === 0) return
        const writes = found.map(({ _id, question, query }) => ({
          // Changed meanwhile, it has got one.
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

/** Documents of a migration that are read and written at once. */
const TOGETHER = 100
