import { z } from 'zod'
import { once } from '../../../../http/input.ts'
import { sessionKind } from '../../../accounts/routes/auth/auth-schema.ts'

const CHALLENGE = 'must be an S256 challenge: 43 characters of base64url'
const VERIFIER = 'must have 43 to 128 of the characters A-Z a-z 0-9 - . _ ~ (RFC 7636)'

/** Malformed ids are treated as unknown organizations. */
const organizationId = once
  .max(64)
  .transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0))
  .meta({ override: { type: 'integer', minimum: 1 } })

export const SsoQuery = z.strictObject({
  organization_id: organizationId,
  code_challenge: once.regex(/^[\w-]{43}$/, CHALLENGE).meta({
    description: 'The PKCE code challenge, BASE64URL(SHA256(verifier)), of a verifier that the page keeps (RFC 7636).',
  }),
})

/** Longer than any known provider's code: some encode user data in it. All parameters are stored until the login ends. */
const LENGTH_MAX = 4_096

const parameter = once.max(LENGTH_MAX).optional()

/** The callback parameters; providers may add others (RFC 6749, section 4.1.2). */
export const SsoReturnQuery = z
  .looseObject({ code: parameter, state: parameter, iss: parameter, error: parameter })
  .refine(
    ({ code, state, iss, error }) => Buffer.byteLength(JSON.stringify({ code, state, iss, error })) <= LENGTH_MAX,
    {
      path: ['code'],
      error: `must have at most ${LENGTH_MAX} bytes together with state, iss and error`,
    },
  )

export const SsoTokenBody = z
  .strictObject({
    code: z.string().min(1).max(200),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/, VERIFIER),
    session: sessionKind,
  })
  .meta({ id: 'SsoTokenRequest' })

export const SsoCode = z
  .object({
    /** Single-use. */
    code: z.string(),
    /** In seconds. */
    expires_in: z.int(),
  })
  .meta({ id: 'SsoCode' })

export const LogOutAnswer = z
  .object({
    logout_url: z.string().meta({
      description: 'The URL at which the browser ends the session at the identity provider too.',
    }),
  })
  .meta({ id: 'LogOutAnswer' })
