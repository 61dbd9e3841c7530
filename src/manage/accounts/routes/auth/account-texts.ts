import { z } from 'zod'

/** An address that somebody is to be written to at: judged by `canonicalEmail`, which refuses it with a code of its own. */
export const newEmail = z.string().meta({ format: 'email', maxLength: 254 })

/** A password that somebody is to have: judged by `Passwords.require`, which refuses it with a code of its own. */
export const newPassword = z.string().meta({ format: 'password', minLength: 8, maxLength: 256 })
