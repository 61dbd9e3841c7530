import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { JWTPayload } from 'jose'
import type { CallbackParameters, IdentityProvider, SignOn } from '../../src/domain/account/identity-provider.ts'
import { Problem, problemRow } from '../../src/domain/problem.ts'
import type { Observation } from '../../src/observation.ts'
import { signOn } from '../../src/sso/sign-on.ts'
import {
  makeKey,
  type Page,
  type Script,
  type ScriptedProvider,
  type SigningKey,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const REDIRECT = 'https://api.example/api/v1/auth/sso/callback'
const SECRET = 'canary of a client secret'

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
  sso = signOn({ allowPrivate: true, observe: (observation) => observed.push(observation) })
})
afterEach(() => provider.close())

const settings = (issuer = provider.issuer): IdentityProvider => ({
  ...{ organizationId: 7, issuer, clientId: 'tabletalk', clientSecret: SECRET },
})

/** What a provider may say of somebody, at a moment. */
const claimsOf = (nonce: string): JWTPayload => {
  const now = Math.floor(Date.now() / 1000)
  return {
    ...{ iss: provider.issuer, aud: 'tabletalk', sub: 'ann', nonce, iat: now, exp: now + 300 },
    ...{ email: 'ann@shop.example', email_verified: true },
  }
}

/** Ends a log-in whose ID token is made of the claims that would be right. */
const ended = async (
  idToken: (claims: JWTPayload) => Promise<string> | string,
  { by = sso, parameters }: { by?: SignOn; parameters?: (state: string) => CallbackParameters } = {},
) => {
  const { secrets } = await by.begin(settings(), { redirectUri: REDIRECT })
  const token = await idToken(claimsOf(secrets.nonce))
  provider.script('token', { access_token: 'canary of a token', token_type: 'Bearer', id_token: token })
  const given = parameters?.(secrets.state) ?? { code: 'a-code', state: secrets.state }
  return await by.finish(settings(), { redirectUri: REDIRECT, parameters: given, secrets })
}

/** The problem that something ends with; its text is the table's, so nothing of the provider's is in it. */
const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => new Error('there was no problem'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Problem)) throw error
  expect(error.message).toBe(problemRow(error.problem).message)
  expect(observed.at(-1)).toMatchObject({ kind: 'sso-failed', organizationId: 7, problem: error.problem })
  expect(JSON.stringify(observed)).not.toMatch(/canary|ann@shop/)
  return error.problem
}

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('an ID token that is right', () => {
  it('says who has come, with its claims', async () => {
    const identity = await ended((claims) => key.sign({ ...claims, name: 'Ann', groups: ['a'] }))
    expect(identity).toMatchObject({
      ...{ issuer: provider.issuer, subject: 'ann', email: 'ann@shop.example', emailVerified: true, name: 'Ann' },
      claims: { groups: ['a'] },
    })
    expect(observed).toEqual([])
  })

  it.each([
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, undefined],
  ])('whose email_verified is %j has an address that was verified: %j', async (email_verified, verified) => {
    const identity = await ended((claims) => key.sign({ ...claims, email_verified }))
    expect(identity.emailVerified).toBe(verified)
  })

  it('may be some seconds ahead of us, or behind', async () => {
    const now = Math.floor(Date.now() / 1000)
    await expect(ended((claims) => key.sign({ ...claims, iat: now + 15, nbf: now + 15 }))).resolves.toBeDefined()
    await expect(ended((claims) => key.sign({ ...claims, exp: now - 10 }))).resolves.toBeDefined()
  })
})

const TOKENS: readonly (readonly [string, string, (claims: JWTPayload) => Promise<string> | string])[] = [
  ['signed by another key under the same kid', 'sso_invalid_token', async (c) => (await makeKey('of-now')).sign(c)],
  ['whose claims were changed', 'sso_invalid_token', async (c) => changed(await key.sign(c), { ...c, sub: 'bob' })],
  ['whose signature is none', 'sso_invalid_token', async (c) => `${(await key.sign(c)).replace(/[^.]*$/, '')}!`],
  ['without a signature', 'sso_invalid_token', (c) => `${encoded({ alg: 'none' })}.${encoded(c)}.`],
  ['signed by HS256 with the public key', 'sso_invalid_token', (c) => signedWith(JSON.stringify(key.publicJwk), c)],
  ['signed by HS256 with the client secret', 'sso_invalid_token', (c) => signedWith(SECRET, c)],
  ['for another audience', 'sso_invalid_token', (c) => key.sign({ ...c, aud: 'other' })],
  ['for others too', 'sso_invalid_token', (c) => key.sign({ ...c, aud: ['tabletalk', 'other'] })],
  ['of another issuer', 'sso_invalid_token', (c) => key.sign({ ...c, iss: 'https://other.example' })],
  ['of another log-in', 'sso_invalid_token', (c) => key.sign({ ...c, nonce: 'other' })],
  ['of no log-in', 'sso_invalid_token', ({ nonce, ...c }) => key.sign(c)],
  ['that is over', 'sso_token_expired', (c) => key.sign({ ...c, exp: Number(c.iat) - 60 })],
  ['that is not valid yet', 'sso_invalid_token', (c) => key.sign({ ...c, nbf: Number(c.iat) + 600 })],
  ['that was issued in the future', 'sso_invalid_token', (c) => key.sign({ ...c, iat: Number(c.iat) + 600 })],
  ['without an end', 'sso_invalid_token', ({ exp, ...c }) => key.sign(c)],
  ['without a subject', 'sso_missing_claims', ({ sub, ...c }) => key.sign(c)],
  ['with an empty subject', 'sso_missing_claims', (c) => key.sign({ ...c, sub: '' })],
  ['with a subject that is too long', 'sso_invalid_token', (c) => key.sign({ ...c, sub: 's'.repeat(256) })],
  ['without an e-mail address', 'sso_missing_claims', ({ email, ...c }) => key.sign(c)],
  ['whose e-mail address is no text', 'sso_missing_claims', (c) => key.sign({ ...c, email: ['ann@shop.example'] })],
  ['with 100 KB of claims', 'sso_invalid_token', (c) => key.sign({ ...c, groups: 'g'.repeat(100_000) })],
  ['with 1 MB of claims', 'sso_invalid_token', (c) => key.sign({ ...c, groups: 'g'.repeat(1_000_000) })],
  ['with a kid that nobody knows', 'sso_invalid_token', (c) => key.sign(c, { kid: 'other' })],
  ['with a path for a kid', 'sso_invalid_token', (c) => key.sign(c, { kid: '../../../../dev/null' })],
  ['with keys of its own', 'sso_invalid_token', async (c) => embedded(await makeKey('of-now'), c)],
  ['with extensions that must be known', 'sso_invalid_token', (c) => key.sign(c, { crit: ['b64'], b64: true })],
  ['that is encrypted', 'sso_invalid_token', () => 'e30.a.b.c.d'],
  ['that is none', 'sso_invalid_token', () => 'no-token'],
  ['that holds no JSON', 'sso_invalid_token', () => 'a.b.c'],
  ['that is empty', 'sso_invalid_token', () => ''],
]

const changed = (token: string, claims: JWTPayload): string => {
  const [header, , signature] = token.split('.')
  return `${header}.${encoded(claims)}.${signature}`
}

const signedWith = (secret: string, claims: JWTPayload): string => {
  const text = `${encoded({ alg: 'HS256', kid: 'of-now' })}.${encoded(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

const embedded = (own: SigningKey, claims: JWTPayload): Promise<string> =>
  own.sign(claims, { jwk: own.publicJwk, jku: `${provider.issuer}/userinfo` })

describe('an ID token', () => {
  it.each(TOKENS)('%s lets nobody in: %s', async (_, problem, idToken) => {
    expect(await problemOf(ended(idToken))).toBe(problem)
  })

  it('nested as deep as it may be breaks nothing', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const work = ended((claims) => {
      const payload = JSON.stringify({ ...claims, groups: 0 }).replace('"groups":0', `"groups":${nested}`)
      return key.signText(payload)
    })
    await expect(work).resolves.toMatchObject({ subject: 'ann' })
  })
})

describe('a key', () => {
  it('that takes the place of another during a log-in is found, and the other one refused', async () => {
    await ended((claims) => key.sign(claims))
    const next = await makeKey('next')
    const { secrets } = await sso.begin(settings(), { redirectUri: REDIRECT })
    provider.script('keys', { keys: [next.publicJwk] })
    const finishWith = async (signer: SigningKey) => {
      const id_token = await signer.sign(claimsOf(secrets.nonce))
      provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
      const parameters = { code: 'a-code', state: secrets.state }
      return await sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
    }
    expect(await problemOf(finishWith(key))).toBe('sso_invalid_token')
    await expect(finishWith(next)).resolves.toMatchObject({ subject: 'ann' })
    expect(await problemOf(finishWith(key))).toBe('sso_invalid_token')
  })

  it('that comes between the token and the question for keys is found', async () => {
    const late = await makeKey('late')
    const { secrets } = await sso.begin(settings(), { redirectUri: REDIRECT })
    const id_token = await late.sign(claimsOf(secrets.nonce))
    provider.script('token', (response: ServerResponse) => {
      provider.script('keys', { keys: [key.publicJwk, late.publicJwk] })
      json(response, { access_token: 'a', token_type: 'Bearer', id_token })
    })
    const parameters = { code: 'a-code', state: secrets.state }
    await expect(sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })).resolves.toMatchObject({
      subject: 'ann',
    })
  })

  it('is asked for once in a log-in, after the token', async () => {
    await ended((claims) => key.sign(claims))
    expect(provider.asked).toEqual(['discovery', 'token', 'keys'])
  })
})

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

const says =
  (status: number, text = '', headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(text)
  }

/** Promises more than it sends. */
const cutOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' })
  response.write('{"issuer":', () => response.destroy())
}

const NO_ANSWERS: readonly (readonly [string, string, Script])[] = [
  ['a page', 'sso_configuration_error', says(200, '<!doctype html><p>canary')],
  ['that there is nothing', 'sso_configuration_error', says(404)],
  ['that we may not', 'sso_configuration_error', says(403, '', { 'WWW-Authenticate': `Basic ${',a='.repeat(4_000)}` })],
  ['what is compressed', 'sso_configuration_error', says(200, 'x', { 'Content-Encoding': 'br' })],
  ['nothing', 'sso_configuration_error', says(204)],
  ['an error of its own', 'sso_provider_unavailable', says(500, 'canary')],
  ['that there were too many questions', 'sso_provider_unavailable', says(429)],
  ['half of what it promised', 'sso_provider_unavailable', cutOff],
]

describe('a provider that answers the question for', () => {
  const PAGES: readonly Page[] = ['discovery', 'keys', 'token']
  it.each(PAGES.flatMap((page) => NO_ANSWERS.map((row) => [page, ...row] as const)))(
    '%s with %s lets nobody in: %s',
    async (page, answer, problem, script) => {
      const expected = page === 'token' && answer === 'what is compressed' ? 'sso_invalid_token' : problem
      const begun = page === 'discovery' ? undefined : await sso.begin(settings(), { redirectUri: REDIRECT })
      const secrets = begun?.secrets ?? { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
      const id_token = await key.sign(claimsOf(secrets.nonce))
      provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
      provider.script(page, script)
      const parameters = { code: 'a-code', state: secrets.state }
      const work = sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
      expect(await problemOf(work)).toBe(expected)
    },
  )

  it.each(PAGES)('%s with a redirect is not followed', async (page) => {
    const inside = await startScriptedProvider()
    try {
      for (const path of ['keys', 'token', 'discovery'] as const) inside.script(path, provider.document)
      const location = `${inside.issuer}/${page === 'discovery' ? '.well-known/openid-configuration' : page}`
      provider.script(page, says(307, '', { Location: location }))
      const work =
        page === 'token'
          ? sso.begin(settings(), { redirectUri: REDIRECT }).then(({ secrets }) =>
              sso.finish(settings(), {
                ...{ redirectUri: REDIRECT, secrets, parameters: { code: 'c', state: secrets.state } },
              }),
            )
          : ended((claims) => key.sign(claims))
      expect(await problemOf(work)).toBe('sso_configuration_error')
      expect(inside.asked).toEqual([])
    } finally {
      await inside.close()
    }
  })

  it.each(PAGES)('%s with silence is waited for no longer than its time', async (page) => {
    const hurried = signOn({ allowPrivate: true, observe: (seen) => observed.push(seen), timeoutMs: 150 })
    provider.script(page, () => undefined)
    const secrets = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
    const id_token = await key.sign(claimsOf(secrets.nonce))
    if (page !== 'token') provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
    const parameters = { code: 'a-code', state: secrets.state }
    const work = hurried.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
    expect(await problemOf(work)).toBe('sso_provider_unavailable')
  })
})

describe('a discovery document', () => {
  const DOCUMENTS: readonly (readonly [string, (document: Record<string, unknown>) => unknown])[] = [
    ['of another issuer', (document) => ({ ...document, issuer: 'https://other.example' })],
    ['without endpoints', ({ issuer }) => ({ issuer })],
    ['with endpoints that are none', (document) => ({ ...document, token_endpoint: 'file:///etc/passwd' })],
    ['that sends people to a script', (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' })],
    ['with unsafe algorithms alone', (document) => ({ ...document, id_token_signing_alg_values_supported: ['HS256'] })],
    ['that is a list', () => []],
    ['of 1 MB', (document) => ({ ...document, more: 'm'.repeat(1_000_000) })],
  ]
  it.each(DOCUMENTS)('%s is none', async (_, changedTo) => {
    provider.script('discovery', changedTo(provider.document))
    expect(await problemOf(sso.begin(settings(), { redirectUri: REDIRECT }))).toBe('sso_configuration_error')
  })

  it('nested as deep as it may be is one, or none', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    provider.script('discovery', (response: ServerResponse) => {
      const text = JSON.stringify({ ...provider.document, more: 0 }).replace('"more":0', `"more":${nested}`)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(text)
    })
    const outcome = await sso.begin(settings(), { redirectUri: REDIRECT }).catch((error: unknown) => error)
    expect(outcome instanceof Problem ? outcome.problem : 'begun').toMatch(/^(begun|sso_configuration_error)$/)
  })

  it('without places to log out and to ask for more is one', async () => {
    const { end_session_endpoint, userinfo_endpoint, ...document } = provider.document
    provider.script('discovery', { ...document, userinfo_endpoint: 'javascript:alert(1)' })
    await expect(ended((claims) => key.sign(claims))).resolves.toMatchObject({ subject: 'ann' })
    expect(await sso.logOutUrl(settings(), { idToken: 'a.b.c' })).toBeUndefined()
  })

  it('is asked for once, however many wait for it, and not again while it is known', async () => {
    const begin = () => sso.begin(settings(), { redirectUri: REDIRECT })
    await Promise.all(Array.from({ length: 20 }, begin))
    await begin()
    expect(provider.asked).toEqual(['discovery'])
  })

  it('that cannot be had is not asked for by everybody', async () => {
    provider.script('discovery', says(500))
    const begin = () => problemOf(sso.begin(settings(), { redirectUri: REDIRECT }))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, begin)))).toEqual(new Set(['sso_provider_unavailable']))
    await begin()
    expect(provider.asked).toEqual(['discovery'])
  })
})

describe('a host', () => {
  const outside = () => signOn({ allowPrivate: false, observe: (seen) => observed.push(seen) })
  it.each([
    ['that has a private address', 'https://127.0.0.1:8443'],
    ['that is the metadata of a cloud', 'https://169.254.169.254'],
    ['that does not exist', 'https://nowhere.invalid'],
    ['that asks for no encryption', 'http://login.example'],
  ])('%s is asked for nothing', async (_, issuer) => {
    const work = outside().begin(settings(issuer), { redirectUri: REDIRECT })
    expect(await problemOf(work)).toBe('sso_configuration_error')
  })

  it('where nobody listens is told as a provider that is away', async () => {
    await provider.close()
    expect(await problemOf(sso.begin(settings(), { redirectUri: REDIRECT }))).toBe('sso_provider_unavailable')
    expect(await sso.logOutUrl(settings(), { idToken: 'a.b.c' })).toBeUndefined()
    provider = await startScriptedProvider()
  })
})

describe('somebody who is sent back', () => {
  it.each<[string, string, (state: string) => CallbackParameters]>([
    ['having refused', 'sso_invalid_token', (state) => ({ error: 'access_denied', state })],
    ['with an error that nobody knows', 'sso_invalid_token', (state) => ({ error: '__proto__', state })],
    ['to a client that is not known', 'sso_configuration_error', (state) => ({ error: 'unauthorized_client', state })],
    ['with a scope that is wrong', 'sso_configuration_error', (state) => ({ error: 'invalid_scope', state })],
    ['by a provider in trouble', 'sso_provider_unavailable', (state) => ({ error: 'server_error', state })],
    ['with the state of another', 'sso_invalid_token', () => ({ code: 'a-code', state: 'other' })],
    ['without a state', 'sso_invalid_token', () => ({ code: 'a-code' })],
    ['without a code', 'sso_invalid_token', (state) => ({ state })],
    ['by another issuer', 'sso_invalid_token', (state) => ({ code: 'c', state, iss: 'https://other.example' })],
  ])('%s has not logged in: %s', async (_, problem, parameters) => {
    expect(await problemOf(ended((claims) => key.sign(claims), { parameters }))).toBe(problem)
    expect(provider.asked).toEqual(['discovery'])
  })
})

describe('a token endpoint that says', () => {
  it.each([
    ['invalid_client', 401, 'sso_configuration_error'],
    ['invalid_grant', 400, 'sso_invalid_token'],
    ['unauthorized_client', 400, 'sso_configuration_error'],
    ['invalid_scope', 400, 'sso_configuration_error'],
    ['temporarily_unavailable', 400, 'sso_provider_unavailable'],
  ])('%s lets nobody in, and its words stand in the log alone', async (error, status, problem) => {
    const { secrets } = await sso.begin(settings(), { redirectUri: REDIRECT })
    const error_description = `the secret is wrong\u0007 ask ann@shop.example${'.'.repeat(10_000)}`
    provider.script('token', (response: ServerResponse) => json(response, { error, error_description }, status))
    const parameters = { code: 'a-code', state: secrets.state }
    const work = sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
    expect(await problemOf(work)).toBe(problem)
    expect(observed).toMatchObject([{ reason: expect.stringMatching(`^${error}: the secret is wrong  ask …`) }])
    expect(JSON.stringify(observed).length).toBeLessThan(500)
  })
})

describe('the userinfo endpoint', () => {
  it('is asked for an address that the ID token lacks, and for claims that are needed', async () => {
    const { secrets } = await sso.begin(settings(), { redirectUri: REDIRECT })
    const id_token = await key.sign({ ...claimsOf(secrets.nonce), email_verified: true })
    provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
    provider.script('userinfo', { sub: 'ann', groups: ['a'], email: 'other@shop.example', nonce: 'other' })
    const parameters = { code: 'a-code', state: secrets.state }
    const answer = { redirectUri: REDIRECT, parameters, secrets, claims: ['groups'] }
    const identity = await sso.finish(settings(), answer)
    expect(identity).toMatchObject({ email: 'ann@shop.example', claims: { groups: ['a'], nonce: secrets.nonce } })
  })

  it('says with an address whether that was verified: what the ID token says is of none', async () => {
    provider.script('userinfo', { sub: 'ann', email: 'ann@shop.example', email_verified: false })
    const identity = await ended(({ email, ...claims }) => key.sign({ ...claims, email_verified: true }))
    expect(identity).toMatchObject({ email: 'ann@shop.example', emailVerified: false })
  })

  it('that speaks of somebody else lets nobody in', async () => {
    provider.script('userinfo', { sub: 'bob', email: 'bob@shop.example' })
    expect(await problemOf(ended(({ email, ...claims }) => key.sign(claims)))).toBe('sso_invalid_token')
  })
})
