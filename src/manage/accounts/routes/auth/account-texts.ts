import { z } from 'zod'

/** A new email address: validated by `canonicalEmail`, which has its own problem code. */
export const newEmail = z.string().meta({ format: 'email', maxLength: 254 })

/** A new password: validated by `Passwords.require`, which has its own problem code. */
export const newPassword = z.string().meta({ format: 'password', minLength: 8, maxLength: 256 })
