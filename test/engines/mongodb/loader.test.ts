import type { Engine } from '../../../src/engines/engine.ts'
import type { NewColumn, NewTable, ScratchDatabase } from '../../../src/engines/loader.ts'
import { mongodbEngine } from '../../../src/engines/mongodb/engine.ts'
import { loaderOf } from '../../support/loader-of.ts'
import { mongodbServer, stopMongodbServer } from '../../support/mongodb-server.ts'
import { never } from '../contract/contract-bench.ts'

const column = (name: string, type: NewColumn['type']): NewColumn => ({ name, type, nullable: true })
const table = (name: string, columns: readonly NewColumn[], rows: NewTable['rows'], more: Partial<NewTable> = {}) => ({
  name,
  columns,
  rows,
  primaryKey: ['id'],
  foreignKeys: [],
  indexes: [],
  ...more,
})

const CUSTOMERS = table(
  'customers',
  [
    ...[column('id', 'integer'), column('name', 'text'), column('address.city', 'text'), column('born', 'date')],
    ...[column('seen_at', 'datetime'), column('credit', 'decimal'), column('weight', 'real')],
    column('is_member', 'boolean'),
  ],
  [
    [1, 'Ann', 'Oslo', '2020-01-02', '2026-11-21 08:30:00', '12.3400', 1.5, true],
    [9007199254740993n, 'ann', null, null, null, null, 2, false],
  ],
  { indexes: [['name', 'address.city']] },
)
const ORDERS = table(
  'orders',
  [column('id', 'integer'), column('customer_id', 'integer')],
  [
    [10, 1],
    [11, 1],
  ],
)
const ITEMS = table(
  'order_items',
  [column('order_id', 'integer'), column('sku', 'text')],
  [
    [10, 'a'],
    [10, 'b'],
  ],
  { primaryKey: [], within: { table: 'orders', column: 'order_id', as: 'items' } },
)

describe('loader of mongodb', () => {
  let engine: Engine
  let scratch: ScratchDatabase
  const loader = loaderOf('mongodb')
  const load = (tables: readonly NewTable[], replace = false) =>
    loader.load(scratch.address, tables, { replace, signal: never() })
  const names = async () => (await engine.describe(scratch.address, never())).tables.map(({ name }) => name)
  const documents = async (collection: string) => {
    const { admin } = await mongodbServer()
    const name = new URL(scratch.address).pathname.slice(1)
    return await admin
      .db(name)
      .collection(collection)
      .find({}, { sort: { _id: 1 } })
      .toArray()
  }

  beforeAll(() => {
    engine = mongodbEngine({ allowPrivateHosts: true })
  })
  afterAll(async () => {
    await engine.close()
    await stopMongodbServer()
  })
  beforeEach(async () => {
    scratch = await loader.scratch((await mongodbServer()).address('shop'), never())
  })
  afterEach(() => scratch.remove())

  it('converts rows to documents with BSON types', async () => {
    await load([CUSTOMERS])
    expect(JSON.parse(JSON.stringify(await documents('customers')))).toMatchObject([
      {
        _id: 1,
        name: 'Ann',
        address: { city: 'Oslo' },
        born: '2020-01-02T00:00:00.000Z',
        weight: 1.5,
        seen_at: '2026-11-21T08:30:00.000Z',
        credit: { $numberDecimal: '12.3400' },
        is_member: true,
      },
      { name: 'ann', address: { city: null }, born: null, is_member: false },
    ])
    const { tables } = await engine.describe(scratch.address, never())
    const types = Object.fromEntries(tables[0]?.columns.map(({ name, type }) => [name, type]) ?? [])
    expect(types).toMatchObject({
      credit: 'decimal',
      weight: 'double',
      born: 'date',
      is_member: 'bool',
      _id: 'int | long',
    })
    expect(tables[0]?.indexes).toContainEqual(['name', 'address.city'])
  })

  it('embeds rows of a child table in their parent documents', async () => {
    await load([CUSTOMERS, ORDERS, ITEMS])
    expect(await documents('orders')).toEqual([
      { _id: 10, customer_id: 1, items: [{ sku: 'a' }, { sku: 'b' }] },
      { _id: 11, customer_id: 1, items: [] },
    ])
    expect(await names()).toEqual(['customers', 'orders'])
  })

  it('rejects with TablesExist if a collection exists, and replaces it with replace: true', async () => {
    await load([CUSTOMERS])
    await expect(load([ORDERS, CUSTOMERS])).rejects.toMatchObject({ name: 'TablesExist' })
    expect(await names()).toEqual(['customers'])
    await load([{ ...CUSTOMERS, rows: [] }], true)
    expect(await documents('customers')).toEqual([])
  })

  it('removes all collections of a load that fails', async () => {
    const twice = { ...ORDERS, rows: [...ORDERS.rows, ...ORDERS.rows] }
    await expect(load([CUSTOMERS, twice])).rejects.toThrow()
    await expect(names()).resolves.toEqual([])
  })

  it('creates separate scratch databases, and removes each alone', async () => {
    const other = await loader.scratch(scratch.address, never())
    await load([CUSTOMERS])
    expect(await engine.describe(other.address, never())).toMatchObject({ tables: [] })
    await other.remove()
    expect(await names()).toEqual(['customers'])
  })

  it('rejects with AbortError when its signal is aborted', async () => {
    const aborted = { replace: false, signal: AbortSignal.abort() }
    await expect(loader.load(scratch.address, [CUSTOMERS], aborted)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
