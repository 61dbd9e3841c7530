import type { Policy } from '../../../src/guard/policy.ts'
import { tablePolicy } from '../../../src/guard/policy-entries.ts'
import { FOLDED } from './proposal/schemas.ts'

const policy = (tables: Policy['tables']): Policy => ({ version: 1, engine: 'any', tables })

describe('the entry of a policy for a table is', () => {
  it('a denial where nobody classified it', () => {
    expect(tablePolicy(policy({}), 'orders', FOLDED)).toEqual({ mode: 'deny' })
  })

  it('the one for all others where there is one', () => {
    expect(tablePolicy(policy({ '*': { mode: 'shared' } }), 'orders', FOLDED)).toEqual({ mode: 'shared' })
  })

  it('that of its very name, before one that means the same, the first of several', () => {
    const tables = policy({ ORDERS: { mode: 'deny' }, orders: { mode: 'shared' }, Orders: { mode: 'tenant' } })
    expect(tablePolicy(tables, 'orders', FOLDED)).toEqual({ mode: 'shared' })
    expect(tablePolicy(tables, 'oRDERS', FOLDED)).toEqual({ mode: 'deny' })
  })
})
