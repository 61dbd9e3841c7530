import { indexAdvice } from '../../../src/guard/index-advice.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import type { Schema, Table } from '../../../src/guard/schema.ts'
import { FOLDED, table } from './proposal/schemas.ts'

const LARGE = 10_001

const indexed = (line: string, indexes: Table['indexes'], rowCount: number | undefined = LARGE): Table => ({
  ...table(line),
  ...(indexes === undefined ? {} : { indexes }),
  ...(rowCount === undefined ? {} : { rowCount }),
})

const POLICY: Policy = {
  version: 1,
  engine: 'sqlite',
  tenant: { column: 'org_id', type: 'integer' },
  tables: {
    orders: { mode: 'tenant' },
    orgs: { mode: 'tenantRoot', column: 'id' },
    carriers: { mode: 'sharedOrOwn', column: 'owner' },
    items: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
    countries: { mode: 'shared' },
    '*': { mode: 'deny' },
  },
}

const advised = (...tables: readonly Table[]): readonly string[] => {
  const schema: Schema = { engine: 'sqlite', tables }
  return indexAdvice(schema, POLICY, FOLDED).map(({ table: { name }, column }) => `${name} ${column}`)
}

const ORDERS = 'orders: id pk, org_id int!, day date'
const ITEMS = 'items: id pk, order_id int!'

describe('Index advice', () => {
  it('is given if no index starts with the tenant column', () => {
    expect(advised(indexed(ORDERS, [['id'], ['day', 'org_id']]))).toEqual(['orders org_id'])
    expect(advised(indexed(ORDERS, [['id'], ['ORG_ID', 'day']]))).toEqual([])
    expect(advised(indexed('carriers: id pk, owner int', [['id']]))).toEqual(['carriers owner'])
    expect(advised(indexed('orgs: id pk, name text', [['id']]))).toEqual([])
    expect(advised(indexed('orgs: id pk, name text', [['name']]))).toEqual(['orgs id'])
  })

  it('is given once for both sides of the key of a via table', () => {
    const orders = indexed(ORDERS, [['org_id']])
    expect(advised(orders, indexed(ITEMS, [['id']]))).toEqual(['items order_id', 'orders id'])
    expect(advised(indexed(ORDERS, [['org_id'], ['id']]), indexed(ITEMS, [['order_id', 'id']]))).toEqual([])
  })

  it('is given for large tables and tables of unknown size', () => {
    expect(advised(indexed(ORDERS, [], 10_000))).toEqual([])
    const { rowCount: _, ...uncounted } = indexed(ORDERS, [])
    expect(advised(uncounted)).toEqual(['orders org_id'])
  })

  it('is not given for denied or shared tables, or if the indexes are unknown', () => {
    expect(advised(indexed('countries: id pk, org_id int', []), indexed('others: id pk, org_id int', []))).toEqual([])
    expect(advised(indexed(ORDERS, undefined))).toEqual([])
  })
})
