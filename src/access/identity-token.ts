import { errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { Problem } from '../platform/problems/problem.ts'
import { type TenantScope, tenantScope } from './rules/caller.ts'

/** The database of a token, and how its tokens are verified. */
interface TokenReader {
  readonly databaseId: string
  /** Whether a token must name a tenant. */
  readonly isScoped: boolean
  /** The secret with which tokens are signed (HMAC). */
  readonly secret: string
  readonly now: Date
}

const TOKEN_LENGTH_MAX = 4_096

/** Maximum time from now to `exp`. */
const AHEAD_S_MAX = 24 * 60 * 60

/** Tolerated difference between the clocks of two servers. */
const TOLERANCE_S = 5

const idText = z
  .union([z.string(), z.int()])
  .transform((id) => String(id).trim())
  .pipe(z.string().min(1).max(255))

const Claims = z.object({ tenant_id: idText.optional(), scope_id: idText.optional(), exp: z.number() })

/**
 * Verifies an `X-Identity-Token`: a JWT with the claims `tenant_id`, `scope_id` and `exp`. The algorithm is always HS256,
 * regardless of the token's header. If the token has an `aud`, it must contain the database's id.
 *
 * @throws Problem `identity_token_invalid`, `identity_token_expired`
 */
export const identityOf = async (token: string, reader: TokenReader): Promise<TenantScope> => {
  if (token.length > TOKEN_LENGTH_MAX) throw new Problem('identity_token_invalid')
  const claims = Claims.safeParse(await verified(token, reader))
  if (!claims.success) throw new Problem('identity_token_invalid', { cause: claims.error })
  const { tenant_id: tenantId, scope_id: scopeId, exp } = claims.data
  if (exp > reader.now.getTime() / 1000 + AHEAD_S_MAX + TOLERANCE_S)
    throw invalid('The identity token is valid for more than 24 hours: set exp to at most 24 hours from now.')
  if (reader.isScoped && tenantId === undefined)
    throw invalid('The identity token has no tenant_id, which this database requires.')
  return tenantScope({ tenantId, scopeId: scopeId?.normalize('NFC') })
}

const verified = async (token: string, { secret, databaseId, now }: TokenReader): Promise<JWTPayload> => {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, Buffer.from(secret, 'utf8'), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: TOLERANCE_S,
      currentDate: now,
    })
    const { typ = 'JWT' } = protectedHeader
    const isForDatabase = payload.aud === undefined || [payload.aud].flat().includes(databaseId)
    if (typ.toUpperCase() === 'JWT' && isForDatabase) return payload
  } catch (cause) {
    const isTokenExpired = cause instanceof errors.JWTExpired
    throw new Problem(isTokenExpired ? 'identity_token_expired' : 'identity_token_invalid', { cause })
  }
  throw new Problem('identity_token_invalid')
}

const invalid = (message: string): Problem =>
  new Problem('identity_token_invalid', {
    message,
    details: [{ field: 'X-Identity-Token', message, code: 'AUTH_FAILED' }],
  })
