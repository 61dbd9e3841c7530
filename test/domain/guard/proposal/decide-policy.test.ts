import { decidePolicy, type PolicyDecision } from '../../../../src/guard/proposal/decide-policy.ts'
import { policyFrom } from '../../../../src/guard/proposal/proposal.ts'
import { proposePolicy } from '../../../../src/guard/proposal/propose-policy.ts'
import { FOLDED, schema } from './schemas.ts'

const SCHEMA = schema(
  'tenants: id pk, name text',
  'orders: id pk, tenant_id int!, note text',
  'lines: id pk, order_id int! -> orders.id',
  'countries: code pk, name text, api_key text',
)
const proposal = proposePolicy(SCHEMA, FOLDED, { tenant: { column: 'tenant_id' } })
const POLICY = policyFrom(proposal, { accepted: new Set(), folding: FOLDED })

const decide = (decision: PolicyDecision) => decidePolicy(POLICY, decision, { schema: SCHEMA, folding: FOLDED })
const tablesAfter = (decision: PolicyDecision) => {
  const decided = decide(decision)
  return decided.kind === 'decided' ? decided.policy.tables : decided.message
}

const OPEN = { orders: { mode: 'tenant' } }
const CLOSED = {
  tenants: { mode: 'deny' },
  lines: { mode: 'deny' },
  countries: { mode: 'deny' },
  '*': { mode: 'deny' },
}

describe('decidePolicy', () => {
  it('changes nothing for an empty decision', () => {
    expect(tablesAfter({})).toEqual({ ...CLOSED, ...OPEN })
  })

  it('shares a table without the columns that look secret', () => {
    expect(tablesAfter({ share: ['COUNTRIES'] })).toEqual({
      ...CLOSED,
      ...OPEN,
      countries: { mode: 'shared', hide: ['api_key'] },
    })
  })

  it('denies an open table', () => {
    expect(tablesAfter({ deny: ['orders'] })).toEqual({ ...CLOSED, orders: { mode: 'deny' } })
  })

  it('opens unconfirmed tables as proposed, by name or all at once', () => {
    const lines = { mode: 'via', fk: 'order_id', ref: 'orders.id' }
    expect(tablesAfter({ accept: ['lines'] })).toEqual({ ...CLOSED, ...OPEN, lines })
    expect(tablesAfter({ accept: true })).toEqual({
      ...CLOSED,
      ...OPEN,
      lines,
      tenants: { mode: 'tenantRoot', column: 'id' },
    })
  })

  it('applies accept, share and deny in this order', () => {
    expect(tablesAfter({ accept: ['lines'], share: ['countries'], deny: ['countries'] })).toMatchObject({
      lines: { mode: 'via' },
      countries: { mode: 'deny' },
    })
  })

  it('hides and shows columns of open and denied tables', () => {
    expect(tablesAfter({ hide: ['orders.NOTE', 'countries.name'] })).toEqual({
      ...CLOSED,
      orders: { mode: 'tenant', hide: ['note'] },
      countries: { mode: 'deny', hide: ['name'] },
    })
    expect(tablesAfter({ share: ['countries'], show: ['countries.api_key'] })).toMatchObject({
      countries: { mode: 'shared', show: ['api_key'] },
    })
    expect(tablesAfter({ hide: ['orders.note'], show: ['orders.note'] })).toMatchObject({
      orders: { mode: 'tenant', hide: ['note'] },
    })
  })

  it('keeps hide and show when a table is opened, shared or denied', () => {
    const countries = { mode: 'deny', hide: ['name'], show: ['api_key'] } as const
    const lines = { mode: 'deny', hide: ['order_id'] } as const
    const earlier = { ...POLICY, tables: { ...POLICY.tables, countries, lines } }
    const decidedBy = (decision: PolicyDecision) => decidePolicy(earlier, decision, { schema: SCHEMA, folding: FOLDED })
    expect(decidedBy({ share: ['countries'] })).toMatchObject({
      policy: { tables: { countries: { ...countries, mode: 'shared' } } },
    })
    expect(decidedBy({ deny: ['countries'] })).toMatchObject({ policy: { tables: { countries } } })
    expect(decidedBy({ accept: true })).toMatchObject({
      policy: { tables: { lines: { mode: 'via', hide: ['order_id'] } } },
    })
  })

  it('rejects an unknown column and states the form TABLE.COLUMN', () => {
    expect(decide({ show: ['note'] })).toEqual({
      kind: 'undecidable',
      about: 'show',
      message: 'The database has no column note. Write it as TABLE.COLUMN.',
    })
    expect(decide({ hide: ['orders.nowhere'] })).toMatchObject({ kind: 'undecidable', about: 'hide' })
  })

  it('rejects an unknown table, and accept for a table that needs no confirmation', () => {
    expect(decide({ share: ['nowhere'] })).toEqual({
      kind: 'undecidable',
      about: 'share',
      message: 'The database has no table nowhere.',
    })
    expect(decide({ accept: ['orders'] })).toEqual({
      kind: 'undecidable',
      about: 'accept',
      message: 'The table orders does not need confirmation. Tables that need confirmation: tenants, lines',
    })
  })
})
