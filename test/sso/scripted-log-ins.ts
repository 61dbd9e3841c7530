import type { JWTPayload } from 'jose'
import type { CallbackParameters, IdentityProvider, SignOn } from '../../src/manage/sso/rules/identity-provider.ts'
import { openIdSignOn } from '../../src/manage/sso/sign-on.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { Problem, problemRow } from '../../src/platform/problems/problem.ts'
import { makeKey, type ScriptedProvider, type SigningKey, startScriptedProvider } from '../support/scripted-provider.ts'

export const REDIRECT = 'https://api.example/api/v1/auth/sso/callback'
export const CLIENT_SECRET = 'canary of a client secret'

/** New for each test, except for the key. */
interface Now {
  readonly key: SigningKey
  readonly provider: ScriptedProvider
  readonly observed: Observation[]
  readonly sso: SignOn
}

export type IdTokenOf = (claims: JWTPayload) => Promise<string> | string

export interface ScriptedLogIns {
  /** Filled before each test. */
  readonly now: Now
  readonly settings: (issuer?: string) => IdentityProvider
  /** Claims of a provider for a user at this moment. */
  readonly claimsOf: (nonce: string) => JWTPayload
  /** Finishes a login with an ID token made from valid claims. */
  readonly ended: (
    idToken: IdTokenOf,
    parameters?: (state: string) => CallbackParameters,
  ) => ReturnType<SignOn['finish']>
  /** The problem of a failed promise; its text is that of the problem table and contains nothing from the provider. */
  readonly problemOf: (work: Promise<unknown>) => Promise<string>
}

/** Logins at a provider that is scripted by the test. */
export const scriptedLogIns = (): ScriptedLogIns => {
  let key: SigningKey
  let provider: ScriptedProvider
  let observed: Observation[]
  let sso: SignOn
  beforeAll(async () => {
    key = await makeKey('of-now')
  })
  beforeEach(async () => {
    provider = await startScriptedProvider()
    provider.script('keys', { keys: [key.publicJwk] })
    observed = []
    sso = openIdSignOn({ allowPrivate: true, observe: (observation) => observed.push(observation) })
  })
  afterEach(() => provider.close())
  const now: Now = {
    get key() {
      return key
    },
    get provider() {
      return provider
    },
    get observed() {
      return observed
    },
    get sso() {
      return sso
    },
  }

  const settings = (issuer = now.provider.issuer): IdentityProvider => ({
    organizationId: 7,
    issuer,
    clientId: 'tabletalk',
    clientSecret: CLIENT_SECRET,
  })
  const claimsOf = (nonce: string): JWTPayload => {
    const second = Math.floor(Date.now() / 1000)
    return {
      iss: now.provider.issuer,
      aud: 'tabletalk',
      sub: 'ann',
      nonce,
      iat: second,
      exp: second + 300,
      email: 'ann@shop.example',
      email_verified: true,
    }
  }
  return {
    now,
    settings,
    claimsOf,
    async ended(idToken, parameters = (state) => ({ code: 'a-code', state })) {
      const { secrets } = await now.sso.begin(settings(), { redirectUri: REDIRECT })
      const token = await idToken(claimsOf(secrets.nonce))
      now.provider.script('token', { access_token: 'canary of a token', token_type: 'Bearer', id_token: token })
      const answer = { redirectUri: REDIRECT, parameters: parameters(secrets.state), secrets }
      return await now.sso.finish(settings(), answer)
    },
    async problemOf(work) {
      const error = await work.then(
        () => new Error('there was no problem'),
        (thrown: unknown) => thrown,
      )
      if (!(error instanceof Problem)) throw error
      expect(error.message).toBe(problemRow(error.problem).message)
      expect(now.observed.at(-1)).toMatchObject({ kind: 'sso_login_failed', organizationId: 7, problem: error.problem })
      expect(JSON.stringify(now.observed)).not.toMatch(/canary|ann@shop/)
      return error.problem
    },
  }
}
