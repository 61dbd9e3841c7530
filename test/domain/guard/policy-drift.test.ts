import type { Policy } from '../../../src/guard/policy.ts'
import { policyDrift } from '../../../src/guard/policy-drift.ts'
import { policyFrom } from '../../../src/guard/proposal/proposal.ts'
import { proposePolicy } from '../../../src/guard/proposal/propose-policy.ts'
import type { Schema } from '../../../src/guard/schema.ts'
import { CRM, FOLDED, table } from './proposal/schemas.ts'

const proposal = proposePolicy(CRM, FOLDED, { tenant: { column: 'organization_id' } })
const all = new Set(proposal.tables.map(({ table }) => table))
const POLICY: Policy = policyFrom(proposal, { accepted: all, folding: FOLDED })

const drift = (schema: Schema, policy = POLICY) =>
  policyDrift(schema, policy, FOLDED).map(({ table, kind, detail }) => `${table}: ${kind}: ${detail}`)

const without = (name: string): Schema => ({ ...CRM, tables: CRM.tables.filter((table) => table.name !== name) })
const changed = (line: string): Schema => {
  const next = table(line)
  return { ...CRM, tables: CRM.tables.map((one) => (one.name === next.name ? next : one)) }
}

describe('policyDrift', () => {
  it('is empty for a new policy', () => {
    expect(drift(CRM)).toEqual([])
  })

  it('reports a table without an entry', () => {
    expect(drift({ ...CRM, tables: [...CRM.tables, table('audits: id pk, organization_id int!')] })).toEqual([
      'audits: new table: closed until you classify it',
    ])
  })

  it('reports a missing table and the tables that are visible only through it', () => {
    expect(drift(without('scans'))).toEqual(['scans: table gone: the policy names a table that is not in the database'])
    expect(drift(without('contacts'))).toContainEqual(expect.stringMatching(/^activities: closed: .*contacts\.id/))
  })

  it('reports a missing column that a filter needs', () => {
    expect(drift(changed('accounts: id pk, name text'))).toEqual([
      'accounts: column gone: the column organization_id is missing, so no rows are visible',
    ])
    expect(drift(changed('scans: id pk, attached int'))).toEqual([
      'scans: column gone: the column attachment_id is missing, so no rows are visible',
    ])
  })

  it('reports a missing hidden column, and a column that looks secret without a decision', () => {
    expect(drift(changed('contacts: id pk, organization_id int!, card_number text'))).toEqual([
      'contacts: column gone: the hidden column ssn is missing; if it was renamed, it may be visible now',
      'contacts: column waits: card_number looks secret; it is hidden until you list it in hide or show',
    ])
  })

  it('reports a shown column that looks secret, and a shown column that is missing', () => {
    const entry = { mode: 'tenant', show: ['ssn', 'iban'] } as const
    const policy = { ...POLICY, tables: { ...POLICY.tables, contacts: entry } }
    expect(drift(CRM, policy)).toEqual([
      'contacts: secret shown: ssn is visible although it looks secret',
      'contacts: column gone: iban is listed in show but missing; a new column with this name would be visible immediately',
    ])
  })

  it('does not report a secret computed from a hidden column', () => {
    const contacts = table('contacts: id pk, organization_id int!, ssn text, ssn_digest text')
    const columns = contacts.columns.map((column) =>
      column.name === 'ssn_digest' ? { ...column, generatedFrom: ['ssn'] } : column,
    )
    const tables = CRM.tables.map((one) => (one.name === 'contacts' ? { ...contacts, columns } : one))
    expect(drift({ ...CRM, tables })).toEqual([])
  })

  it('does not report tables that are denied by name', () => {
    const policy = {
      ...POLICY,
      tables: { ...POLICY.tables, contacts: { mode: 'deny' }, gone: { mode: 'deny' } },
    } as const
    expect(drift(without('contacts'), policy).filter((line) => /^(contacts|gone):/.test(line))).toEqual([])
  })

  it('does not report names in another case', () => {
    const { memberships, ...tables } = POLICY.tables
    expect(drift(CRM, { ...POLICY, tables: { ...tables, Memberships: { mode: 'tenant' } } })).toEqual([])
    expect(memberships).toBeDefined()
  })
})
