import type { Policy } from '../../../src/guard/policy.ts'
import { tablePolicy } from '../../../src/guard/policy-entries.ts'
import { FOLDED } from './proposal/schemas.ts'

const policy = (tables: Policy['tables']): Policy => ({ version: 1, engine: 'any', tables })

describe('tablePolicy', () => {
  it('denies a table without an entry', () => {
    expect(tablePolicy(policy({}), 'orders', FOLDED)).toEqual({ mode: 'deny' })
  })

  it('returns the entry * for a table without its own entry', () => {
    expect(tablePolicy(policy({ '*': { mode: 'shared' } }), 'orders', FOLDED)).toEqual({ mode: 'shared' })
  })

  it('prefers the entry with the exact name, then the first equivalent name', () => {
    const tables = policy({ ORDERS: { mode: 'deny' }, orders: { mode: 'shared' }, Orders: { mode: 'tenant' } })
    expect(tablePolicy(tables, 'orders', FOLDED)).toEqual({ mode: 'shared' })
    expect(tablePolicy(tables, 'oRDERS', FOLDED)).toEqual({ mode: 'deny' })
  })
})
