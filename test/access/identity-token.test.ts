import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { identityOf } from '../../src/access/identity-token.ts'
import { Problem } from '../../src/platform/problems/problem.ts'

const DATABASE = randomUUID()
const SECRET = `is_${'s'.repeat(43)}`
const NOW = new Date('2026-11-22T10:00:00Z')
const nowS = NOW.getTime() / 1000
const DAY_S = 86_400

const keyOf = (secret: string) => Buffer.from(secret, 'utf8')
const sign = (claims: JWTPayload, header: Partial<JWTHeaderParameters> = {}, secret = SECRET): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', ...header }).sign(keyOf(secret))

const CLAIMS = { tenant_id: 1, scope_id: 'ann', exp: nowS + 600 }

/** Returns the tenant and the scope, or the name of the problem. */
const read = async (token: string, isScoped = true) => {
  try {
    return await identityOf(token, { databaseId: DATABASE, isScoped, secret: SECRET, now: NOW })
  } catch (error) {
    if (error instanceof Problem) return error.problem
    throw error
  }
}

const INVALID = 'identity_token_invalid'
const EXPIRED = 'identity_token_expired'

describe('identityOf', () => {
  it('reads the tenant and the scope from a valid token', async () => {
    expect(await read(await sign(CLAIMS))).toEqual({ tenantId: '1', scopeId: 'ann' })
    const texts = { tenant_id: 'a-1', scope_id: 42, exp: nowS + 600, aud: [DATABASE], sub: 'x' }
    expect(await read(await sign(texts, { typ: 'JWT' }))).toEqual({ tenantId: 'a-1', scopeId: '42' })
    expect(await read(await sign({ exp: nowS + 600 }), false)).toEqual({})
    const decomposed = { ...CLAIMS, scope_id: ' e\u0301 ' }
    expect(await read(await sign(decomposed))).toEqual({ tenantId: '1', scopeId: '\u00e9' })
  })

  it('S15: rejects a token without a signature, with another algorithm or with another secret', async () => {
    const body = (await sign(CLAIMS)).split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const signed = (alg: string, hash: string) => {
      const text = `${encode({ alg })}.${body[1]}`
      return `${text}.${createHmac(hash, SECRET).update(text).digest('base64url')}`
    }
    expect(await read(signed('HS256', 'sha256'))).toEqual({ tenantId: '1', scopeId: 'ann' })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const forged = [
      new UnsecuredJWT(CLAIMS).encode(),
      signed('HS384', 'sha384'),
      signed('HS512', 'sha512'),
      `${encode({ alg: 'none' })}.${body[1]}.`,
      `${encode({ alg: 'None' })}.${body[1]}.${body[2]}`,
      `${encode({})}.${body[1]}.${body[2]}`,
      `${body[0]}.${body[1]}.`,
      `${body[0]}.${encode({ ...CLAIMS, tenant_id: 2 })}.${body[2]}`,
      await sign(CLAIMS, {}, pem),
      await sign(CLAIMS, {}, `\n  ${pem}`),
      await sign(CLAIMS, {}, `${SECRET}x`),
      await sign(CLAIMS, {}, 'is_of another database'),
      await new SignJWT(CLAIMS)
        .setProtectedHeader({ alg: 'HS512' })
        .sign(Buffer.concat([keyOf(SECRET), keyOf(SECRET)])),
      ...[
        '',
        '.',
        '..',
        'a.b.c',
        'x'.repeat(5_000),
        `${body.join('.')}.`,
        ` ${body.join('.')}`,
        `${body[0]}.${body[1]}`,
      ],
    ]
    for (const token of forged) expect([token.slice(0, 40), await read(token)]).toEqual([token.slice(0, 40), INVALID])
  })

  it('S16: ignores key references in the header: kid, jku, x5u and jwk', async () => {
    const jwk = { kty: 'oct', k: keyOf('mine').toString('base64url') }
    const headers = [
      { kid: '../../../../dev/null' },
      { kid: "' UNION SELECT 'mine" },
      { jku: 'http://127.0.0.1:9/keys' },
      { x5u: 'http://127.0.0.1:9/cert' },
      { jwk },
    ]
    for (const header of headers) {
      expect(await read(await sign(CLAIMS, header, 'mine'))).toBe(INVALID)
      expect(await read(await sign(CLAIMS, header))).toEqual({ tenantId: '1', scopeId: 'ann' })
    }
    expect(await read(await sign(CLAIMS, { crit: ['unknown'], unknown: 1 }).catch(() => ''))).toBe(INVALID)
  })

  it('S17: rejects a token that is expired, not yet valid, for another database or of another type', async () => {
    // The tolerated clock skew is 5 s.
    for (const [exp, expected] of [
      [nowS - 4, { tenantId: '1', scopeId: 'ann' }],
      [nowS - 6, EXPIRED],
      [nowS - DAY_S, EXPIRED],
      [nowS + DAY_S + 4, { tenantId: '1', scopeId: 'ann' }],
      [nowS + DAY_S + 6, INVALID],
      [nowS + 366 * DAY_S, INVALID],
    ] as const)
      expect([exp - nowS, await read(await sign({ ...CLAIMS, exp }))]).toEqual([exp - nowS, expected])
    for (const claims of [
      { nbf: nowS + 6 },
      { nbf: nowS + DAY_S },
      { aud: randomUUID() },
      { aud: [] },
      { aud: `${DATABASE}x` },
    ])
      expect([claims, await read(await sign({ ...CLAIMS, ...claims }))]).toEqual([claims, INVALID])
    for (const typ of ['at+jwt', 'dpop+jwt', 'JWE']) expect(await read(await sign(CLAIMS, { typ }))).toBe(INVALID)
  })

  it('requires an expiry, a tenant for a scoped database, and ids as claims', async () => {
    const { exp, ...withoutExpiry } = CLAIMS
    const { tenant_id, ...withoutTenant } = CLAIMS
    expect(await read(await sign(withoutExpiry))).toBe(INVALID)
    expect(await read(await sign(withoutTenant))).toBe(INVALID)
    expect(await read(await sign(withoutTenant), false)).toEqual({ scopeId: 'ann' })
    for (const id of ['', ' ', 1.5, 2 ** 53, true, null, ['1'], { $gt: '' }, 'x'.repeat(256)]) {
      expect([id, await read(await sign({ ...CLAIMS, tenant_id: id }))]).toEqual([id, INVALID])
      expect([id, await read(await sign({ ...CLAIMS, scope_id: id }))]).toEqual([id, INVALID])
    }
  })
})
