import type { Request } from 'express'
import type { Credentials } from '../access/rules/credentials.ts'

/** Tenant and scope of a public key's user, signed by the customer's own server. */
export const IDENTITY_HEADER = 'X-Identity-Token'

/** What a request shows of its caller (specification, section Authentication). */
export const credentialsOf = (req: Request): Credentials => ({
  key: singleHeader(req, 'X-API-Key'),
  authorization: singleHeader(req, 'Authorization'),
  ticket: req.query.ticket,
  tenantId: singleHeader(req, 'X-Tenant-Id'),
  scopeId: singleHeader(req, 'X-Scope-Id'),
  identityToken: singleHeader(req, IDENTITY_HEADER),
  origin: singleHeader(req, 'Origin'),
  address: req.ip,
})

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Headers arrive as Latin-1; clients that send UTF-8 mean UTF-8. */
const decoded = (value: string): string => {
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** A header in UTF-8, of those that `singleHeaders` allows once. */
export const singleHeader = (req: Request, name: string): string | undefined => {
  const [value] = req.headersDistinct[name.toLowerCase()] ?? []
  return value === undefined ? undefined : decoded(value)
}
