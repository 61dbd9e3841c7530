import type { Policy } from '../src/guard/policy.ts'

/**
 * How the demo is restricted. `platform_audit` is missing on purpose: an unclassified table is denied. The scope column
 * is on the tables of the sales people only, so that a question about orders needs no scope.
 */
export const DEMO_POLICY: Policy = {
  version: 1,
  engine: 'sqlite',
  tenant: { column: 'shop_id', type: 'integer' },
  scope: { column: 'sales_person', type: 'string', missing_scope: 'ignore' },
  tables: {
    shops: { mode: 'tenantRoot', column: 'id' },
    countries: { mode: 'shared' },
    carriers: { mode: 'sharedOrOwn' },
    employees: { mode: 'tenant' },
    suppliers: { mode: 'tenant' },
    categories: { mode: 'tenant' },
    products: { mode: 'tenant' },
    customers: { mode: 'tenant', hide: ['password_hash'] },
    orders: { mode: 'tenant' },
    order_items: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
    invoices: { mode: 'tenant' },
    payments: { mode: 'tenant' },
    shipments: { mode: 'tenant' },
    returns: { mode: 'tenant' },
    reviews: { mode: 'tenant' },
    support_tickets: { mode: 'tenant' },
    leads: { mode: 'tenant' },
    quotes: { mode: 'tenant' },
    visits: { mode: 'tenant' },
  },
}
