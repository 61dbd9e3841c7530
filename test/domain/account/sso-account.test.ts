import { type LinkedUser, ssoAccount } from '../../../src/manage/sso/rules/sso-account.ts'

const NOW = { issuer: 'https://login.example', clientId: 'now', subject: 'ann', provisioning: false }
const subjectOf = ({ issuer, clientId, subject } = NOW) => ({ providerSubject: { issuer, clientId, subject } })
const person = (status: LinkedUser['status'] = 'active', more: Partial<LinkedUser> = {}): LinkedUser => ({
  ...{ status, ...more },
})
const nobody = { bySubject: undefined, byEmail: undefined }

describe('somebody who comes from a provider', () => {
  it('enters the account of the subject, whose address it may not be any more', () => {
    const account = person('active', subjectOf())
    expect(ssoAccount({ bySubject: account, byEmail: person() }, NOW)).toEqual({ kind: 'linked', account })
  })

  it('enters it also where it became theirs after it was looked for by the subject', () => {
    const account = person('active', subjectOf())
    expect(ssoAccount({ ...nobody, byEmail: account }, NOW)).toEqual({ kind: 'linked', account })
    const former = person('active', subjectOf({ ...NOW, clientId: 'former' }))
    expect(ssoAccount({ ...nobody, byEmail: former }, NOW)).toEqual({ kind: 'to be renewed', account: former })
  })

  it.each(['active', 'invited'] as const)('is linked to an account of the address that is %s', (status) => {
    const account = person(status)
    expect(ssoAccount({ ...nobody, byEmail: account }, NOW)).toEqual({ kind: 'to be linked', account })
  })

  it('has not the account of an address that another subject of the same provider has', () => {
    const found = { ...nobody, byEmail: person('active', subjectOf({ ...NOW, subject: 'another' })) }
    const refused = { kind: 'refused', because: 'sso_user_not_provisioned' }
    expect(ssoAccount(found, NOW)).toEqual(refused)
    // Nor is another one made, for the address is taken.
    expect(ssoAccount(found, { ...NOW, provisioning: true })).toEqual(refused)
  })

  it.each([
    ['another provider', { issuer: 'https://former.example' }],
    ['another client at it, which may be told other subjects', { clientId: 'former' }],
  ])('is linked anew where the organization has %s since', (_, former) => {
    const account = person('active', subjectOf({ ...NOW, subject: 'another', ...former }))
    expect(ssoAccount({ ...nobody, byEmail: account }, NOW)).toEqual({ kind: 'to be linked', account })
  })

  it('is known to the client of now too where a former one was told the same subject', () => {
    const account = person('active', subjectOf({ ...NOW, clientId: 'former' }))
    expect(ssoAccount({ ...nobody, bySubject: account }, NOW)).toEqual({ kind: 'to be renewed', account })
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
