import { mongodbServer } from '../../support/mongodb-server.ts'
import type { TwinEngine } from './twins.ts'
import { verifiedCommands } from './verified-queries.ts'

/** What is specific to documents: fields are not declared and differ between tenants. */
export const MONGODB_TWINS: Pick<TwinEngine, 'verified' | 'probes' | 'extend'> = {
  verified: verifiedCommands,
  probes: ({ one, other }) =>
    [...one.fields, ...other.fields]
      .slice(0, 6)
      .flatMap(({ fields }) =>
        Object.keys(fields).flatMap((name) => [
          JSON.stringify({ collection: 'customers', filter: { [name]: { $exists: true } } }),
          JSON.stringify({ collection: 'customers', pipeline: [{ $group: { _id: `$${name}` } }] }),
        ]),
      ),
  async extend(address, fields) {
    const { admin } = await mongodbServer()
    const database = admin.db(new URL(address).pathname.slice(1))
    for (const { table, id, fields: more } of fields)
      await database.collection<{ _id: number }>(table).updateOne({ _id: id }, { $set: more })
  },
}
