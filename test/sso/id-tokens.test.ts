import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { JWTPayload } from 'jose'
import { makeKey, type SigningKey } from '../support/scripted-provider.ts'
import { CLIENT_SECRET, type IdTokenOf, REDIRECT, scriptedLogIns } from './scripted-log-ins.ts'

const { now, settings, claimsOf, ended, problemOf } = scriptedLogIns()

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('a valid ID token', () => {
  it('identifies the user with its claims', async () => {
    const identity = await ended((claims) => now.key.sign({ ...claims, name: 'Ann', groups: ['a'] }))
    expect(identity).toMatchObject({
      issuer: now.provider.issuer,
      subject: 'ann',
      email: 'ann@shop.example',
      emailVerified: true,
      name: 'Ann',
      claims: { groups: ['a'] },
    })
    expect(now.observed).toEqual([])
  })

  it.each([
    ['true', true],
    [false, false],
    ['false', false],
    [1, false],
    [undefined, undefined],
  ])('with email_verified %j has a verified email: %j', async (email_verified, verified) => {
    const identity = await ended((claims) => now.key.sign({ ...claims, email_verified }))
    expect(identity.emailVerified).toBe(verified)
  })

  it('may be some seconds ahead or behind', async () => {
    const second = Math.floor(Date.now() / 1000)
    const ahead = { iat: second + 15, nbf: second + 15 }
    await expect(ended((claims) => now.key.sign({ ...claims, ...ahead }))).resolves.toBeDefined()
    await expect(ended((claims) => now.key.sign({ ...claims, exp: second - 10 }))).resolves.toBeDefined()
  })
})

const TOKENS: readonly (readonly [string, string, IdTokenOf])[] = [
  ['signed by another key under the same kid', 'sso_invalid_token', async (c) => (await makeKey('of-now')).sign(c)],
  ['with changed claims', 'sso_invalid_token', async (c) => changed(await now.key.sign(c), { ...c, sub: 'bob' })],
  ['with an invalid signature', 'sso_invalid_token', async (c) => `${(await now.key.sign(c)).replace(/[^.]*$/, '')}!`],
  ['without a signature', 'sso_invalid_token', (c) => `${encoded({ alg: 'none' })}.${encoded(c)}.`],
  ['signed by HS256 with the public key', 'sso_invalid_token', (c) => signedWith(JSON.stringify(now.key.publicJwk), c)],
  ['signed by HS256 with the client secret', 'sso_invalid_token', (c) => signedWith(CLIENT_SECRET, c)],
  ['for another audience', 'sso_invalid_token', (c) => now.key.sign({ ...c, aud: 'other' })],
  ['for several audiences', 'sso_invalid_token', (c) => now.key.sign({ ...c, aud: ['tabletalk', 'other'] })],
  ['of another issuer', 'sso_invalid_token', (c) => now.key.sign({ ...c, iss: 'https://other.example' })],
  ['of another login', 'sso_invalid_token', (c) => now.key.sign({ ...c, nonce: 'other' })],
  ['without a nonce', 'sso_invalid_token', ({ nonce, ...c }) => now.key.sign(c)],
  ['that has expired', 'sso_token_expired', (c) => now.key.sign({ ...c, exp: Number(c.iat) - 60 })],
  ['that is not valid yet', 'sso_invalid_token', (c) => now.key.sign({ ...c, nbf: Number(c.iat) + 600 })],
  ['issued in the future', 'sso_invalid_token', (c) => now.key.sign({ ...c, iat: Number(c.iat) + 600 })],
  ['without an expiry', 'sso_invalid_token', ({ exp, ...c }) => now.key.sign(c)],
  ['without a subject', 'sso_missing_claims', ({ sub, ...c }) => now.key.sign(c)],
  ['with an empty subject', 'sso_missing_claims', (c) => now.key.sign({ ...c, sub: '' })],
  ['with a subject that is too long', 'sso_invalid_token', (c) => now.key.sign({ ...c, sub: 's'.repeat(256) })],
  ['without an e-mail address', 'sso_missing_claims', ({ email, ...c }) => now.key.sign(c)],
  [
    'with an email that is not a text',
    'sso_missing_claims',
    (c) => now.key.sign({ ...c, email: ['ann@shop.example'] }),
  ],
  ['with 100 KB of claims', 'sso_invalid_token', (c) => now.key.sign({ ...c, groups: 'g'.repeat(100_000) })],
  ['with 1 MB of claims', 'sso_invalid_token', (c) => now.key.sign({ ...c, groups: 'g'.repeat(1_000_000) })],
  ['with an unknown kid', 'sso_invalid_token', (c) => now.key.sign(c, { kid: 'other' })],
  ['with a path as kid', 'sso_invalid_token', (c) => now.key.sign(c, { kid: '../../../../dev/null' })],
  ['with embedded keys', 'sso_invalid_token', async (c) => embedded(await makeKey('of-now'), c)],
  ['with unknown critical extensions', 'sso_invalid_token', (c) => now.key.sign(c, { crit: ['b64'], b64: true })],
  ['that is encrypted', 'sso_invalid_token', () => 'e30.a.b.c.d'],
  ['that is not a JWT', 'sso_invalid_token', () => 'no-token'],
  ['without JSON', 'sso_invalid_token', () => 'a.b.c'],
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
  own.sign(claims, { jwk: own.publicJwk, jku: `${now.provider.issuer}/userinfo` })

describe('an ID token', () => {
  it.each(TOKENS)('%s admits no login: %s', async (_, problem, idToken) => {
    expect(await problemOf(ended(idToken))).toBe(problem)
  })

  it('for another audience is logged with the failed check but without its content', async () => {
    await problemOf(ended((claims) => now.key.sign({ ...claims, aud: 'canary' })))
    expect(now.observed).toMatchObject([{ reason: expect.stringMatching(/unexpected JWT "aud"/) }])
  })

  it('with deep nesting breaks nothing', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const work = ended((claims) => {
      const payload = JSON.stringify({ ...claims, groups: 0 }).replace('"groups":0', `"groups":${nested}`)
      return now.key.signText(payload)
    })
    await expect(work).resolves.toMatchObject({ subject: 'ann' })
  })
})

describe('a signing key', () => {
  it('that replaces another during a login is accepted, and the old key rejected', async () => {
    await ended((claims) => now.key.sign(claims))
    const next = await makeKey('next')
    const { secrets } = await now.sso.begin(settings(), { redirectUri: REDIRECT })
    now.provider.script('keys', { keys: [next.publicJwk] })
    const finishWith = async (signer: SigningKey) => {
      const id_token = await signer.sign(claimsOf(secrets.nonce))
      now.provider.script('token', { access_token: 'a', token_type: 'Bearer', id_token })
      const parameters = { code: 'a-code', state: secrets.state }
      return await now.sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })
    }
    expect(await problemOf(finishWith(now.key))).toBe('sso_invalid_token')
    await expect(finishWith(next)).resolves.toMatchObject({ subject: 'ann' })
    expect(await problemOf(finishWith(now.key))).toBe('sso_invalid_token')
  })

  it('published between the token and the key request is accepted', async () => {
    const late = await makeKey('late')
    const { secrets } = await now.sso.begin(settings(), { redirectUri: REDIRECT })
    const id_token = await late.sign(claimsOf(secrets.nonce))
    now.provider.script('token', (response: ServerResponse) => {
      now.provider.script('keys', { keys: [now.key.publicJwk, late.publicJwk] })
      const tokens = { access_token: 'a', token_type: 'Bearer', id_token }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(tokens))
    })
    const parameters = { code: 'a-code', state: secrets.state }
    await expect(now.sso.finish(settings(), { redirectUri: REDIRECT, parameters, secrets })).resolves.toMatchObject({
      subject: 'ann',
    })
  })

  it('is requested once per login, after the token', async () => {
    await ended((claims) => now.key.sign(claims))
    expect(now.provider.asked).toEqual(['discovery', 'token', 'keys'])
  })
})
