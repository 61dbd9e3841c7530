import type { Engine } from '../../../src/engines/engine.ts'
import { allEngines } from '../../../src/engines/index.ts'
import { verify } from '../../../src/engines/mongodb/verify/verify.ts'
import { hasMongod, mongodbServer } from '../../support/mongodb-server.ts'
import type { AlikeDrafts, EngineAdapter, ValueCase } from '../contract/engine-adapter.ts'
import { declared, found, load } from './fixture-database.ts'
import { GENERATED_PIPELINES } from './generated-drafts.ts'
import { weakened } from './guard/weakened-commands.ts'
import { MORE_QUERIES, QUERIES } from './oracle-queries.ts'

const NAME = 'mongodb'

const start = (): Engine => {
  const engine = allEngines({ allowPrivateHosts: true }).find(({ name }) => name === NAME)
  if (engine === undefined) throw new Error('no such engine')
  return engine
}

const of = (collection: string, ...pipeline: readonly unknown[]): string => JSON.stringify({ collection, pipeline })
const constants = (fields: object): string => of('countries', { $limit: 1 }, { $project: { _id: 0, ...fields } })
const literal = ($literal: unknown) => ({ $literal })

const alike = (draft: (name: string) => string, secret: string, nothing: string): AlikeDrafts => ({
  secret: { draft: draft(secret), name: secret },
  nothing: { draft: draft(nothing), name: nothing },
})

const VALUES: readonly ValueCase[] = [
  {
    name: 'integers beyond the safe range and inexact decimals are text; other numbers are JSON numbers',
    draft: constants({
      safe: literal({ $numberLong: '9007199254740991' }),
      large: literal({ $numberLong: '9007199254740993' }),
      whole: literal(7),
      exact: literal({ $numberDecimal: '12.50' }),
      long: literal({ $numberDecimal: '0.1234567890123456789' }),
      day: literal({ $date: '2026-11-21T08:30:00.500Z' }),
      id: literal({ $oid: '0123456789abcdef01234567' }),
      yes: literal(true),
      no: literal(null),
    }),
    columns: [
      ...[{ name: 'safe', type: 'number' } as const, { name: 'large', type: 'text' } as const],
      ...[{ name: 'whole', type: 'number' } as const, { name: 'exact', type: 'number' } as const],
      ...[{ name: 'long', type: 'text' } as const, { name: 'day', type: 'text' } as const],
      ...[{ name: 'id', type: 'text' } as const, { name: 'yes', type: 'boolean' } as const],
      { name: 'no', type: 'null' },
    ],
    cells: [
      [
        ...[9007199254740991, '9007199254740993', 7, 12.5, '0.1234567890123456789', '2026-11-21T08:30:00.5Z'],
        ...['0123456789abcdef01234567', true, null],
      ],
    ],
  },
  {
    name: 'stored decimals of 34 digits are exact',
    draft: constants({ full: literal({ $numberDecimal: '1.234567890123456789012345678901234' }) }),
    columns: [{ name: 'full', type: 'text' }],
    cells: [['1.234567890123456789012345678901234']],
  },
  {
    name: 'decimals from a division are rounded to the nearest number',
    draft: constants({ third: { $divide: [literal({ $numberDecimal: '1' }), literal(3)] } }),
    columns: [{ name: 'third', type: 'number' }],
    cells: [[1 / 3]],
  },
  {
    name: 'documents and arrays are JSON',
    draft: constants({ inner: { a: literal([1, { b: 'x' }]), c: literal({ $numberLong: '9007199254740993' }) } }),
    columns: [{ name: 'inner', type: 'text' }],
    cells: [[{ a: [1, { b: 'x' }], c: '9007199254740993' }]],
  },
  {
    name: 'the columns of a result are the fields of all its documents, in order of appearance',
    draft: of(
      'countries',
      { $sort: { _id: 1 } },
      { $limit: 2 },
      {
        $replaceRoot: {
          newRoot: {
            $cond: [
              { $eq: ['$_id', 'BR'] },
              { first: literal(1), both: literal(2) },
              { second: '$name', both: '$_id' },
            ],
          },
        },
      },
    ),
    columns: [
      ...[{ name: 'first', type: 'number' } as const, { name: 'both', type: 'mixed' } as const],
      { name: 'second', type: 'text' },
    ],
    cells: [
      [1, 2, null],
      [null, 'DE', 'Germany'],
    ],
  },
]

const joined = { $lookup: { from: 'order_items', pipeline: [], as: 'x' } }
const CROSS_JOIN = of(
  'order_items',
  ...Array(8)
    .fill([joined, { $unwind: '$x' }])
    .flat(),
  { $count: 'n' },
)
const HUNGRY = of(
  'order_items',
  ...Array(4)
    .fill([joined, { $unwind: '$x' }])
    .flat(),
  {
    $group: { _id: null, all: { $push: '$$ROOT' } },
  },
)

/** The operations that the server runs for the engine now. */
const ownOperations = async (): Promise<readonly unknown[]> => {
  const { admin } = await mongodbServer()
  const ofEngine = { active: true, 'command.comment': /^tabletalk (?!describe)/ }
  const found = await admin
    .db('admin')
    .aggregate([{ $currentOp: { allUsers: true } }, { $match: ofEngine }])
    .toArray()
  return found.map(({ opid }) => opid)
}

export const MONGODB: EngineAdapter = {
  name: NAME,
  start,
  load,
  declared,
  found,
  keyName: '_id',
  unreachable: [
    ...['', 'mongodb:', 'mongodb://localhost', 'mongodb://localhost/', 'postgres://x'],
    ...['mongodb://127.0.0.1:1/shop', 'mongodb://nowhere.invalid/shop', 'mongodb://%2Ftmp%2Fx.sock/shop'],
  ],
  generated: GENERATED_PIPELINES,
  verifier: { verify: async (...of) => verify(...of), weakened },
  queries: hasMongod ? [...QUERIES, ...MORE_QUERIES] : QUERIES,
  refused: {
    not_a_query: ['', '[]', '{"op":"delete","collection":"orders"}', '{"collection":7}'],
    several_statements: ['{"find":"orders","aggregate":"vault","pipeline":[]}'],
    unknown_collection: [
      ...[of('vault'), of('audit_log'), of('nothing_there'), of('system.users')],
      of('orders', { $lookup: { from: 'vault', localField: '_id', foreignField: '_id', as: 'x' } }),
      of('orders', { $unionWith: 'vault' }),
    ],
    unknown_path: [
      of('customers', { $project: { password_hash: 1 } }),
      of('customers', { $group: { _id: '$password_hash' } }),
      of('customers', { $sort: { password_hash: 1 } }),
      of('customers', { $match: { password_hash: { $regex: '^a' } } }),
      of('customers', { $project: { x: '$nothing_there' } }),
    ],
    syntax: ['db.orders.find()', '{"collection":"orders","pipeline":[{}]'],
    unknown_stage: [of('orders', { $nothingThere: 1 })],
    forbidden_operator: [of('orders', { $out: 'stolen' }), of('orders', { $merge: 'stolen' })],
  },
  alike: [
    alike((name) => of(name), 'vault', 'vanlt'),
    alike((name) => of(name), 'audit_log', 'audit_lag'),
    alike((name) => of('orders', { $unionWith: name }), 'vault', 'vanlt'),
    alike((name) => of('customers', { $project: { x: `$${name}` } }), 'password_hash', 'password_hush'),
    alike((name) => of('customers', { $sort: { [name]: 1 } }), 'password_hash', 'password_hush'),
  ],
  attacks: ['not_a_query', 'several_statements', 'forbidden_operator'],
  drafts: {
    one: constants({ one: literal(1) }),
    countOrders: of('orders', { $count: 'n' }),
    orderIds: JSON.stringify({ collection: 'orders', projection: { _id: 1 } }),
    endless: hasMongod ? [CROSS_JOIN] : [],
    hungry: hasMongod ? [HUNGRY] : [],
  },
  large: {
    articles: of('articles', { $sort: { _id: 1 } }, { $project: { id: '$_id', _id: 0, body: 1, stars: 1 } }),
    paragraphs: of('paragraphs', { $sort: { _id: 1 } }, { $project: { _id: 0, body: 1 } }),
    pairs: of(
      'paragraphs',
      { $sort: { _id: 1 } },
      { $project: { _id: 0, a: '$_id', b: { $range: [1, 201] } } },
      { $unwind: '$b' },
    ),
    aggregated: [
      of('paragraphs', { $sort: { _id: 1 } }, { $group: { _id: null, n: { $sum: 1 }, all: { $push: '$body' } } }),
      of('paragraphs', { $group: { _id: null, n: { $sum: 1 }, all: { $push: { text: '$body' } } } }),
    ],
  },
  values: VALUES,
  ...(hasMongod ? { running: async () => (await ownOperations()).length } : {}),
  kill: hasMongod
    ? async () => {
        const { admin } = await mongodbServer()
        for (const op of await ownOperations()) await admin.db('admin').command({ killOp: 1, op })
      }
    : { none: 'the small store cannot stop a query' },
}
