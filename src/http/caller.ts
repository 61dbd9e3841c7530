import type { Request } from 'express'
import type { Admission } from '../access/rules/admit.ts'
import { isExpired } from '../access/rules/api-key.ts'
import type { Caller } from '../access/rules/caller.ts'
import type { KeyHolder } from '../access/store/key-holders.ts'
import { invalidField, Problem } from '../platform/problems/problem.ts'
import { isAllowedAddress } from './client-address.ts'

/** Who calls, with which key, and from which page. */
export interface Called extends Pick<Admission, 'origin'>, KeyHolder {
  readonly caller: Caller
}

/** Who a public key speaks for, signed by the customer's own server. */
export const IDENTITY_HEADER = 'X-Identity-Token'

/**
 * Headers → caller (specification, section Authentication).
 * @throws Problem `credentials_missing`, `credentials_invalid`, `key_expired`, `address_not_permitted`,
 * `token_missing`, `bearer_not_supported`, `input_invalid`
 *
 * @param takesKeys whether any key may do what is asked for
 */
export const callerOf = async (
  req: Request,
  store: { keyHolder(text: string): Promise<KeyHolder | undefined> },
  takesKeys: boolean,
): Promise<Called> => {
  const key = singleHeader(req, 'X-API-Key')
  const bearer = singleHeader(req, 'Authorization')
  if (key === undefined && bearer !== undefined) throw new Problem('bearer_not_supported')
  if (key === undefined) throw new Problem(takesKeys ? 'credentials_missing' : 'token_missing')
  if (bearer !== undefined && /^bearer /i.test(bearer) && bearer.slice(BEARER.length).trim() !== key)
    throw new Problem('bearer_not_supported', { message: TWO_CALLERS })
  const holder = await store.keyHolder(key)
  if (holder === undefined) throw new Problem('credentials_invalid')
  const { key: found } = holder
  if (isExpired(found, new Date())) throw new Problem('key_expired')
  if (found.addresses !== undefined && !isAllowedAddress(req.ip, found.addresses))
    throw new Problem('address_not_permitted')
  const tenantId = singleHeader(req, 'X-Tenant-Id')
  const scopeId = canonicalScope(singleHeader(req, 'X-Scope-Id'))
  const caller: Caller = {
    organizationId: found.organizationId,
    keyId: found.id,
    kind: found.kind,
    userId: found.userId,
    ...(found.databaseId === undefined ? {} : { databaseId: found.databaseId }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(scopeId === undefined ? {} : { scopeId }),
  }
  return { ...holder, caller, origin: singleHeader(req, 'Origin') }
}

const BEARER = 'Bearer '
const TWO_CALLERS = 'Both X-API-Key and Authorization: Bearer were sent; send the API key only.'

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Headers arrive as Latin-1; clients that send UTF-8 mean UTF-8. */
const decoded = (value: string): string => {
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** A header in UTF-8, of those that `singleHeaders` lets come once. */
export const singleHeader = (req: Request, name: string): string | undefined => {
  const [value] = req.headersDistinct[name.toLowerCase()] ?? []
  return value === undefined ? undefined : decoded(value)
}

const SCOPE_LENGTH_MAX = 255

/** Trimmed, NFC, 1–255 characters, else taken literally: `42` is not `042`. An empty header is no header. */
export const canonicalScope = (sent: string | undefined): string | undefined => {
  const scope = sent?.trim().normalize('NFC')
  if (scope === undefined || scope === '') return undefined
  if ([...scope].length > SCOPE_LENGTH_MAX)
    throw invalidField('X-Scope-Id', `must have 1 to ${SCOPE_LENGTH_MAX} characters`, 'INVALID_FORMAT')
  return scope
}
