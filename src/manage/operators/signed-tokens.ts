import { createHmac } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { Problem } from '../../platform/problems/problem.ts'

/** For whom tokens are, and what their keys are derived with. */
export interface Audience {
  readonly audience: string
  readonly label: string
}

/** What a token is to say, and for how long it is valid. */
export interface TokenClaims {
  /** Whom or what it names. */
  readonly subject: string
  /** Its own id. */
  readonly id: string
  readonly lastsS: number
  /** What else it says. */
  readonly more?: JWTPayload
}

/** JWTs of one audience, signed by this installation: HS256 (RFC 7519, RFC 9068). */
export interface SignedTokens {
  sign(claims: TokenClaims, now?: Date): Promise<string>
  /** What a token says. @throws Problem `token_invalid`, `token_expired` */
  read(token: string, now?: Date): Promise<JWTPayload>
  /** Whether a token says that it is for this audience, which nobody has verified. */
  isMeant(token: string): Promise<boolean>
}

const ISSUER = 'tabletalk'
/** RFC 9068. */
const TYPE = 'at+jwt'
const LENGTH_MAX = 4_096
/** RFC 7515, section 2: base64url without padding, which decoders take all the same. */
const SHAPE = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Every thirty days another key signs; those of the last and of the next time are taken too, for clocks that differ. */
const PERIOD_MS = 30 * 24 * 60 * 60_000

/** No token lasts longer: the key that has signed it is taken for that long at least. */
export const TOKEN_LASTS_MAX_S = PERIOD_MS / 1000

const isText = (token: string): boolean => token.length <= LENGTH_MAX && SHAPE.test(token)

/**
 * @param roots of the installation's secret, and of those from before it: whoever replaces the secret replaces all keys, and
 * tokens stay valid while the former one is known
 */
export const signedTokens = (roots: readonly Uint8Array[], { audience, label }: Audience): SignedTokens => {
  const keyOf = (root: Uint8Array, period: number): Buffer =>
    createHmac('sha256', root).update(`${label} ${period}`).digest()
  const idOf = (root: Uint8Array, period: number): string =>
    `${period}-${createHmac('sha256', root).update('key id').digest('hex').slice(0, 8)}`
  const periodOf = (now: Date): number => Math.floor(now.getTime() / PERIOD_MS)
  return {
    async sign({ subject, id, lastsS, more = {} }, now = new Date()) {
      const { SignJWT } = await import('jose')
      const [root] = roots
      if (root === undefined) throw new Error('an installation without a secret signs nothing')
      const period = periodOf(now)
      const issued = Math.floor(now.getTime() / 1000)
      return await new SignJWT(more)
        .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid: idOf(root, period) })
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(id)
        .setIssuedAt(issued)
        .setExpirationTime(issued + lastsS)
        .sign(keyOf(root, period))
    },
    async read(token, now = new Date()) {
      if (!isText(token)) throw new Problem('token_invalid')
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
    async isMeant(token) {
      if (!isText(token)) return false
      const { decodeJwt } = await import('jose')
      try {
        return decodeJwt(token).aud === audience
      } catch {
        return false
      }
    },
  }
}
