import { createHmac } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { accessTokens } from '../../src/manage/accounts/access-tokens.ts'
import type { Problem } from '../../src/platform/problems/problem.ts'

const ROOT = Buffer.alloc(32, 1)
const OLDER = Buffer.alloc(32, 2)
const CLAIMS = { userId: 12, organizationId: 7, sessionId: 's', role: 'admin' } as const
const NOW = new Date('2026-11-26T12:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const later = (ms: number): Date => new Date(NOW.getTime() + ms)

const tokens = accessTokens([ROOT, OLDER])

const refusal = async (token: string, at = NOW): Promise<string | undefined> =>
  await tokens.read(token, at).then(
    () => undefined,
    (error: Problem) => error.problem,
  )

const period = Math.floor(NOW.getTime() / (30 * DAY_MS))
const kid = `${period}-${createHmac('sha256', ROOT).update('key id').digest('hex').slice(0, 8)}`
const key = createHmac('sha256', ROOT).update(`portal ${period}`).digest()

/** A token with a valid signature and one wrong claim. */
const forged = (header: object = {}, claims: object = {}, by: Uint8Array = key): Promise<string> => {
  const seconds = Math.floor(NOW.getTime() / 1000)
  const all = {
    iss: 'tabletalk',
    aud: 'tabletalk-portal',
    sub: '12',
    org: 7,
    role: 'admin',
    sid: 's',
    jti: 'j',
    iat: seconds,
    exp: seconds + 60,
    ...claims,
  }
  return new SignJWT(all).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid, ...header }).sign(by)
}

describe('an access token', () => {
  it('names its user and expires after exactly fifteen minutes', async () => {
    const { token, expiresInS } = await tokens.sign(CLAIMS, NOW)
    expect([await tokens.read(token, NOW), expiresInS]).toEqual([CLAIMS, 900])
    expect(await refusal(token, later(899_000))).toBeUndefined()
    expect(await refusal(token, later(900_000))).toBe('token_expired')
    expect(await refusal(await forged())).toBeUndefined()
  })

  it('is signed with a key that changes every 30 days, and accepted under the previous secret while that is configured', async () => {
    const { token } = await tokens.sign(CLAIMS, NOW)
    const { token: next } = await tokens.sign(CLAIMS, later(30 * DAY_MS))
    const [one, other] = [token, next].map(
      (text) => JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()).kid,
    )
    expect(one).not.toBe(other)
    const { token: old } = await accessTokens([OLDER]).sign(CLAIMS, NOW)
    expect(await refusal(old)).toBeUndefined()
    await expect(accessTokens([ROOT]).read(old, NOW)).rejects.toMatchObject({ problem: 'token_invalid' })
  })

  it.each<[string, () => string | Promise<string>]>([
    ['empty', () => ''],
    ['of no shape', () => 'a.b.c'],
    ['with something behind it', async () => `${await forged()}=`],
    ['without a signature', () => new UnsecuredJWT({ sub: '12', org: 7 }).encode()],
    ['of another key', () => forged({}, {}, Buffer.alloc(32, 9))],
    ['of another algorithm', () => forged({ alg: 'HS512' })],
    ['of a key id with a path', () => forged({ kid: '../../etc/passwd' })],
    ['of no key id', () => forged({ kid: undefined })],
    ['of a key id that is an object’s own', () => forged({ kid: '__proto__' })],
    ['of another type', () => forged({ typ: 'JWT' })],
    ['that brings its key', () => forged({ jwk: { kty: 'oct', k: 'AAAA' }, kid: 'x' })],
    ['that says where its key is', () => forged({ jku: 'https://evil.example/keys', kid: 'x' })],
    ['with a critical extension', () => forged({ crit: ['x'], x: 1 }).catch(() => 'a.b.c')],
    ['of another issuer', () => forged({}, { iss: 'other' })],
    ['for another audience', () => forged({}, { aud: 'other' })],
    ['without an end', () => forged({}, { exp: undefined })],
    ['without a number of its own', () => forged({}, { jti: undefined })],
    ['of no organization', () => forged({}, { org: '7' })],
    ['of no user', () => forged({}, { sub: '1 OR 1=1' })],
    ['of an unknown role', () => forged({}, { role: 'root' })],
    ['not to be used yet', () => forged({}, { nbf: Math.floor(NOW.getTime() / 1000) + 1 })],
    ['of claims of a megabyte', () => forged({}, { more: 'x'.repeat(1_000_000) })],
  ])('is rejected: %s', async (_, make) => {
    expect(await refusal(await make())).toBe('token_invalid')
  })
})
