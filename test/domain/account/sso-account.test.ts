import { type LinkedUser, ssoAccount } from '../../../src/domain/account/sso-account.ts'

const NOW = { issuer: 'https://login.example', provisioning: false }
const subjectOf = (issuer = NOW.issuer) => ({ providerSubject: { issuer, subject: 's' } })
const person = (status: LinkedUser['status'] = 'active', more: Partial<LinkedUser> = {}): LinkedUser => ({
  ...{ status, ...more },
})
const nobody = { bySubject: undefined, byEmail: undefined }

describe('somebody who comes from a provider', () => {
  it('enters the account of the subject, whose address it may not be any more', () => {
    const account = person('active', subjectOf())
    expect(ssoAccount({ bySubject: account, byEmail: person() }, NOW)).toEqual({ kind: 'linked', account })
  })

  it.each(['active', 'invited'] as const)('is linked to an account of the address that is %s', (status) => {
    const account = person(status)
    expect(ssoAccount({ ...nobody, byEmail: account }, NOW)).toEqual({ kind: 'to be linked', account })
  })

  it('has not the account of an address that another subject of the same provider has', () => {
    const found = { ...nobody, byEmail: person('active', subjectOf()) }
    const refused = { kind: 'refused', because: 'sso_user_not_provisioned' }
    expect(ssoAccount(found, NOW)).toEqual(refused)
    // Nor is another one made, for the address is taken.
    expect(ssoAccount(found, { ...NOW, provisioning: true })).toEqual(refused)
  })

  it('is linked anew where the organization has another provider since', () => {
    const account = person('active', subjectOf('https://former.example'))
    expect(ssoAccount({ ...nobody, byEmail: account }, NOW)).toEqual({ kind: 'to be linked', account })
  })

  it('stays out of an account that is suspended', () => {
    const refused = { kind: 'refused', because: 'account_suspended' }
    expect(ssoAccount({ ...nobody, bySubject: person('suspended', subjectOf()) }, NOW)).toEqual(refused)
    expect(ssoAccount({ ...nobody, byEmail: person('suspended') }, { ...NOW, provisioning: true })).toEqual(refused)
  })

  it('becomes a user where nobody is there, and that is wanted', () => {
    expect(ssoAccount(nobody, NOW)).toEqual({ kind: 'refused', because: 'sso_user_not_provisioned' })
    expect(ssoAccount(nobody, { ...NOW, provisioning: true })).toEqual({ kind: 'to be made' })
  })
})
