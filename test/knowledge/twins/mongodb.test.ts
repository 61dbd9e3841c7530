import { MONGODB } from '../../engines/mongodb/adapter.ts'
import { mongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { twins } from './twins.ts'
import { verifiedCommands } from './verified-queries.ts'

twins(
  {
    ...MONGODB,
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
  },
  { cases: 4 },
)
afterAll(stopMongodbServer)
