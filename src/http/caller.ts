import type { Request } from 'express'
import type { Caller } from '../domain/access/caller.ts'
import { Problem } from '../domain/problem.ts'
import type { Store } from '../store/store.ts'

/**
 * Headers → caller (specification, section Authentication).
 * @throws Problem `credentials_missing`, `credentials_invalid`, `bearer_not_supported`, `header_repeated`, `input_invalid`
 */
export const callerOf = async (req: Request, store: Pick<Store, 'apiKey'>): Promise<Caller> => {
  const key = single(req, 'X-API-Key')
  if (key === undefined)
    throw new Problem(req.headers.authorization === undefined ? 'credentials_missing' : 'bearer_not_supported')
  const found = await store.apiKey(key)
  if (found === undefined) throw new Problem('credentials_invalid')
  const tenantId = single(req, 'X-Tenant-Id')
  const scopeId = canonicalScope(single(req, 'X-Scope-Id'))
  return {
    organizationId: found.organizationId,
    keyId: found.id,
    kind: found.kind,
    userId: found.userId,
    ...(found.databaseId === undefined ? {} : { databaseId: found.databaseId }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(scopeId === undefined ? {} : { scopeId }),
  }
}

/** Headers arrive as Latin-1; clients that send UTF-8 mean UTF-8. */
const decoded = (value: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

const single = (req: Request, name: string): string | undefined => {
  const values = req.headersDistinct[name.toLowerCase()]
  if (values === undefined) return undefined
  const [value] = values
  if (value === undefined || values.length > 1) {
    const message = `${name} was sent more than once.`
    throw new Problem('header_repeated', { message, details: [{ field: name, message, code: 'INVALID_FORMAT' }] })
  }
  return decoded(value)
}

const SCOPE_LENGTH_MAX = 255

/** Trimmed, NFC, 1–255 characters, else taken literally: `42` is not `042`. An empty header is no header. */
const canonicalScope = (sent: string | undefined): string | undefined => {
  const scope = sent?.trim().normalize('NFC')
  if (scope === undefined || scope === '') return undefined
  if ([...scope].length > SCOPE_LENGTH_MAX) {
    const message = `X-Scope-Id must have 1 to ${SCOPE_LENGTH_MAX} characters.`
    throw new Problem('input_invalid', { message, details: [{ field: 'X-Scope-Id', message, code: 'INVALID_FORMAT' }] })
  }
  return scope
}
