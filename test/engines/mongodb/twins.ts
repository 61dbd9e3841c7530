import { mongodbServer } from '../../support/mongodb-server.ts'
import type { EngineTwins } from '../contract/noninterference/engine-twins.ts'
import type { Others } from '../contract/noninterference/twin-tables.ts'
import { interferingCommand } from './interference-grammar.ts'

/** Values of other types than in the fixture, for any field of hidden documents. */
const ODD: Readonly<Record<Exclude<Others, 'nobody'>, readonly unknown[]>> = {
  one: ['SE%', [1, 'x'], { page: 1 }, true, '', [[2]], 'paid\\'],
  other: [[], { note: ['X', null] }, -1.5, '(', [null], false, 'b('.repeat(100)],
}

const COLLECTIONS = [
  ['customers', ['name', 'email', 'city', 'credit', 'owner']],
  ['orders', ['status', 'total', 'customer_id', 'order']],
  ['products', ['name', 'price', 'category']],
  ['staff', ['name', 'salary', 'manager_id']],
  ['events', ['kind', 'payload', 'happened_at']],
  ['item_notes', ['note']],
  ['note_marks', ['mark']],
] as const

const COUNTS = { one: 6, other: 15 } as const

export const MONGODB_TWINS: EngineTwins = {
  cases: 400,
  room: { anyKind: false, longText: 400 },
  async settle(address, others, { tenant }) {
    if (others === 'nobody') return
    const { admin } = await mongodbServer()
    const database = admin.db(new URL(address).pathname.slice(1))
    for (const [name, fields] of COLLECTIONS) {
      const documents = Array.from({ length: COUNTS[others] }, (_, index) => {
        const odd = fields.map((field, place) => [field, ODD[others][(index + place) % ODD[others].length]] as const)
        // The tenant id as a text is another tenant, or none.
        return {
          ...Object.fromEntries(odd),
          _id: 700_000 + index,
          tenant_id: index % 2 === 0 ? String(tenant) : tenant + 1,
        }
      })
      await database.collection<{ _id: number }>(name).insertMany(documents)
    }
  },
  stretching: [
    '{"collection":"item_notes","filter":{"note":{"$regex":"^(a+)+b$"}}}',
    '{"collection":"customers","filter":{"name":{"$regex":"^(a+)+b$"}}}',
  ],
  plans: [],
  grammar: async (_address, constants) => (choose) => ({
    draft: withoutLots(interferingCommand(choose, constants)),
    ordered: false,
  }),
}

/** Replaces operators with random results. */
const withoutLots = (draft: string): string =>
  draft.replaceAll(/\{"\$sample":\{"size":\d+\}\}/g, '{"$limit":100000}').replaceAll('{"$rand":{}}', '{"$literal":0}')
