import type { Policy } from '../../../../src/guard/policy.ts'
import { policyFrom } from '../../../../src/guard/proposal/proposal.ts'
import { proposePolicy } from '../../../../src/guard/proposal/propose-policy.ts'
import { rescopedPolicy } from '../../../../src/guard/proposal/rescope-policy.ts'
import type { Schema, Table } from '../../../../src/guard/schema.ts'

const folding = { table: (name: string) => name.toLowerCase(), column: (name: string) => name.toLowerCase() }
const table = (name: string, ...columns: string[]): Table => ({
  name,
  columns: columns.map((column) => ({ name: column, type: 'INTEGER', nullable: false })),
  primaryKey: ['id'],
  foreignKeys: [],
})
const schema: Schema = {
  engine: 'any',
  tables: [
    table('shops', 'id', 'company_id'),
    table('orders', 'id', 'shop_id', 'company_id', 'margin'),
    table('salaries', 'id', 'shop_id', 'company_id'),
    table('tills', 'id', 'shop_id', 'pin'),
    table('countries', 'id'),
  ],
}
const EARLIER: Policy = {
  version: 1,
  engine: 'any',
  tenant: { column: 'shop_id', type: 'integer' },
  tables: {
    shops: { mode: 'tenantRoot', column: 'id' },
    Orders: { mode: 'tenant', hide: ['margin'] },
    salaries: { mode: 'deny' },
    tills: { mode: 'tenant', hide: ['pin'] },
    countries: { mode: 'shared' },
    '*': { mode: 'shared' },
  },
}

const proposal = proposePolicy(schema, folding, { tenant: { column: 'company_id' } })

describe('rescopedPolicy', () => {
  const policy = rescopedPolicy(EARLIER, proposal, folding)

  it('opens only tables with the new tenant column', () => {
    expect(policy.tenant).toEqual({ column: 'company_id', type: 'integer' })
    expect(policy.tables).toEqual({
      shops: { mode: 'tenant' },
      Orders: { mode: 'tenant', hide: ['margin'] },
      salaries: { mode: 'deny' },
      tills: { mode: 'deny', hide: ['pin'] },
      countries: { mode: 'deny' },
      '*': { mode: 'deny' },
    })
  })

  it('keeps hidden columns, also in tables confirmed later', () => {
    const linkedSchema: Schema = {
      ...schema,
      tables: schema.tables.map((one) =>
        one.name === 'tills'
          ? { ...one, foreignKeys: [{ columns: ['shop_id'], refTable: 'shops', refColumns: ['id'] }] }
          : one,
      ),
    }
    const nextProposal = proposePolicy(linkedSchema, folding, { tenant: { column: 'company_id' } })
    const confirmed = policyFrom(nextProposal, { accepted: new Set(['tills']), earlier: policy, folding })
    expect(confirmed.tables.tills).toEqual({ mode: 'via', fk: 'shop_id', ref: 'shops.id', hide: ['pin'] })
  })
})
