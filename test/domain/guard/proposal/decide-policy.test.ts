import { decidePolicy, type PolicyDecision } from '../../../../src/domain/guard/proposal/decide-policy.ts'
import { policyFrom } from '../../../../src/domain/guard/proposal/proposal.ts'
import { proposePolicy } from '../../../../src/domain/guard/proposal/propose-policy.ts'
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

describe('a decision about a policy', () => {
  it('that says nothing changes nothing', () => {
    expect(tablesAfter({})).toEqual({ ...CLOSED, ...OPEN })
  })

  it('shares a table with everyone, without what looks secret', () => {
    expect(tablesAfter({ share: ['COUNTRIES'] })).toEqual({
      ...{ ...CLOSED, ...OPEN },
      countries: { mode: 'shared', hide: ['api_key'] },
    })
  })

  it('closes a table that was open', () => {
    expect(tablesAfter({ deny: ['orders'] })).toEqual({ ...CLOSED, orders: { mode: 'deny' } })
  })

  it('opens what waits, as it was proposed: by name, or all of it', () => {
    const lines = { mode: 'via', fk: 'order_id', ref: 'orders.id' }
    expect(tablesAfter({ accept: ['lines'] })).toEqual({ ...CLOSED, ...OPEN, lines })
    expect(tablesAfter({ accept: true })).toEqual({
      ...{ ...CLOSED, ...OPEN, lines },
      tenants: { mode: 'tenantRoot', column: 'id' },
    })
  })

  it('does several things at once, the later kind above the earlier', () => {
    expect(tablesAfter({ accept: ['lines'], share: ['countries'], deny: ['countries'] })).toMatchObject({
      ...{ lines: { mode: 'via' }, countries: { mode: 'deny' } },
    })
  })

  it('about a table that is not there, or does not wait, is told so', () => {
    expect(decide({ share: ['nowhere'] })).toEqual({
      ...{ kind: 'undecidable', about: 'share' },
      message: 'The database has no table nowhere.',
    })
    expect(decide({ accept: ['orders'] })).toEqual({
      ...{ kind: 'undecidable', about: 'accept' },
      message: 'Nothing waits to be confirmed for orders. It waits for: tenants, lines',
    })
  })
})
