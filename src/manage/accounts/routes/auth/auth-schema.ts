import { z } from 'zod'
import { ROLES } from '../../../../access/rules/role.ts'
import { nameText } from '../../../../http/name-text.ts'
import { newEmail, newPassword } from './account-texts.ts'

/** Limits longer than any valid value, so that longer input is refused before any processing. */
const text = (max: number) => z.string().min(1).max(max)

const email = text(1_000).meta({ format: 'email' })
const password = text(2_000).meta({ format: 'password' })
const organizationId = z.int().min(1).optional()
const mailedToken = text(100)

/** How the refresh token of a new session is delivered. */
export const sessionKind = z.literal('cookie').optional().meta({
  description:
    'For pages of this service: set the refresh token as an HttpOnly cookie instead of returning it. If absent, the response contains it.',
})

export const LogInBody = z
  .strictObject({
    email,
    password,
    organization_id: organizationId.meta({
      description:
        'The organization to log in to, for users of several organizations. If absent, the oldest account with this password.',
    }),
    code: text(50).optional().meta({ description: 'A code from the authenticator app, or a recovery code.' }),
    session: sessionKind,
  })
  .meta({ id: 'LogInRequest' })

export const RefreshBody = z
  .strictObject({
    refresh_token: text(200).optional().meta({ description: 'If absent, the refresh token in the cookie is used.' }),
  })
  .meta({ id: 'RefreshRequest' })

export const PasswordBody = z
  .strictObject({ current_password: password, password: newPassword })
  .meta({ id: 'PasswordChangeRequest' })

export const MailBody = z.strictObject({ email: newEmail, organization_id: organizationId }).meta({ id: 'MailRequest' })

export const TokenBody = z.strictObject({ token: mailedToken }).meta({ id: 'MailedTokenRequest' })

export const NewPasswordBody = z
  .strictObject({ token: mailedToken, password: newPassword })
  .meta({ id: 'NewPasswordRequest' })

export const InvitationBody = z
  .strictObject({ token: mailedToken, password: newPassword, name: nameText.optional() })
  .meta({ id: 'InvitationAcceptance' })

export const OwnPasswordBody = z.strictObject({ password }).meta({ id: 'OwnPassword' })

export const CodeBody = z.strictObject({ code: text(50) }).meta({ id: 'SecondFactorCode' })

export const FactorRemovalBody = z.strictObject({ password, code: text(50) }).meta({ id: 'SecondFactorRemoval' })

/** The current user. */
export const Me = z
  .object({
    user_id: z.int(),
    organization_id: z.int(),
    organization_name: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(ROLES),
    second_factor: z.boolean(),
  })
  .meta({ id: 'Me' })

export const Tokens = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Lifetime of the access token in seconds. */
    expires_in: z.int(),
    refresh_token: z.string().optional().meta({ description: 'Absent if it was set as a cookie.' }),
    refresh_expires_at: z.iso.datetime({ precision: 3 }),
    user: Me,
  })
  .meta({ id: 'Tokens' })

export const AppSecretItem = z.object({ secret: z.string(), uri: z.string() }).meta({ id: 'SecondFactorSecret' })

export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })
