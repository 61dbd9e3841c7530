import type { IdentityProvider, LoginSecrets, SignOn } from '../../src/manage/sso/rules/identity-provider.ts'
import { openIdSignOn } from '../../src/manage/sso/sign-on.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts'

const REDIRECT = 'http://127.0.0.1:9/api/v1/auth/sso/callback'
const PORTAL = 'http://127.0.0.1:9/portal'

let provider: TestProvider
let sso: SignOn
beforeAll(async () => {
  provider = await startIdentityProvider()
  await provider.account('ann', { email: 'ann@shop.example', email_verified: true, name: 'Ann', groups: ['a', 'b'] })
})
beforeEach(async () => {
  await provider.register({ redirectUri: REDIRECT, returnTo: PORTAL })
  sso = openIdSignOn({ allowPrivate: true, observe: () => undefined })
})
afterAll(() => provider.close())

const settings = (clientSecret = provider.clientSecret): IdentityProvider => ({
  organizationId: 7,
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret,
})

interface Callback {
  readonly parameters: Readonly<Record<string, string>>
  readonly secrets: LoginSecrets
}

/** Sends a user to the provider and back. */
const logInAtProvider = async (subject?: string): Promise<Callback> => {
  const { authorizationUrl, secrets } = await sso.begin(settings(), { redirectUri: REDIRECT })
  const url = await provider.logIn(authorizationUrl, subject)
  expect(`${url.origin}${url.pathname}`).toBe(REDIRECT)
  return { parameters: Object.fromEntries(url.searchParams), secrets }
}

const finish = async ({ parameters, secrets }: Callback, by: IdentityProvider = settings()) =>
  await sso.finish(by, { redirectUri: REDIRECT, parameters, secrets, claims: ['groups'] })

const problemOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof Problem ? error.problem : error
}

describe('a login at a real provider', () => {
  it('identifies the user, even if the ID token contains few claims', async () => {
    const ann = { subject: 'ann', email: 'ann@shop.example', emailVerified: true, name: 'Ann' }
    const expected = { ...ann, issuer: provider.issuer, claims: { groups: ['a', 'b'] } }
    expect(await finish(await logInAtProvider('ann'))).toMatchObject(expected)
    expect((await provider.asked()).userinfo).toBe(0)
    await provider.setThin(true)
    expect(await finish(await logInAtProvider('ann'))).toMatchObject(expected)
    await provider.setThin(false)
    expect((await provider.asked()).userinfo).toBe(1)
  })

  it('supports client secrets in the body', async () => {
    await provider.register({ redirectUri: REDIRECT, authMethod: 'client_secret_post' })
    expect(await finish(await logInAtProvider('ann'))).toMatchObject({ subject: 'ann' })
  })

  it('with a wrong client secret is reported as a configuration error', async () => {
    expect(await problemOf(finish(await logInAtProvider('ann'), settings('another')))).toBe('sso_configuration_error')
  })

  it('refused by the user is not admitted', async () => {
    expect(await problemOf(finish(await logInAtProvider()))).toBe('sso_invalid_token')
  })

  it('can be finished once, and only with its own verifier and nonce', async () => {
    const back = await logInAtProvider('ann')
    await finish(back)
    expect(await problemOf(finish(back))).toBe('sso_invalid_token')
    const [one, other] = [await logInAtProvider('ann'), await logInAtProvider('ann')]
    const { codeVerifier, nonce } = other.secrets
    expect(await problemOf(finish({ ...one, secrets: { ...one.secrets, codeVerifier } }))).toBe('sso_invalid_token')
    const again = await logInAtProvider('ann')
    expect(await problemOf(finish({ ...again, secrets: { ...again.secrets, nonce } }))).toBe('sso_invalid_token')
  })

  it.each([false, true])('survives a key rotation, with the old key still published: %j', async (keepsOld) => {
    await finish(await logInAtProvider('ann'))
    const { authorizationUrl, secrets } = await sso.begin(settings(), { redirectUri: REDIRECT })
    await provider.rotateKeys(keepsOld)
    const url = await provider.logIn(authorizationUrl, 'ann')
    await provider.rotateKeys(keepsOld)
    const parameters = Object.fromEntries(url.searchParams)
    expect(await finish({ parameters, secrets })).toMatchObject({ subject: 'ann' })
  })

  it('can be ended at the provider, with the user and the return address', async () => {
    const { idToken } = await finish(await logInAtProvider('ann'))
    const address = await sso.logOutUrl(settings(), { idToken, returnTo: PORTAL })
    if (address === undefined) throw new Error('the provider has a place to log out')
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      id_token_hint: idToken,
      client_id: provider.clientId,
      post_logout_redirect_uri: PORTAL,
    })
    expect((await fetch(address)).status).toBe(200)
    const long = await sso.logOutUrl(settings(), { idToken: 'x'.repeat(5_000) })
    expect(long).toBe(`${provider.issuer}/session/end?client_id=${provider.clientId}`)
  })
})
