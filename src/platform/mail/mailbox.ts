import { isMailAddress } from './rules/mail.ts'

/** Who sends: an address, and a name to be shown with it, which may be empty. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

const LENGTH_MAX = 400

/** Reads `Name <address>`, or an address alone. @returns undefined for anything else, of several lines above all */
export const parseMailbox = (text: string): Mailbox | undefined => {
  if (text.length > LENGTH_MAX || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return undefined
  const bracket = text.indexOf('<')
  const isNamed = bracket >= 0 && text.endsWith('>')
  const address = isNamed ? text.slice(bracket + 1, -1) : text
  const name = isNamed ? text.slice(0, bracket).trim() : ''
  return isMailAddress(address) ? { name: /^".*"$/.test(name) ? name.slice(1, -1) : name, address } : undefined
}
