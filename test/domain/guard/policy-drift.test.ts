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

describe('a policy and its database', () => {
  it('have not grown apart right after the policy was made', () => {
    expect(drift(CRM)).toEqual([])
  })

  it('show a table that nobody classified', () => {
    expect(drift({ ...CRM, tables: [...CRM.tables, table('audits: id pk, organization_id int!')] })).toEqual([
      'audits: new table: closed until you classify it',
    ])
  })

  it('show a table that went away, and what could be seen only through it', () => {
    expect(drift(without('scans'))).toEqual(['scans: table gone: the policy names a table that is not in the database'])
    expect(drift(without('contacts'))).toContainEqual(expect.stringMatching(/^activities: closed: .*contacts\.id/))
  })

  it('show a column that a filter needs', () => {
    expect(drift(changed('accounts: id pk, name text'))).toEqual([
      'accounts: column gone: the column organization_id is missing, so no rows are visible',
    ])
    expect(drift(changed('scans: id pk, attached int'))).toEqual([
      'scans: column gone: the column attachment_id is missing, so no rows are visible',
    ])
  })

  it('show a hidden column that may have another name now, and a secret that waits for a decision', () => {
    expect(drift(changed('contacts: id pk, organization_id int!, card_number text'))).toEqual([
      'contacts: column gone: the hidden column ssn is missing; if it was renamed, it may be visible now',
      'contacts: column waits: card_number looks secret; it is hidden until you list it in hide or show',
    ])
  })

  it('show a secret that the policy shows, and one that is shown and gone', () => {
    const entry = { mode: 'tenant', show: ['ssn', 'iban'] } as const
    const policy = { ...POLICY, tables: { ...POLICY.tables, contacts: entry } }
    expect(drift(CRM, policy)).toEqual([
      'contacts: secret shown: ssn is visible although it looks secret',
      'contacts: column gone: iban is listed in show but missing; a new column with this name would be visible immediately',
    ])
  })

  it('do not show a secret that is computed from what is hidden', () => {
    const contacts = table('contacts: id pk, organization_id int!, ssn text, ssn_digest text')
    const columns = contacts.columns.map((column) =>
      column.name === 'ssn_digest' ? { ...column, generatedFrom: ['ssn'] } : column,
    )
    const tables = CRM.tables.map((one) => (one.name === 'contacts' ? { ...contacts, columns } : one))
    expect(drift({ ...CRM, tables })).toEqual([])
  })

  it('are silent about tables that are denied by name', () => {
    const policy = {
      ...POLICY,
      tables: { ...POLICY.tables, contacts: { mode: 'deny' }, gone: { mode: 'deny' } },
    } as const
    expect(drift(without('contacts'), policy).filter((line) => /^(contacts|gone):/.test(line))).toEqual([])
  })

  it('show nothing of names in another spelling', () => {
    const { memberships, ...tables } = POLICY.tables
    expect(drift(CRM, { ...POLICY, tables: { ...tables, Memberships: { mode: 'tenant' } } })).toEqual([])
    expect(memberships).toBeDefined()
  })
})
