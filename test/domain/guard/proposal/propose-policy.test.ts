import type { NameFolding } from '../../../../src/guard/name-folding.ts'
import { type PolicyProposal, policyFrom, unconfirmed } from '../../../../src/guard/proposal/proposal.ts'
import { type ProposalOptions, proposePolicy } from '../../../../src/guard/proposal/propose-policy.ts'
import {
  findTenantColumn,
  frequentReferenceColumns,
  tenantTypeOf,
} from '../../../../src/guard/proposal/tenant-column.ts'
import type { Schema } from '../../../../src/guard/schema.ts'
import { tableName } from '../../../../src/guard/schema.ts'
import { tableAccess } from '../../../../src/guard/table-access.ts'
import { runToEnd } from '../../../../src/platform/values/sliced.ts'
import { AS_WRITTEN, CRM, FOLDED, MUSIC, schema, table } from './schemas.ts'

const propose = (of: Schema, wish: ProposalOptions, folding: NameFolding = FOLDED) => proposePolicy(of, folding, wish)
const by = (column: string): ProposalOptions => ({ tenant: { column } })

const policies = ({ tables }: PolicyProposal) => Object.fromEntries(tables.map(({ table, policy }) => [table, policy]))
const of = (proposal: PolicyProposal, name: string) => proposal.tables.find(({ table }) => table === name)

describe('a proposed policy', () => {
  it('finds what each table of a product with many organizations is', () => {
    expect(policies(propose(CRM, by('organization_id')))).toEqual({
      organizations: { mode: 'tenantRoot', column: 'id', hide: ['api_key'] },
      users: { mode: 'tenant', column: 'default_org', hide: ['password_hash'] },
      memberships: { mode: 'tenant' },
      accounts: { mode: 'tenant' },
      contacts: { mode: 'tenant', hide: ['ssn'] },
      deals: { mode: 'tenant' },
      activities: { mode: 'via', fk: 'contact_id', ref: 'contacts.id' },
      attachments: { mode: 'via', fk: 'activity_id', ref: 'activities.id' },
      scans: { mode: 'via', fk: 'attachment_id', ref: 'attachments.id' },
      findings: { mode: 'deny' },
      transfers: { mode: 'deny' },
      imports: { mode: 'deny' },
      currencies: { mode: 'deny' },
    })
  })

  it('says why, and what else could be chosen', () => {
    const proposal = propose(CRM, by('organization_id'))
    expect(of(proposal, 'deals')?.reason).toMatch(/belong to no tenant.*sharedOrOwn/)
    expect(of(proposal, 'activities')?.reason).toBe('contact_id → contacts.id (a key); not by deal_id')
    expect(of(proposal, 'findings')?.reason).toMatch(/more than 3 foreign keys away/)
    expect(of(proposal, 'transfers')?.reason).toMatch(/from_org, to_org all refer to organizations/)
    expect(of(proposal, 'imports')?.reason).toMatch(/is text, while tenants are of type integer/)
    expect(of(proposal, 'currencies')?.reason).toMatch(/no organization_id, and no key/)
  })

  it('opens by itself only what carries the tenant column itself', () => {
    const proposal = propose(CRM, by('organization_id'))
    const policy = policyFrom(proposal, { accepted: new Set(), folding: FOLDED })
    const open = Object.entries(policy.tables).filter(([, { mode }]) => mode !== 'deny')
    expect(open.map(([name, { mode }]) => `${name} ${mode}`)).toEqual([
      'memberships tenant',
      'accounts tenant',
      'contacts tenant',
      'deals tenant',
    ])
    expect(policy.tables['*']).toEqual({ mode: 'deny' })
    expect(unconfirmed(proposal, policy, FOLDED).map(({ table }) => table)).toEqual([
      ...['organizations', 'users', 'activities', 'attachments', 'scans'],
    ])
  })

  it('makes, once accepted, a filter of the tenant for every table that it opens', () => {
    const proposal = propose(CRM, by('organization_id'))
    const all = new Set(proposal.tables.map(({ table }) => table))
    const policy = policyFrom(proposal, { accepted: all, folding: FOLDED })
    const restriction = { tenant: { type: 'integer', value: 7n } } as const
    for (const table of CRM.tables) {
      const access = tableAccess(table, { schema: CRM, policy, restriction }, FOLDED)
      const isOpen = of(proposal, tableName(table))?.policy.mode !== 'deny'
      expect([table.name, access?.rules.length]).toEqual([table.name, isOpen ? 1 : undefined])
    }
  })

  it('shares everything of a database without tenants, but no secrets, and denies what comes later', () => {
    const proposal = propose(CRM, {})
    expect(new Set(proposal.tables.map(({ policy }) => policy.mode))).toEqual(new Set(['shared']))
    expect(of(proposal, 'users')?.policy.hide).toEqual(['password_hash'])
    expect(proposal.tables.some(({ isCertain }) => isCertain)).toBe(false)
    const accepted = new Set(proposal.tables.map(({ table }) => table))
    const policy = policyFrom(proposal, { accepted, folding: FOLDED })
    expect(policy.tenant).toBeUndefined()
    expect(policy.tables['*']).toEqual({ mode: 'deny' })
  })

  it('hides with a secret what the database computes from it', () => {
    const users = table('users: id pk, tenant_id int!, password text, digits int, longer int')
    const columns = users.columns.map((column) => {
      if (column.name === 'digits') return { ...column, generatedFrom: ['longer'] }
      return column.name === 'longer' ? { ...column, generatedFrom: ['password', 'id'] } : column
    })
    const proposal = propose({ engine: 'any', tables: [{ ...users, columns }] }, by('tenant_id'))
    expect(of(proposal, 'users')?.policy.hide).toEqual(['password', 'digits', 'longer'])
  })

  it('takes names in any style, and gives a table that spells the tenant its own way its own column', () => {
    const camel = schema('Tenant: id pk', 'Order: id pk, tenantId int!', 'Item: id pk, TENANT_ID int!')
    expect(policies(propose(camel, by('tenantId'), AS_WRITTEN))).toEqual({
      Tenant: { mode: 'tenantRoot', column: 'id' },
      Order: { mode: 'tenant' },
      Item: { mode: 'tenant', column: 'TENANT_ID' },
    })
  })

  it('knows texts from numbers, by the tenants’ own key', () => {
    const uuids = schema('tenants: id uuid', 'a: id pk, tenant_id uuid! -> tenants.id', 'b: id pk, tenant_id bigint!')
    const proposal = propose(uuids, by('tenant_id'))
    expect(proposal.tenant).toEqual({ column: 'tenant_id', type: 'string' })
    expect(policies(proposal)).toMatchObject({
      tenants: { mode: 'tenantRoot' },
      a: { mode: 'tenant' },
      b: { mode: 'deny' },
    })
    expect(propose(uuids, { tenant: { column: 'tenant_id', type: 'integer' } }).tenant?.type).toBe('integer')
  })

  it('does not take a table for that of the tenants whose key is of another kind', () => {
    const other = schema('organizations: id pk', 'notes: id pk, org_uuid text!')
    expect(propose(other, by('org_uuid')).tenant?.type).toBe('string')
    expect(policies(propose(other, by('org_uuid')))).toEqual({
      organizations: { mode: 'deny' },
      notes: { mode: 'tenant' },
    })
  })

  it.each([
    ['INTEGER', 'integer'],
    ['bigint(20) unsigned', 'integer'],
    ['serial', 'integer'],
    ['NUMERIC(12,0)', 'integer'],
    ['numeric', 'integer'],
    ['', 'integer'],
    ['numeric(10,2)', 'string'],
    ['uuid', 'string'],
    ['character varying(36)', 'string'],
    ['point', 'string'],
    ['interval', 'string'],
  ])('compares a column of type %p as %s', (type, expected) => {
    expect(tenantTypeOf({ type })).toBe(expected)
  })

  it('denies a tenant column that refers to something else than the tenants', () => {
    const banks = schema(
      'accounts: id pk',
      'bank_accounts: id pk, account_id int! -> accounts.id',
      'users: id pk, account_id int! -> accounts.id',
      'entries: id pk, account_id int! -> bank_accounts.id',
    )
    const proposal = propose(banks, by('account_id'))
    expect(policies(proposal)).toMatchObject({ bank_accounts: { mode: 'tenant' }, users: { mode: 'tenant' } })
    expect(of(proposal, 'entries')).toMatchObject({
      policy: { mode: 'deny' },
      reason: 'its account_id refers to bank_accounts, not to accounts',
    })
  })

  it('shows a tenant its own row of the tenants, not those of its children', () => {
    const nested = schema(
      'organizations: id pk, organization_id int -> organizations.id',
      'users: id pk, organization_id int! -> organizations.id',
    )
    expect(policies(propose(nested, by('organization_id')))).toEqual({
      organizations: { mode: 'tenantRoot', column: 'id' },
      users: { mode: 'tenant' },
    })
  })

  it('takes the table whose key is the tenant column for one that has it', () => {
    const own = schema('tenants: tenant_id pk, name text', 'users: id pk, tenant_id int! -> tenants.tenant_id')
    expect(policies(propose(own, by('tenant_id')))).toEqual({ tenants: { mode: 'tenant' }, users: { mode: 'tenant' } })
  })

  it('follows declared keys before names, the shortest way first, and NOT NULL before others', () => {
    const mixed = schema(
      'orders: id pk, tenant_id int!',
      'items: id pk, order_id int! -> orders.id',
      'declared: id pk, order_id int, item_id int! -> items.id',
      'named: id pk, order_id int!',
      'both: id pk, item_id int! -> items.id, order_id int -> orders.id',
      'strict: id pk, first_id int -> orders.id, second_id int! -> orders.id',
    )
    expect(policies(propose(mixed, by('tenant_id')))).toMatchObject({
      items: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
      declared: { mode: 'via', fk: 'item_id', ref: 'items.id' },
      named: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
      both: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
      strict: { mode: 'via', fk: 'second_id', ref: 'orders.id' },
    })
    expect(of(propose(mixed, by('tenant_id')), 'named')?.reason).toContain('no key is declared')
    expect(of(propose(mixed, by('tenant_id')), 'both')?.reason).toContain('rows where it is null are not visible')
  })

  it('does not go round in circles, nor through tables that filter nothing', () => {
    const circle = schema(
      'a: id pk, b_id int! -> b.id',
      'b: id pk, a_id int! -> a.id',
      'self: id pk, parent_id int -> self.id',
      'countries: code pk',
      'cities: id pk, country int! -> countries.code',
      'orders: id pk, tenant_id int!',
    )
    const { orders, ...others } = policies(propose(circle, by('tenant_id')))
    expect(orders).toEqual({ mode: 'tenant' })
    expect(Object.values(others).map(({ mode }) => mode)).toEqual(['deny', 'deny', 'deny', 'deny', 'deny'])
  })

  it('says that a key of several columns cannot be followed', () => {
    const wide: Schema = {
      ...schema('orders: shop int!, nr int!, tenant_id int!'),
      tables: [
        ...schema('orders: shop int!, nr int!, tenant_id int!').tables,
        {
          ...{ name: 'items', primaryKey: [] },
          columns: ['shop', 'nr'].map((name) => ({ name, type: 'int', nullable: false })),
          foreignKeys: [{ columns: ['shop', 'nr'], refTable: 'orders', refColumns: ['shop', 'nr'] }],
        },
      ],
    }
    expect(of(propose(wide, by('tenant_id')), 'items')).toMatchObject({
      policy: { mode: 'deny' },
      reason: expect.stringContaining('2 columns'),
    })
  })

  it('writes tables with their schema', () => {
    const two = schema('sales.orders: id pk, tenant_id int!', 'sales.items: id pk, order_id int! -> sales.orders.id')
    expect(policies(propose(two, by('tenant_id')))).toEqual({
      'sales.orders': { mode: 'tenant' },
      'sales.items': { mode: 'via', fk: 'order_id', ref: 'sales.orders.id' },
    })
  })

  it('takes the scope as it is declared', () => {
    const wish: ProposalOptions = { ...by('organization_id'), scope: { column: 'user_id', missing_scope: 'deny' } }
    expect(propose(CRM, wish).scope).toEqual({ column: 'user_id', type: 'integer', missing_scope: 'deny' })
  })
})

describe('an earlier policy', () => {
  const proposal = propose(CRM, by('organization_id'))

  it('keeps what somebody decided, whatever is proposed now', () => {
    const earlier = policyFrom(proposal, { accepted: new Set(), folding: FOLDED })
    const decided = {
      ...earlier,
      tables: { ...earlier.tables, accounts: { mode: 'deny' }, users: { mode: 'shared' } },
    } as const
    const next = policyFrom(proposal, { accepted: new Set(['users']), earlier: decided, folding: FOLDED })
    expect(next.tables).toMatchObject({ accounts: { mode: 'deny' }, users: { mode: 'shared' } })
  })

  it('is not got round by another spelling of a name', () => {
    const earlier = {
      ...policyFrom(proposal, { accepted: new Set(), folding: FOLDED }),
      tables: { Accounts: { mode: 'deny' } },
    } as const
    expect(policyFrom(proposal, { accepted: new Set(), earlier, folding: FOLDED }).tables).not.toHaveProperty(
      'accounts',
    )
    expect(policyFrom(proposal, { accepted: new Set(['accounts']), earlier, folding: FOLDED }).tables).toMatchObject({
      Accounts: { mode: 'tenant' },
    })
  })
})

const CLINIC_LINES = [
  ...['clinics: id pk', 'staff: id pk, clinic_id int', 'patients: id pk, clinic_id int', 'drugs: code pk'],
  ...['visits: id pk, clinic_id int, patient_id int', 'invoices: id pk, clinic_id int, patient_id int'],
  ...['doses: id pk, visit_id int, drug_code text', 'lines: invoice_id int', 'audits: id pk'],
]
const CLINIC = schema(...CLINIC_LINES)

const FEW = (one: string): readonly string[] => [
  `${one}s: id pk, title text`,
  ...['doctors', 'patients', 'visits'].map((name) => `${name}: id pk, ${one}_id int`),
  ...['specialties: id pk', 'notes: id pk, visit_id int', 'migrations: id pk', 'settings: id pk'],
]

describe('the tenant column', () => {
  it.each([
    ['the one that most tables carry, in their spelling', CRM, 'organization_id'],
    ['none in a database of one owner', MUSIC, undefined],
    ['one in camel case', schema('a: id pk, tenantId int', 'b: id pk'), 'tenantId'],
    [
      'a surer one before a more frequent one',
      schema('a: org_id int, customer_id int', 'b: customer_id int'),
      'org_id',
    ],
    ['the more frequent of two sure ones', schema('a: tenant_id int, org_id int', 'b: org_id int'), 'org_id'],
    [
      'the surer of two as frequent',
      schema('a: org_id int, tenant_id int', 'b: org_id int, tenant_id int'),
      'tenant_id',
    ],
    ['one that only most tables make likely', schema('a: shop_id int', 'b: shop_id int', 'c: id pk'), 'shop_id'],
    ['not one of a few tables', schema('a: shop_id int', 'b: id pk', 'c: id pk'), undefined],
    ['one with a table of its own that more tables carry than any other', CLINIC, 'clinic_id'],
    [
      'one of few tables that belongs to houses of a kind, beside their own table',
      schema(...FEW('clinic')),
      'clinic_id',
    ],
    ['not one of as few tables that may be bought from', schema(...FEW('customer')), undefined],
    ['not one of houses without a table', schema(...FEW('clinic').slice(1)), undefined],
    [
      'not one that as many point to as to another',
      schema(...CLINIC_LINES, 'x: patient_id int', 'y: patient_id int'),
      undefined,
    ],
    ['nothing that only sounds alike', schema('a: tenant int, tenancy_note text', 'b: account_name text'), undefined],
  ])('is %s', (_, of, column) => {
    expect(runToEnd(findTenantColumn(of))).toBe(column)
  })

  it('is named among those that several tables carry, where it cannot be told', () => {
    expect(frequentReferenceColumns(CLINIC, 5)).toEqual(['clinic_id', 'patient_id'])
    expect(frequentReferenceColumns(CLINIC, 1)).toEqual(['clinic_id'])
  })
})
