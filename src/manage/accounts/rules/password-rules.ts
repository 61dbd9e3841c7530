import { emailKeyOf } from './email-key.ts'

/** NIST SP 800-63B-4, section 3.1.1.2: length and a list of common passwords; no rules about character classes. */
const LENGTH = { min: 8, max: 256 } as const

/** Normalizes a password for hashing, so that equivalent input matches (RFC 8265, OpaqueString). Nothing is trimmed. */
export const normalizePassword = (text: string): string => text.normalize('NFC')

/**
 * The fault of a password, as the text after its field name; undefined if it is acceptable.
 * @param isCommon takes a password in lower case
 */
export const passwordFault = (
  text: string,
  { email, isCommon }: { readonly email: string; readonly isCommon: (password: string) => boolean },
): string | undefined => {
  const length = [...normalizePassword(text)].length
  if (length < LENGTH.min || length > LENGTH.max) return `must have ${LENGTH.min} to ${LENGTH.max} characters`
  if (!text.isWellFormed() || text.includes('\0')) return 'must be made of characters that can be typed'
  const small = normalizePassword(text).toLowerCase()
  const address = emailKeyOf(email)
  const [name] = address.split('@')
  if (small === address || small === name) return 'must not be the e-mail address'
  if (/^(.)\1*$/u.test(small) || isCommon(small)) return 'must not be one that many people use'
  return undefined
}
