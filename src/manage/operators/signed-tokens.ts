import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { Problem } from '../../platform/problems/problem.ts'

/** The audience of a kind of token, and the label from which its signing keys are derived. */
interface Audience {
  readonly audience: string
  readonly label: string
}

/** The claims of a new token and its lifetime. */
interface TokenClaims {
  /** `sub` */
  readonly subject: string
  /** `jti` */
  readonly id: string
  readonly lifetimeS: number
  /** Additional claims. */
  readonly more?: JWTPayload
}

/** JWTs of one audience, signed by this installation: HS256 (RFC 7519, RFC 9068). */
interface SignedTokens {
  sign(claims: TokenClaims, now?: Date): Promise<string>
  /** Verifies a token. @returns its claims @throws Problem `token_invalid`, `token_expired` */
  read(token: string, now?: Date): Promise<JWTPayload>
  /** Whether a token claims this audience. The signature is not verified. */
  claimsAudience(token: string): Promise<boolean>
}

const ISSUER = 'tabletalk'
/** RFC 9068. */
const TYPE = 'at+jwt'
const LENGTH_MAX = 4_096
/** Compact serialization: base64url without padding (RFC 7515, section 2). Decoders accept padding, so it is checked here. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The signing key rotates every 30 days; keys of the previous and the next period are accepted, because clocks differ. */
const PERIOD_MS = 30 * 24 * 60 * 60_000

/** Maximum lifetime of a token: its signing key is accepted for at least one period after signing. */
export const TOKEN_LIFETIME_MAX_S = PERIOD_MS / 1000

const hasTokenShape = (token: string): boolean => token.length <= LENGTH_MAX && SHAPE.test(token)

/**
 * @param roots derived from the secret of the installation (signs) and from its previous secrets, whose tokens stay valid while
 *   they are configured
 */
export const signedTokens = (roots: readonly Uint8Array[], { audience, label }: Audience): SignedTokens => {
  const keyOf = (root: Uint8Array, period: number): Buffer =>
    createHmac('sha256', root).update(`${label} ${period}`).digest()
  const idOf = (root: Uint8Array, period: number): string =>
    `${period}-${createHmac('sha256', root).update('key id').digest('hex').slice(0, 8)}`
  const periodOf = (now: Date): number => Math.floor(now.getTime() / PERIOD_MS)
  return {
    async sign({ subject, id, lifetimeS, more = {} }, now = new Date()) {
      const { SignJWT } = await import('jose')
      const [root] = roots
      if (root === undefined) throw new Error('signing tokens requires a secret')
      const period = periodOf(now)
      const issued = Math.floor(now.getTime() / 1000)
      return await new SignJWT(more)
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: idOf(root, period) })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + lifetimeS)
        .sign(keyOf(root, period))
    },
    async read(token, now = new Date()) {
      if (!hasTokenShape(token)) throw new Problem('token_invalid')
      const { errors, jwtVerify } = await import('jose')
      const period = periodOf(now)
      const keys = new Map(
        roots.flatMap((root) =>
          [period - 1, period, period + 1].map((keyPeriod) => [idOf(root, keyPeriod), keyOf(root, keyPeriod)] as const),
        ),
      )
      const keyById = ({ kid = '' }: { kid?: string }): Buffer => {
        const key = keys.get(kid)
        if (key === undefined) throw new errors.JWTInvalid('unknown key id')
        return key
      }
      try {
        const { payload } = await jwtVerify(token, keyById, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: ISSUER,
          audience,
          currentDate: now,
          requiredClaims: ['exp', 'iat', 'jti'],
        })
        return payload
      } catch (cause) {
        throw new Problem(cause instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid', { cause })
      }
    },
    async claimsAudience(token) {
      if (!hasTokenShape(token)) return false
      const { decodeJwt } = await import('jose')
      try {
        return decodeJwt(token).aud === audience
      } catch {
        return false
      }
    },
  }
}
