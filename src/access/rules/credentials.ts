import { invalidField } from '../../platform/problems/problem.ts'

/** The credentials of a request; each header at most once, as sent. */
export interface Credentials {
  /** `X-API-Key` */
  readonly key: string | undefined
  readonly authorization: string | undefined
  /** An OAuth access token, and the resource (RFC 8707) to which it was sent; only on routes that accept those. */
  readonly oauthToken?: { readonly token: string; readonly resource: string }
  /** The stream ticket in the URL; undefined without one. */
  readonly ticket: unknown
  readonly tenantId: string | undefined
  readonly scopeId: string | undefined
  readonly identityToken: string | undefined
  readonly origin: string | undefined
  /** Whether a page of this service sent the request, such as the widget in a frame. */
  readonly isFromOwnOrigin: boolean
  /** The client's IP address. */
  readonly address: string | undefined
}

const BEARER = /^bearer +(\S+) *$/i

/** An API key sent as a bearer token is refused with a problem that names the correct header. */
const KEY_PREFIX = /^[sp]k_/

/** The token of an `Authorization` header; undefined if it has none (RFC 6750). */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1]

/** The access token; undefined without one, or if an API key or a ticket was sent too or in its place. */
export const accessTokenOf = ({ key, ticket, authorization }: Credentials): string | undefined => {
  if (key !== undefined || ticket !== undefined) return undefined
  const token = bearerTokenOf(authorization)
  return token === undefined || KEY_PREFIX.test(token) ? undefined : token
}

const SCOPE_LENGTH_MAX = 255

/** Trimmed, NFC, 1–255 characters, otherwise literal: `42` is not `042`. An empty header counts as absent. */
export const canonicalScope = (sent: string | undefined): string | undefined => {
  const scope = sent?.trim().normalize('NFC')
  if (scope === undefined || scope === '') return undefined
  if ([...scope].length > SCOPE_LENGTH_MAX)
    throw invalidField('X-Scope-Id', `must have 1 to ${SCOPE_LENGTH_MAX} characters`, 'INVALID_FORMAT')
  return scope
}
