import { z } from 'zod'

/** A new email address: checked by `canonicalEmail`, which refuses it with its own code. */
export const newEmail = z.string().meta({ format: 'email', maxLength: 254 })

/** A new password: checked by `Passwords.require`, which refuses it with its own code. */
export const newPassword = z.string().meta({ format: 'password', minLength: 8, maxLength: 256 })
