import { type LinkedUser, ssoAccount } from '../../../src/manage/sso/rules/sso-account.ts'

const NOW = { issuer: 'https://login.example', clientId: 'now', subject: 'ann', provisioning: false }
const subjectOf = ({ issuer, clientId, subject } = NOW) => ({ providerSubject: { issuer, clientId, subject } })
const accountWith = (status: LinkedUser['status'] = 'active', more: Partial<LinkedUser> = {}): LinkedUser => ({
  status,
  ...more,
})
const unknown = { bySubject: undefined, byEmail: undefined }

describe('ssoAccount', () => {
  it('selects the account of the subject before the account of the email', () => {
    const account = accountWith('active', subjectOf())
    expect(ssoAccount({ bySubject: account, byEmail: accountWith() }, NOW)).toEqual({ kind: 'linked', account })
  })

  it('selects an account that was linked to the subject after the lookup by subject', () => {
    const account = accountWith('active', subjectOf())
    expect(ssoAccount({ ...unknown, byEmail: account }, NOW)).toEqual({ kind: 'linked', account })
    const former = accountWith('active', subjectOf({ ...NOW, clientId: 'former' }))
    expect(ssoAccount({ ...unknown, byEmail: former }, NOW)).toEqual({ kind: 'to be renewed', account: former })
  })

  it.each(['active', 'invited'] as const)('links the %s account of the email to the subject', (status) => {
    const account = accountWith(status)
    expect(ssoAccount({ ...unknown, byEmail: account }, NOW)).toEqual({ kind: 'to be linked', account })
  })

  it('refuses an email whose account is linked to another subject of the same provider', () => {
    const found = { ...unknown, byEmail: accountWith('active', subjectOf({ ...NOW, subject: 'another' })) }
    const refused = { kind: 'refused', because: 'sso_user_not_provisioned' }
    expect(ssoAccount(found, NOW)).toEqual(refused)
    // Provisioning creates no second account, because the email is taken.
    expect(ssoAccount(found, { ...NOW, provisioning: true })).toEqual(refused)
  })

  it.each([
    ['another provider', { issuer: 'https://former.example' }],
    ['another client of the provider, which may have other subjects', { clientId: 'former' }],
  ])('links the account again after the organization has changed to %s', (_, former) => {
    const account = accountWith('active', subjectOf({ ...NOW, subject: 'another', ...former }))
    expect(ssoAccount({ ...unknown, byEmail: account }, NOW)).toEqual({ kind: 'to be linked', account })
  })

  it('renews the link of an account whose former client had the same subject', () => {
    const account = accountWith('active', subjectOf({ ...NOW, clientId: 'former' }))
    expect(ssoAccount({ ...unknown, bySubject: account }, NOW)).toEqual({ kind: 'to be renewed', account })
  })

  it('refuses a suspended account', () => {
    const refused = { kind: 'refused', because: 'account_suspended' }
    expect(ssoAccount({ ...unknown, bySubject: accountWith('suspended', subjectOf()) }, NOW)).toEqual(refused)
    expect(ssoAccount({ ...unknown, byEmail: accountWith('suspended') }, { ...NOW, provisioning: true })).toEqual(
      refused,
    )
  })

  it('creates an account only if provisioning is enabled', () => {
    expect(ssoAccount(unknown, NOW)).toEqual({ kind: 'refused', because: 'sso_user_not_provisioned' })
    expect(ssoAccount(unknown, { ...NOW, provisioning: true })).toEqual({ kind: 'to be made' })
  })
})
