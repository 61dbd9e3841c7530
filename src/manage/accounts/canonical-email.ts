import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { Problem } from '../../platform/problems/problem.ts'
import { domainName } from '../sso/rules/domain-name.ts'
import { ADDRESS_LENGTH_MAX, LOCAL_LENGTH_MAX } from './rules/email-lengths.ts'

const Address = z.email({ pattern: z.regexes.html5Email })

/**
 * The stored form of an address: the local part as written, including case and `plus+tags`; the domain in lower-case
 * ASCII (`müller.example` is `xn--mller-kva.example`). A local part with non-ASCII letters is refused: few servers
 * accept it (RFC 6531).
 * @throws Problem `email_invalid`
 */
export const canonicalEmail = (text: string): string => {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || text.length > ADDRESS_LENGTH_MAX || local.length > LOCAL_LENGTH_MAX) throw new Problem('email_invalid')
  const ascii = domainName(domain, domainToASCII)
  const address = `${local}@${ascii}`
  const isPlain = ascii !== undefined && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..')
  if (!isPlain || address.length > ADDRESS_LENGTH_MAX || !Address.safeParse(address).success)
    throw new Problem('email_invalid')
  return address
}
