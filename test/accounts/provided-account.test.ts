import { randomUUID } from 'node:crypto'
import { accountParts, accounts } from '../../src/manage/accounts/accounts.ts'
import type { ProvidedIdentity, SignOn } from '../../src/manage/sso/rules/identity-provider.ts'
import { connectStore } from '../../src/store/connection.ts'
import { deriveKey } from '../../src/store/sealer.ts'
import type { MailWorkflows } from '../../src/temporal/mails.ts'
import { SECRET } from '../support/platform.ts'
import { codeOf as ended, tokenOf, withToken } from './logged-in.ts'
import { freshAddress } from './mailbox.ts'
import { actions, added, newPage, type SsoBench, signOn, ssoBench } from './signed-on.ts'

let bench: SsoBench
let provider: SsoBench['provider']
let platform: SsoBench['platform']
beforeAll(async () => {
  bench = await ssoBench()
  ;({ provider, platform } = bench)
})
afterAll(() => bench.close())

const UNKNOWN_USER = [404, 'SSO_USER_NOT_PROVISIONED']

const REDIRECT = 'https://api.example/callback'
const GOOGLE = 'https://accounts.google.com'

/** A provider that returns these claims for every user. */
const sayingAlways = (identity: ProvidedIdentity): SignOn => ({
  async begin() {
    const state = randomUUID()
    return { authorizationUrl: `${GOOGLE}/?state=${state}`, secrets: { state, nonce: 'n', codeVerifier: 'v' } }
  },
  isPrivate: async () => false,
  finish: async () => identity,
  logOutUrl: async () => undefined,
})

const NO_MAILS: MailWorkflows = {
  async send() {
    throw new Error('nobody is written to')
  },
}

describe('a user who comes from an identity provider', () => {
  it('is matched by email once after the client id changes, and by subject afterwards', async () => {
    const organization = await bench.strict()
    const { subject, email } = await bench.known()
    const id = await added(organization, email)
    await signOn(platform, provider, organization.organizationId, subject)
    const store = await connectStore(platform.env.MONGODB_URI ?? '')
    const ofFormerClient = () =>
      store
        .collection<{ _id: number }>('users')
        .updateOne({ _id: id }, { $set: { 'providerSubject.clientId': 'former' } })
    const enter = async (as: string) => ended(await signOn(platform, provider, organization.organizationId, as))
    const other = await bench.known({}, email)
    expect(await enter(other.subject)).toEqual(UNKNOWN_USER)
    await ofFormerClient()
    // The current client now has the subject: another subject with this address is refused.
    expect([await enter(subject), await enter(other.subject)]).toEqual([[200, undefined], UNKNOWN_USER])
    await ofFormerClient()
    expect([await enter(other.subject), await enter(subject)]).toEqual([[200, undefined], UNKNOWN_USER])
    await store.close()
  })

  it('is matched by email once after a manager removes the SSO link, and must log in again', async () => {
    const organization = await bench.strict()
    const { subject, email } = await bench.known()
    const id = await added(organization, email, { role: 'owner' })
    const enter = (as: string) => signOn(platform, provider, organization.organizationId, as)
    const { access_token: token } = (await enter(subject)).body.data
    const rebuilt = await bench.known({}, email)
    const admin = await tokenOf(platform, organization.organizationId, 'admin')
    const path = `/users/${id}/provider-link`
    const refused = await withToken(platform, admin, path, { method: 'DELETE' })
    expect(ended(refused)).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS'])
    expect(ended(await enter(rebuilt.subject))).toEqual(UNKNOWN_USER)
    expect((await organization.owner(path, 'DELETE')).status).toBe(200)
    expect(ended(await withToken(platform, token, '/auth/me'))).toEqual([401, 'AUTH_TOKEN_INVALID'])
    expect((await enter(rebuilt.subject)).body.data.user.user_id).toBe(id)
    expect(ended(await enter(subject))).toEqual(UNKNOWN_USER)
    expect(
      ended(await organization.owner(`/users/${await added(organization, freshAddress())}/provider-link`, 'DELETE')),
    ).toEqual([400, 'BUSINESS_INVALID_STATE'])
    expect(await actions(organization)).toContainEqual(['user.unlinked_from_provider', 'done'])
  })

  it('is refused with a personal Google account, for every address', async () => {
    const organization = await bench.strict({ issuer: GOOGLE, provisioning: true, domains: ['shop.example'] })
    const { app } = platform
    const enter = async (subject: string, claims: object) => {
      const email = freshAddress()
      const identity = { issuer: GOOGLE, subject, email, emailVerified: true, idToken: 'a.b.c', claims: { ...claims } }
      const people = accounts({
        ...accountParts({ store: app.store, mails: NO_MAILS }, [deriveKey(SECRET, 'accounts')]),
        signOn: sayingAlways(identity),
        allowPrivateHosts: true,
        portalUrl: undefined,
      })
      const page = newPage()
      const from = '192.0.2.1'
      const { organizationId } = organization
      const place = { organizationId, codeChallenge: page.challenge, redirectUri: REDIRECT, from }
      const url = new URL(await people.beginSso(place))
      const { code } = await people.returnFromSso({ state: url.searchParams.get('state') ?? '', code: 'c' })
      return await people.finishSso({ code, codeVerifier: page.verifier, from, traceId: 't' })
    }
    await expect(enter('ghost', {})).rejects.toMatchObject({ problem: 'sso_domain_not_allowed' })
    await expect(enter('other', { hd: 'other.example' })).rejects.toMatchObject({ problem: 'sso_domain_not_allowed' })
    await expect(enter('ann', { hd: 'shop.example' })).resolves.toMatchObject({ account: { role: 'member' } })
    expect(await app.store.users.count(organization)).toBe(2)
  })
})
