import { BSON, type Document } from 'mongodb'
import type { NewTable, PortableType } from '../../../src/engines/loader.ts'
import { DocumentRows } from '../../../src/engines/mongodb/run/document-rows.ts'
import type { Json } from '../../../src/platform/values/json.ts'
import { loaderOf } from '../../support/loader-of.ts'
import { mongodbServer } from '../../support/mongodb-server.ts'
import type { FoundTable, LoadedDatabase } from '../contract/engine-adapter.ts'
import type { FixtureTable, FixtureType } from '../contract/fixture-table.ts'
import { cells } from '../contract/results.ts'

const TYPES: Readonly<Record<FixtureType, { readonly portable: PortableType; readonly found: string }>> = {
  integer: { portable: 'integer', found: 'int' },
  real: { portable: 'real', found: 'double' },
  decimal: { portable: 'decimal', found: 'decimal' },
  text: { portable: 'text', found: 'string' },
  date: { portable: 'date', found: 'date' },
}

/** The described types of the fixture. */
export const declared = (type: FixtureType): string => TYPES[type].found

/** The references that a description infers from names and values of fields. */
const REFERENCES: Readonly<Record<string, string>> = {
  tenant_id: 'tenants',
  'tenant id': 'tenants',
  customer_id: 'customers',
  order_id: 'orders',
  product_id: 'products',
  country: 'countries',
}

/** The expected description of a fixture table, inferred from its rows. */
export const found = ({ name: table, columns, rows }: FixtureTable): FoundTable => ({
  columns: columns.map(({ name, type, key }) => ({
    name: key === true ? '_id' : name,
    type: declared(type),
    nullable: rows.some((row) => (row[name] ?? null) === null),
  })),
  primaryKey: ['_id'],
  foreignKeys: columns.flatMap(({ name }) => {
    const target = table === 'Order Notes' && name === 'order' ? 'orders' : REFERENCES[name]
    return target === undefined ? [] : [{ columns: [name], refTable: target, refColumns: ['_id'] }]
  }),
})

const newTable = ({ name, columns, rows }: FixtureTable): NewTable => ({
  name,
  columns: columns.map((column) => ({ name: column.name, type: TYPES[column.type].portable, nullable: true })),
  primaryKey: columns.filter(({ key }) => key).map((column) => column.name),
  foreignKeys: [],
  indexes: columns.filter(({ indexed }) => indexed).map((column) => [column.name]),
  rows: rows.map((row) => columns.map((column) => row[column.name] ?? null)),
})

/** Creates a database with fixture tables. */
export const load = async (tables: readonly FixtureTable[]): Promise<LoadedDatabase> => {
  const { newName, address, admin } = await mongodbServer()
  const name = newName()
  const { signal } = new AbortController()
  await loaderOf('mongodb').load(address(name), tables.map(newTable), { replace: false, signal })
  return {
    address: address(name),
    find: (draft) => findUnguarded(name, draft),
    async remove() {
      await admin.db(name).dropDatabase()
    },
  }
}

/** Runs a draft without a guard; cells have the form of the engine's results. */
const findUnguarded = async (database: string, draft: string): Promise<readonly (readonly Json[])[]> => {
  const { admin } = await mongodbServer()
  const { collection, pipeline, filter, projection, sort, skip, limit }: Document = BSON.EJSON.parse(draft)
  const stages = pipeline ?? [
    { $match: filter ?? {} },
    ...(sort === undefined ? [] : [{ $sort: sort }]),
    ...(skip === undefined ? [] : [{ $skip: skip }]),
    ...(limit === undefined ? [] : [{ $limit: limit }]),
    ...(projection === undefined ? [] : [{ $project: projection }]),
  ]
  const rows = new DocumentRows({ rowsMax: 10_000, bytesMax: 100_000_000 })
  for await (const one of admin.db(database).collection(collection).aggregate(stages))
    rows.add(Buffer.from(BSON.serialize(one)))
  return cells({ ...rows.result(), executionTimeMs: 0 })
}
