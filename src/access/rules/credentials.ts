import { invalidField } from '../../platform/problems/problem.ts'

/** What a request shows of its caller: each header at most once, as it was sent. */
export interface Credentials {
  /** `X-API-Key` */
  readonly key: string | undefined
  readonly authorization: string | undefined
  /** The stream ticket of the address; undefined without one. */
  readonly ticket: unknown
  readonly tenantId: string | undefined
  readonly scopeId: string | undefined
  readonly identityToken: string | undefined
  readonly origin: string | undefined
  /** The client's IP address. */
  readonly address: string | undefined
}

const BEARER = /^bearer +(\S+) *$/i

/** An API key as a bearer token gets the problem that names the right header. */
const KEY = /^[sp]k_/

/** The access token; undefined without one, or where a key or a ticket is sent beside it or in its place. */
export const accessTokenOf = ({ key, ticket, authorization }: Credentials): string | undefined => {
  if (key !== undefined || ticket !== undefined) return undefined
  const [, token] = BEARER.exec(authorization ?? '') ?? []
  return token === undefined || KEY.test(token) ? undefined : token
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
