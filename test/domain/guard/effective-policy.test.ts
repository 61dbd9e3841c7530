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

describe('Effective policy', () => {
  it('hides columns of open tables that look secret, in addition to the policy', () => {
    expect(tablesOf({ Orders: { mode: 'tenant', hide: ['note'] }, vault: { mode: 'deny' } })).toEqual({
      Orders: { mode: 'tenant', hide: ['note', 'api_secret'] },
      vault: { mode: 'deny' },
    })
  })

  it('shows columns listed in show, and hides columns listed in hide and show', () => {
    expect(tablesOf({ orders: { mode: 'tenant', show: ['API_SECRET'] } })).toEqual({
      orders: { mode: 'tenant', show: ['API_SECRET'] },
    })
    const both = { mode: 'tenant', hide: ['api_secret'], show: ['api_secret'] } as const
    expect(tablesOf({ orders: both })).toEqual({ orders: both })
  })

  it('hides columns that look secret in tables opened by the entry *', () => {
    expect(tablesOf({ '*': { mode: 'shared' } })).toMatchObject({
      '*': { mode: 'shared' },
      orders: { mode: 'shared', hide: ['api_secret'] },
      users: { mode: 'shared', hide: ['password'] },
      countries: { mode: 'shared', hide: ['iban'] },
    })
  })

  it('hides columns computed from a column that looks secret', () => {
    const [orders, ...others] = SCHEMA.tables
    if (orders === undefined) throw new Error('no table')
    const mark = { name: 'mark', type: 'text', nullable: true, generatedFrom: ['api_secret'] }
    const computed = { ...SCHEMA, tables: [{ ...orders, columns: [...orders.columns, mark] }, ...others] }
    expect(tablesOf({ orders: { mode: 'tenant' } }, computed)).toEqual({
      orders: { mode: 'tenant', hide: ['api_secret', 'mark'] },
    })
  })

  it('shows all fields below a document path listed in show', () => {
    const documents = schema('people: _id pk, secret object, secret.answer text, auth.password text')
    expect(tablesOf({ people: { mode: 'shared', show: ['secret'] } }, documents)).toEqual({
      people: { mode: 'shared', show: ['secret'], hide: ['auth.password'] },
    })
  })

  it('is the stored policy object if it hides nothing more', () => {
    const stored = policy({ orders: { mode: 'tenant', hide: ['api_secret'] } })
    expect(effectivePolicy(stored, SCHEMA, FOLDED)).toBe(stored)
  })

  it('is cached per policy and schema, because views are cached by it', () => {
    const stored = policy({ orders: { mode: 'tenant' } })
    expect(effectivePolicy(stored, SCHEMA, FOLDED)).toBe(effectivePolicy(stored, SCHEMA, FOLDED))
  })
})
