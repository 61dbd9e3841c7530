import { z } from 'zod'
import { ROLES } from '../../../../access/rules/role.ts'
import { nameText } from '../../../../http/name-text.ts'
import { USER_STATUSES } from '../../rules/user.ts'
import { newEmail, newPassword } from '../auth/account-texts.ts'

const timestamp = z.iso.datetime({ precision: 3 })

/** A user of the organization. */
export const UserItem = z
  .object({
    id: z.int(),
    email: z.string(),
    /** A new address that the user has not verified yet. */
    pending_email: z.string().nullable(),
    name: z.string().nullable(),
    role: z.enum(ROLES),
    /** `invited`: has no password yet. */
    status: z.enum(USER_STATUSES),
    email_verified: z.boolean(),
    second_factor: z.boolean(),
    created_at: timestamp,
    last_login_at: timestamp.nullable(),
  })
  .meta({ id: 'User' })

const role = z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)

export const UserBody = z
  .strictObject({
    email: newEmail,
    name: nameText.optional(),
    role: role.default('member'),
    password: newPassword
      .optional()
      .meta({ description: 'If absent, the user is invited by email and chooses a password.' }),
  })
  .meta({ id: 'UserRequest' })

/** Omitted fields stay unchanged. */
export const UserPatch = z
  .strictObject({
    name: nameText.nullish(),
    email: newEmail.optional(),
    role: role.optional(),
    status: z.enum(['active', 'suspended']).optional(),
  })
  .meta({ id: 'UserPatch' })

/** A malformed id becomes 0, which no user has. */
export const userPath = z.object({
  user_id: z
    .string()
    .max(64)
    .transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)),
})
