import { proposePolicy } from '../../../../src/guard/proposal/propose-policy.ts'
import { findTenantColumn, tenantTypeOf } from '../../../../src/guard/proposal/tenant-column.ts'
import type { Column, ForeignKey, Schema, Table } from '../../../../src/guard/schema.ts'
import { runToEnd } from '../../../../src/platform/values/sliced.ts'
import { AS_WRITTEN } from './schemas.ts'

const path = (name: string, type = 'string', arrays?: readonly string[]): Column => ({
  name,
  type,
  nullable: false,
  ...(arrays === undefined ? {} : { arrays }),
})

const collection = (name: string, columns: readonly Column[], foreignKeys: readonly ForeignKey[] = []): Table => ({
  name,
  columns: [path('_id', 'objectId'), ...columns],
  primaryKey: ['_id'],
  foreignKeys,
})

const to = (column: string, refTable: string): ForeignKey => ({
  columns: [column],
  refTable,
  refColumns: ['_id'],
  inferred: true,
})

const SHOP: Schema = {
  engine: 'documents',
  tables: [
    collection('tenants', [path('name')]),
    collection('orders', [path('tenant_id', 'objectId'), path('customer.password_hash')], [to('tenant_id', 'tenants')]),
    collection('shipments', [path('order_id', 'objectId')], [to('order_id', 'orders')]),
    collection('visits', [path('tenant', 'object'), path('tenant.id', 'objectId')]),
    collection('bundles', [path('order_ids', 'objectId', ['order_ids'])], [to('order_ids', 'orders')]),
    collection('groups', [
      path('members.tenant_id', 'objectId', ['members']),
      path('tenant_id', 'objectId', ['tenant_id']),
    ]),
  ],
}

describe('Proposed policy for documents', () => {
  const proposal = proposePolicy(SHOP, AS_WRITTEN, { tenant: { column: 'tenant_id' } })
  const policyOf = (name: string) => proposal.tables.find(({ table }) => table === name)?.policy

  it('finds the tenant column at a path and follows inferred keys', () => {
    expect(runToEnd(findTenantColumn(SHOP))).toBe('tenant_id')
    expect(proposal.tenant).toEqual({ column: 'tenant_id', type: 'objectId' })
    expect(policyOf('tenants')).toEqual({ mode: 'tenantRoot', column: '_id' })
    expect(policyOf('orders')).toEqual({ mode: 'tenant', hide: ['customer.password_hash'] })
    expect(policyOf('visits')).toEqual({ mode: 'tenant', column: 'tenant.id' })
    expect(policyOf('shipments')).toEqual({ mode: 'via', fk: 'order_id', ref: 'orders._id' })
    expect(proposal.tables.find(({ table }) => table === 'shipments')?.reason).toContain('its values occur there')
  })

  it('opens no view without confirmation, because it may show rows of other tenants', () => {
    const view: Table = { ...collection('open_orders', [path('tenant_id', 'objectId')]), view: true }
    const { tables } = proposePolicy({ ...SHOP, tables: [...SHOP.tables, view] }, AS_WRITTEN, {
      tenant: { column: 'tenant_id' },
    })
    const certain = new Map(tables.map((one) => [one.table, one.isCertain]))
    expect([certain.get('orders'), certain.get('open_orders')]).toEqual([true, false])
  })

  it('does not accept an array as a tenant column', () => {
    expect([policyOf('bundles'), policyOf('groups')]).toEqual([{ mode: 'deny' }, { mode: 'deny' }])
  })

  it('compares all number types as integers, and mixed types by the most frequent one', () => {
    const types = ['long', 'double', 'int | string', 'string | int', 'objectId', 'binData'].map((type) =>
      tenantTypeOf({ type }),
    )
    expect(types).toEqual(['integer', 'integer', 'integer', 'string', 'objectId', 'uuid'])
  })
})
