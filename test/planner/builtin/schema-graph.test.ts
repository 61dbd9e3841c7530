import { SchemaGraph } from '../../../src/planner/builtin/schema-graph.ts'

const key = (from: string, column: string, to: string) => ({ from, column, to, refColumn: 'id' })

const shop = new SchemaGraph(
  [
    key('orders', 'customer_id', 'customers'),
    key('items', 'order_id', 'orders'),
    key('items', 'product_id', 'products'),
    key('reviews', 'product_id', 'products'),
    key('reviews', 'customer_id', 'customers'),
    ...['orders', 'products', 'customers', 'reviews'].map((table) => key(table, 'tenant_id', 'tenants')),
  ],
  6,
)

const tables = (from: string, to: string, via: readonly string[] = []) =>
  shop.path(from, to, via)?.steps.map((step) => step.to)

describe('join paths', () => {
  it('follow keys in both directions', () => {
    expect(tables('items', 'customers')).toEqual(['orders', 'customers'])
    expect(tables('orders', 'products')).toEqual(['items', 'products'])
  })

  it('prefer tables that the question names over the shorter way', () => {
    expect(tables('customers', 'products')).toEqual(['reviews', 'products'])
    expect(tables('customers', 'products', ['orders'])).toEqual(['orders', 'items', 'products'])
  })

  it('never lead through a table that nearly all others point to', () => {
    expect(shop.isHub('tenants')).toBe(true)
    expect(tables('orders', 'reviews')).not.toContain('tenants')
    expect(tables('orders', 'tenants')).toEqual(['tenants'])
  })

  it('say when two keys lead to the same table', () => {
    const flights = new SchemaGraph([key('flights', 'from_id', 'airports'), key('flights', 'to_id', 'airports')], 2)
    expect(flights.path('flights', 'airports')?.tied).toBe(true)
  })
})
