import type { Policy } from '../../../../src/guard/policy.ts'
import { type InitialPolicy, initialPolicy, type PolicyOptions } from '../../../../src/guard/proposal/initial-policy.ts'
import { policyLines, toConfirm } from '../../../../src/guard/proposal/policy-lines.ts'
import { entryName } from '../../../../src/guard/proposal/proposal.ts'
import { proposeParents } from '../../../../src/guard/proposal/propose-parents.ts'
import { proposePolicy } from '../../../../src/guard/proposal/propose-policy.ts'
import { singleKeys } from '../../../../src/guard/proposal/single-keys.ts'
import { isTenantTable } from '../../../../src/guard/proposal/tenant-column.ts'
import type { Schema } from '../../../../src/guard/schema.ts'
import { runToEnd } from '../../../../src/platform/values/sliced.ts'
import { AS_WRITTEN, FOLDED, schema } from './schemas.ts'

const SHOP = schema(
  'tenants: id pk, name text',
  'orders: id pk, tenant_id int!, owner text',
  'items: id pk, order_id int! -> orders.id, owner text',
  'colours: code pk',
)

const first = (options: PolicyOptions, of: Schema = SHOP, written?: Policy) =>
  initialPolicy(of, { folding: FOLDED, options, written })
const fits = (options: PolicyOptions): InitialPolicy => {
  const found = first(options)
  if (found.kind !== 'fits') throw new Error(found.message)
  return found
}
const modes = ({ tables }: Policy) => Object.fromEntries(Object.entries(tables).map(([name, { mode }]) => [name, mode]))

describe('Initial policy of a database', () => {
  it('opens only tables with the tenant column without confirmation', () => {
    const { policy, likelyTenantColumn } = fits({ scoped: true })
    expect(policy.tenant).toEqual({ column: 'tenant_id', type: 'integer' })
    expect(modes(policy)).toEqual({ tenants: 'deny', orders: 'tenant', items: 'deny', colours: 'deny', '*': 'deny' })
    expect(likelyTenantColumn).toBeUndefined()
  })

  it('opens the proposed tables if they are accepted', () => {
    const { policy } = fits({ scoped: true, accept: true })
    expect(modes(policy)).toMatchObject({ tenants: 'tenantRoot', orders: 'tenant', items: 'via', colours: 'deny' })
  })

  it('shares all tables of an unscoped database and names a likely tenant column', () => {
    const { policy, likelyTenantColumn } = fits({})
    expect(policy.tenant).toBeUndefined()
    expect(modes(policy)).toEqual({
      tenants: 'shared',
      orders: 'shared',
      items: 'shared',
      colours: 'shared',
      '*': 'deny',
    })
    expect(likelyTenantColumn).toBe('tenant_id')
  })

  it.each([
    ['a tenant column', { tenantColumn: 'owner' }],
    ['a tenant type', { tenantType: 'string' }],
  ] as const)('isolates tenants if %s is given', (_, options) => {
    expect(fits(options).policy.tenant?.type).toBe('string')
  })

  it('filters by scope only if a scope column is given', () => {
    expect(fits({ scoped: true, scopeColumn: 'owner' }).policy.scope).toEqual({
      column: 'owner',
      type: 'string',
      missing_scope: 'deny',
    })
    const more = { scoped: true, scopeColumn: 'owner', missingScope: 'ignore' } as const
    expect(fits(more).policy.scope).toMatchObject({ missing_scope: 'ignore' })
    expect(fits({ scoped: true }).policy.scope).toBeUndefined()
  })

  it('rejects a column that no table has and suggests another', () => {
    expect(first({ tenantColumn: 'nowhere' })).toEqual({
      kind: 'unfit',
      about: 'tenant column',
      message: 'No table has a column nowhere. Did you mean tenant_id?',
    })
    expect(first({ scoped: true, scopeColumn: 'nowhere' })).toMatchObject({ kind: 'unfit', about: 'scope column' })
    const unclear = schema('a: id pk, b_id int', 'c: b_id int', 'd: e int')
    expect(first({ scoped: true }, unclear)).toMatchObject({
      message: 'No column looks like a tenant column. Name the tenant column. Several tables have: b_id.',
    })
    expect(first({ tenantColumn: 'nowhere' }, unclear)).toMatchObject({ message: 'No table has a column nowhere.' })
  })

  it('is the policy file if one is given', () => {
    const written: Policy = { version: 1, engine: 'any', tables: { '*': { mode: 'deny' } } }
    expect(first({ scoped: true }, SHOP, written)).toMatchObject({ kind: 'fits', policy: written })
  })
})

describe('Lines of a policy', () => {
  it('list open, unconfirmed and closed tables in this order', () => {
    const { policy, proposal } = fits({ scoped: true })
    const lines = policyLines(policy, proposal, FOLDED)
    expect(lines.map(({ table, state }) => `${table} ${state}`)).toEqual([
      ...['orders open', 'tenants to confirm', 'items to confirm', 'colours closed'],
    ])
    expect(toConfirm(lines)).toEqual([
      { table: 'tenants', policy: { mode: 'tenantRoot', column: 'id' }, reason: expect.stringMatching(/tenants/) },
      { table: 'items', policy: { mode: 'via', fk: 'order_id', ref: 'orders.id' }, reason: expect.any(String) },
    ])
  })
})

it('entryName prefers the exact name to an equivalent name', () => {
  const policy: Policy = { version: 1, engine: 'any', tables: { Orders: { mode: 'deny' }, orders: { mode: 'tenant' } } }
  expect(entryName(policy, 'orders', FOLDED)).toBe('orders')
  expect(entryName(policy, 'ORDERS', FOLDED)).toBe('Orders')
  expect(entryName(policy, 'ORDERS', AS_WRITTEN)).toBeUndefined()
})

it('isTenantTable recognizes every spelling of organization', () => {
  for (const table of ['orgs', 'organizations', 'organisation']) {
    expect(isTenantTable(table, 'org_id')).toBe(true)
    expect(isTenantTable(table, 'organization_id')).toBe(true)
    expect(isTenantTable(table, 'shop_id')).toBe(false)
  }
})

it('proposePolicy compares tenants by the most frequent type of their columns', () => {
  const typed = (...types: readonly string[]) =>
    proposePolicy(schema(...types.map((type, at) => `t${at}: id pk, tenant_id ${type}`)), FOLDED, {
      tenant: { column: 'tenant_id' },
    }).tenant?.type
  expect(typed('text', 'text', 'int')).toBe('string')
  expect(typed('text', 'text', 'int', 'int', 'text')).toBe('string')
  expect(typed('int', 'int', 'text')).toBe('integer')
})

describe('singleKeys', () => {
  const keysOf = (columns: readonly string[], refTable: string, refColumns: readonly string[]) => {
    const of = schema('orders: id pk, part int', 'lines: a int, b int')
    const [orders, lines] = of.tables
    if (orders === undefined || lines === undefined) throw new Error('two tables')
    const referencing = { ...lines, foreignKeys: [{ columns, refTable, refColumns }] }
    return singleKeys(referencing, { ...of, tables: [orders, referencing] }, FOLDED)
  }

  it('returns keys whose column and parent exist', () => {
    expect(keysOf(['a'], 'orders', ['id'])).toMatchObject([{ isDeclared: true, column: { name: 'a' } }])
    expect(keysOf(['nowhere'], 'orders', ['id'])).toEqual([])
    expect(keysOf(['a'], 'nowhere', ['id'])).toEqual([])
    expect(keysOf(['a'], 'orders', ['nowhere'])).toEqual([])
    expect(keysOf(['a', 'b'], 'orders', ['id', 'part'])).toEqual([])
  })
})

describe('Path to the tenant', () => {
  const options = { tenant: { column: 'tenant_id' } }
  const entries = (of: Schema) =>
    modes({
      version: 1,
      engine: 'any',
      tables: Object.fromEntries(proposePolicy(of, FOLDED, options).tables.map(({ table, policy }) => [table, policy])),
    })

  it('does not lead through a denied table', () => {
    const denied = schema(
      'tenants: id pk',
      'orders: id pk, tenant_id int! -> tenants.id',
      'logs: id pk, tenant_id text',
      'lines: id pk, log_id int! -> logs.id',
    )
    expect(entries(denied)).toMatchObject({ orders: 'tenant', logs: 'deny', lines: 'deny' })
  })

  it('is not blocked by another key without a path', () => {
    const of = schema('orders: id pk, part int, tenant_id int!', 'lines: id pk, order_id int! -> orders.id, part int')
    const [orders, lines] = of.tables
    if (orders === undefined || lines === undefined) throw new Error('two tables')
    const wide = { columns: ['order_id', 'part'], refTable: 'orders', refColumns: ['id', 'part'] }
    const both = { ...of, tables: [orders, { ...lines, foreignKeys: [...lines.foreignKeys, wide] }] }
    expect(entries(both)).toMatchObject({ lines: 'via' })
  })

  it('is not proposed for tables without keys', () => {
    expect([...runToEnd(proposeParents({ schema: SHOP, keys: new Map() }, FOLDED, new Map()))]).toEqual([])
  })
})
