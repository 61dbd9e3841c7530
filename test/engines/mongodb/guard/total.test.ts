import { Binary, type Db, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'mongodb'
import { EXPRESSION_OPERATORS } from '../../../../src/engines/mongodb/language/expression-operators.ts'
import { mongodbServer, stopMongodbServer } from '../../../support/mongodb-server.ts'
import { findIn } from './documents.ts'

afterAll(stopMongodbServer)

/** A value of each BSON type. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, new Double(0.5), new Double(Number.NaN), new Double(Number.POSITIVE_INFINITY)],
  ...[Long.MAX_VALUE, Long.MIN_VALUE, Decimal128.fromString('0.5')],
  ...['', 'a', '1', 'é'.repeat(500), '$a', new Date(0), new Date(8.64e15), /a+/],
  ...[[], [1, 'a', null], [[1], [[]]], {}, { a: { b: [1] } }, new ObjectId('0123456789abcdef01234567')],
  ...[new UUID('0f8fad5b-d9cb-469f-a165-70867728950e'), new Binary(Buffer.from([0, 255])), new Timestamp(1n)],
]

/** Values that the small store cannot store or add. */
const MONGOD_VALUES: readonly unknown[] = [
  ...[new MinKey(), new MaxKey(), Decimal128.fromString('9E+6144'), Decimal128.fromString('NaN')],
]

const TOTAL = [...EXPRESSION_OPERATORS].flatMap(([name, { total }]) => (total === true ? [name] : []))

/** Operands with which the expression is well-formed. */
const operandOf = (name: string): unknown => {
  if (['$not', '$isArray', '$isNumber', '$type'].includes(name)) return ['$a']
  return name === '$cond' ? ['$a', '$b', 1] : ['$a', '$b']
}

const documents = (values: readonly unknown[]): readonly { readonly [name: string]: unknown }[] => [
  {},
  ...values.flatMap((a, at) => [{ a }, { a, b: values[(at * 7 + 3) % values.length] }, { b: a, a: 1 }]),
]

/** Operators that the small store lacks. */
const UNSUPPORTED = ['$isNumber', '$type', '$stdDevPop', '$stdDevSamp']

let server: Db
beforeAll(async () => {
  const { admin, newName, real } = await mongodbServer()
  server = admin.db(newName())
  const stored = documents(real ? [...VALUES, ...MONGOD_VALUES] : VALUES)
  await server.collection('things').insertMany([...stored])
  await server.collection('texts').insertOne({ a: 'text' })
})

it.each(TOTAL)('the MongoDB operator %s, which needs no fence, does not fail on any value', async (name) => {
  const pipeline = [{ $match: { $expr: { $ne: [{ [name]: operandOf(name) }, 'nothing'] } } }, { $count: 'n' }]
  const { real } = await mongodbServer()
  if (real || !UNSUPPORTED.includes(name))
    expect(await server.collection('things').aggregate(pipeline).toArray()).toEqual([{ n: expect.any(Number) }])
  // mingo as a second implementation.
  const plain = documents(VALUES).map(({ a, b }) => ({ a: plainOf(a), b: plainOf(b) }))
  expect(findIn(new Map([['things', plain]]), { collection: 'things', pipeline })).toEqual([{ n: expect.any(Number) }])
})

/** Converts numbers to those of mingo. */
const plainOf = (value: unknown): unknown =>
  value instanceof Double ? value.valueOf() : value instanceof Long ? value.toNumber() : value

it.each(['$first', '$last', '$size', '$toInt', '$strLenCP'])(
  'the MongoDB operator %s, which needs a fence, fails on some values',
  async (name) => {
    const failingPipeline = [{ $match: { $expr: { $eq: [{ [name]: name === '$strLenCP' ? '$b' : '$a' }, 1] } } }]
    await expect(server.collection('texts').aggregate(failingPipeline).toArray()).rejects.toThrow()
  },
)
