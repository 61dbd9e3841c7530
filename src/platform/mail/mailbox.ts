import { isMailAddress } from './rules/mail.ts'

/** An email address with a display name, which may be empty. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

const LENGTH_MAX = 400

/** Parses `Name <address>` or an address alone. @returns undefined for anything else, such as text with line breaks */
export const parseMailbox = (text: string): Mailbox | undefined => {
  if (text.length > LENGTH_MAX || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return undefined
  const bracket = text.indexOf('<')
  const isNamed = bracket >= 0 && text.endsWith('>')
  const address = isNamed ? text.slice(bracket + 1, -1) : text
  const name = isNamed ? text.slice(0, bracket).trim() : ''
  return isMailAddress(address) ? { name: /^".*"$/.test(name) ? name.slice(1, -1) : name, address } : undefined
}
