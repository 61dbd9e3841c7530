import { effectivePolicy } from '../../../src/guard/effective-policy.ts'
import type { Policy } from '../../../src/guard/policy.ts'
import { FOLDED, schema } from './proposal/schemas.ts'

const SCHEMA = schema(
  'orders: id pk, tenant_id int!, note text, api_secret text',
  'users: id pk, tenant_id int!, email text, password text',
  'countries: code pk, iban text',
  'vault: id pk, secret text',
)
const policy = (tables: Policy['tables']): Policy => ({
  version: 1,
  engine: 'any',
  tenant: { column: 'tenant_id', type: 'integer' },
  tables,
})
const tablesOf = (tables: Policy['tables'], of = SCHEMA) => effectivePolicy(policy(tables), of, FOLDED).tables

describe('an effective policy', () => {
  it('hides what looks secret in open tables, beside what the policy hides', () => {
    expect(tablesOf({ Orders: { mode: 'tenant', hide: ['note'] }, vault: { mode: 'deny' } })).toEqual({
      Orders: { mode: 'tenant', hide: ['note', 'api_secret'] },
      vault: { mode: 'deny' },
    })
  })

  it('shows what the policy lists in show, and hides what it lists in both', () => {
    expect(tablesOf({ orders: { mode: 'tenant', show: ['API_SECRET'] } })).toEqual({
      orders: { mode: 'tenant', show: ['API_SECRET'] },
    })
    const both = { mode: 'tenant', hide: ['api_secret'], show: ['api_secret'] } as const
    expect(tablesOf({ orders: both })).toEqual({ orders: both })
  })

  it('hides what looks secret in tables that only the entry for all others opens', () => {
    expect(tablesOf({ '*': { mode: 'shared' } })).toMatchObject({
      '*': { mode: 'shared' },
      orders: { mode: 'shared', hide: ['api_secret'] },
      users: { mode: 'shared', hide: ['password'] },
      countries: { mode: 'shared', hide: ['iban'] },
    })
  })

  it('hides what is computed from what looks secret', () => {
    const [orders, ...others] = SCHEMA.tables
    if (orders === undefined) throw new Error('no table')
    const mark = { name: 'mark', type: 'text', nullable: true, generatedFrom: ['api_secret'] }
    const computed = { ...SCHEMA, tables: [{ ...orders, columns: [...orders.columns, mark] }, ...others] }
    expect(tablesOf({ orders: { mode: 'tenant' } }, computed)).toEqual({
      orders: { mode: 'tenant', hide: ['api_secret', 'mark'] },
    })
  })

  it('shows below a path of documents what the policy shows as a whole', () => {
    const documents = schema('people: _id pk, secret object, secret.answer text, auth.password text')
    expect(tablesOf({ people: { mode: 'shared', show: ['secret'] } }, documents)).toEqual({
      people: { mode: 'shared', show: ['secret'], hide: ['auth.password'] },
    })
  })

  it('is the stored policy itself where nothing is hidden beside what it says', () => {
    const stored = policy({ orders: { mode: 'tenant', hide: ['api_secret'] } })
    expect(effectivePolicy(stored, SCHEMA, FOLDED)).toBe(stored)
  })

  it('is made once for a policy and a schema, because views are kept by it', () => {
    const stored = policy({ orders: { mode: 'tenant' } })
    expect(effectivePolicy(stored, SCHEMA, FOLDED)).toBe(effectivePolicy(stored, SCHEMA, FOLDED))
  })
})
