import { createHmac, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ROLES, type Role } from '../domain/access/role.ts'
import { ACCESS_TOKEN_S } from '../domain/account/portal-session.ts'
import { Problem } from '../domain/problem.ts'

/** What an access token says. Nothing of it is believed but whose it is: the role is the one that the person has now. */
export interface AccessClaims {
  readonly userId: number
  readonly organizationId: number
  readonly sessionId: string
  readonly role: Role
}

/** Portal JWTs (specification, section Authentication): HS256, fifteen minutes. */
export interface AccessTokens {
  sign(claims: AccessClaims, now?: Date): Promise<{ readonly token: string; readonly expiresInS: number }>
  /** @throws Problem `token_invalid`, `token_expired` */
  read(token: string, now?: Date): Promise<AccessClaims>
}

const ISSUER = 'tabletalk'
const AUDIENCE = 'tabletalk-portal'
/** RFC 9068. */
const TYPE = 'at+jwt'
const LENGTH_MAX = 4_096
/** RFC 7515, section 2: base64url without padding, which decoders take all the same. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Every thirty days another key signs; those of the last and of the next time are taken too, for clocks that differ. */
const PERIOD_MS = 30 * 24 * 60 * 60_000

const Claims = z.object({
  sub: z.string().regex(/^[1-9]\d{0,14}$/),
  org: z.int().min(1),
  sid: z.string().max(64),
  role: z.enum(ROLES),
})

/**
 * @param roots of the installation's secret, and of those from before it: whoever replaces the secret replaces all keys, and
 * who is logged in stays so while the former one is known
 */
export const accessTokens = (roots: readonly Uint8Array[]): AccessTokens => {
  const keyOf = (root: Uint8Array, period: number): Buffer =>
    createHmac('sha256', root).update(`portal ${period}`).digest()
  const idOf = (root: Uint8Array, period: number): string =>
    `${period}-${createHmac('sha256', root).update('key id').digest('hex').slice(0, 8)}`
  const periodOf = (now: Date): number => Math.floor(now.getTime() / PERIOD_MS)
  return {
    async sign({ userId, organizationId, sessionId, role }, now = new Date()) {
      const { SignJWT } = await import('jose')
      const [root] = roots
      if (root === undefined) throw new Error('an installation without a secret signs nothing')
      const period = periodOf(now)
      const issued = Math.floor(now.getTime() / 1000)
      const token = await new SignJWT({ org: organizationId, role, sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: idOf(root, period) })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(String(userId))
        .setJti(randomUUID())
        .setIssuedAt(issued)
        .setExpirationTime(issued + ACCESS_TOKEN_S)
        .sign(keyOf(root, period))
      return { token, expiresInS: ACCESS_TOKEN_S }
    },
    async read(token, now = new Date()) {
      if (token.length > LENGTH_MAX || !SHAPE.test(token)) throw new Problem('token_invalid')
      const { errors, jwtVerify } = await import('jose')
      const period = periodOf(now)
      const ring = new Map(
        roots.flatMap((root) =>
          [period - 1, period, period + 1].map((one) => [idOf(root, one), keyOf(root, one)] as const),
        ),
      )
      const keyById = ({ kid = '' }: { kid?: string }): Buffer => {
        const key = ring.get(kid)
        if (key === undefined) throw new errors.JWTInvalid('a key of ours has another id')
        return key
      }
      try {
        const { payload } = await jwtVerify(token, keyById, {
          ...{ algorithms: ['HS256'], typ: TYPE, issuer: ISSUER, audience: AUDIENCE, currentDate: now },
          requiredClaims: ['exp', 'iat', 'jti'],
        })
        const { sub, org: organizationId, sid: sessionId, role } = Claims.parse(payload)
        return { userId: Number(sub), organizationId, sessionId, role }
      } catch (cause) {
        throw new Problem(cause instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid', { cause })
      }
    },
  }
}
