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

const propose = (of: Schema, options: ProposalOptions, folding: NameFolding = FOLDED) =>
  proposePolicy(of, folding, options)
const by = (column: string): ProposalOptions => ({ tenant: { column } })

const policies = ({ tables }: PolicyProposal) => Object.fromEntries(tables.map(({ table, policy }) => [table, policy]))
const of = (proposal: PolicyProposal, name: string) => proposal.tables.find(({ table }) => table === name)

describe('Proposed policy', () => {
  it('classifies each table of a CRM with many organizations', () => {
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

  it('states the reason and the alternatives', () => {
    const proposal = propose(CRM, by('organization_id'))
    expect(of(proposal, 'deals')?.reason).toMatch(/belong to no tenant.*sharedOrOwn/)
    expect(of(proposal, 'activities')?.reason).toBe('contact_id → contacts.id (a key); not by deal_id')
    expect(of(proposal, 'findings')?.reason).toMatch(/more than 3 foreign keys away/)
    expect(of(proposal, 'transfers')?.reason).toMatch(/from_org, to_org all refer to organizations/)
    expect(of(proposal, 'imports')?.reason).toMatch(/is text, while tenants are of type integer/)
    expect(of(proposal, 'currencies')?.reason).toMatch(/no organization_id, and no key/)
  })

  it('opens only tables with the tenant column without confirmation', () => {
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

  it('filters every opened table by tenant after it is accepted', () => {
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

  it('shares all tables of an unscoped database without secrets, and denies later tables', () => {
    const proposal = propose(CRM, {})
    expect(new Set(proposal.tables.map(({ policy }) => policy.mode))).toEqual(new Set(['shared']))
    expect(of(proposal, 'users')?.policy.hide).toEqual(['password_hash'])
    expect(proposal.tables.some(({ isCertain }) => isCertain)).toBe(false)
    const accepted = new Set(proposal.tables.map(({ table }) => table))
    const policy = policyFrom(proposal, { accepted, folding: FOLDED })
    expect(policy.tenant).toBeUndefined()
    expect(policy.tables['*']).toEqual({ mode: 'deny' })
  })

  it('hides columns computed from a secret column', () => {
    const users = table('users: id pk, tenant_id int!, password text, digits int, longer int')
    const columns = users.columns.map((column) => {
      if (column.name === 'digits') return { ...column, generatedFrom: ['longer'] }
      return column.name === 'longer' ? { ...column, generatedFrom: ['password', 'id'] } : column
    })
    const proposal = propose({ engine: 'any', tables: [{ ...users, columns }] }, by('tenant_id'))
    expect(of(proposal, 'users')?.policy.hide).toEqual(['password', 'digits', 'longer'])
  })

  it('accepts names in any style, and sets the column of a table that spells the tenant column differently', () => {
    const camel = schema('Tenant: id pk', 'Order: id pk, tenantId int!', 'Item: id pk, TENANT_ID int!')
    expect(policies(propose(camel, by('tenantId'), AS_WRITTEN))).toEqual({
      Tenant: { mode: 'tenantRoot', column: 'id' },
      Order: { mode: 'tenant' },
      Item: { mode: 'tenant', column: 'TENANT_ID' },
    })
  })

  it('takes the tenant type from the key of the tenant table', () => {
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

  it('does not accept a tenant table whose key has another type', () => {
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

  it('denies a table whose tenant column references another table', () => {
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

  it('shows a tenant its own row of the tenant table, not those of its children', () => {
    const nested = schema(
      'organizations: id pk, organization_id int -> organizations.id',
      'users: id pk, organization_id int! -> organizations.id',
    )
    expect(policies(propose(nested, by('organization_id')))).toEqual({
      organizations: { mode: 'tenantRoot', column: 'id' },
      users: { mode: 'tenant' },
    })
  })

  it('gives mode tenant to a table whose primary key is the tenant column', () => {
    const own = schema('tenants: tenant_id pk, name text', 'users: id pk, tenant_id int! -> tenants.tenant_id')
    expect(policies(propose(own, by('tenant_id')))).toEqual({ tenants: { mode: 'tenant' }, users: { mode: 'tenant' } })
  })

  it('follows declared keys before names, the shortest path first, and NOT NULL before nullable keys', () => {
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

  it('follows neither cycles nor tables without a filter', () => {
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

  it('denies a table whose only key has several columns, and says so', () => {
    const wide: Schema = {
      ...schema('orders: shop int!, nr int!, tenant_id int!'),
      tables: [
        ...schema('orders: shop int!, nr int!, tenant_id int!').tables,
        {
          name: 'items',
          primaryKey: [],
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

  it('qualifies tables by schema', () => {
    const two = schema('sales.orders: id pk, tenant_id int!', 'sales.items: id pk, order_id int! -> sales.orders.id')
    expect(policies(propose(two, by('tenant_id')))).toEqual({
      'sales.orders': { mode: 'tenant' },
      'sales.items': { mode: 'via', fk: 'order_id', ref: 'sales.orders.id' },
    })
  })

  it('takes the type of the scope column from its declaration', () => {
    const options: ProposalOptions = { ...by('organization_id'), scope: { column: 'user_id', missing_scope: 'deny' } }
    expect(propose(CRM, options).scope).toEqual({ column: 'user_id', type: 'integer', missing_scope: 'deny' })
  })
})

describe('Earlier policy', () => {
  const proposal = propose(CRM, by('organization_id'))

  it('keeps its entries against a new proposal', () => {
    const earlier = policyFrom(proposal, { accepted: new Set(), folding: FOLDED })
    const decided = {
      ...earlier,
      tables: { ...earlier.tables, accounts: { mode: 'deny' }, users: { mode: 'shared' } },
    } as const
    const next = policyFrom(proposal, { accepted: new Set(['users']), earlier: decided, folding: FOLDED })
    expect(next.tables).toMatchObject({ accounts: { mode: 'deny' }, users: { mode: 'shared' } })
  })

  it('applies to another spelling of a name', () => {
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

describe('Tenant column', () => {
  it.each([
    ['the most frequent one, as the tables spell it', CRM, 'organization_id'],
    ['none in a database without tenants', MUSIC, undefined],
    ['one in camel case', schema('a: id pk, tenantId int', 'b: id pk'), 'tenantId'],
    [
      'a certain one before a more frequent one',
      schema('a: org_id int, customer_id int', 'b: customer_id int'),
      'org_id',
    ],
    ['the more frequent of two certain ones', schema('a: tenant_id int, org_id int', 'b: org_id int'), 'org_id'],
    [
      'the more certain of two equally frequent ones',
      schema('a: org_id int, tenant_id int', 'b: org_id int, tenant_id int'),
      'tenant_id',
    ],
    ['a possible one that most tables have', schema('a: shop_id int', 'b: shop_id int', 'c: id pk'), 'shop_id'],
    ['none that only few tables have', schema('a: shop_id int', 'b: id pk', 'c: id pk'), undefined],
    ['the most frequent one with a table of its own', CLINIC, 'clinic_id'],
    ['one of few tables that names a business with a table of its own', schema(...FEW('clinic')), 'clinic_id'],
    ['none of few tables that names a customer', schema(...FEW('customer')), undefined],
    ['none that names a business without a table', schema(...FEW('clinic').slice(1)), undefined],
    [
      'none of two equally frequent references',
      schema(...CLINIC_LINES, 'x: patient_id int', 'y: patient_id int'),
      undefined,
    ],
    [
      'none of columns with similar names',
      schema('a: tenant int, tenancy_note text', 'b: account_name text'),
      undefined,
    ],
  ])('found: %s', (_, of, column) => {
    expect(runToEnd(findTenantColumn(of))).toBe(column)
  })

  it('is suggested from the frequent reference columns if it is ambiguous', () => {
    expect(frequentReferenceColumns(CLINIC, 5)).toEqual(['clinic_id', 'patient_id'])
    expect(frequentReferenceColumns(CLINIC, 1)).toEqual(['clinic_id'])
  })
})
