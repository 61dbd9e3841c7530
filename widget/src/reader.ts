import type { WidgetOptions } from './options.ts'

/** Whose conversations these are. */
export interface Reader {
  readonly apiKey: string
  readonly serviceUrl: string
  readonly databaseId: string | undefined
  readonly tenantId: string | undefined
  readonly scopeId: string | undefined
}

/**
 * The reader that a page names. Tenant and scope of an identity token replace those of the page, as they do in the service,
 * which alone verifies the token.
 */
export const readerOf = (options: WidgetOptions, scriptServiceUrl: string | undefined): Reader => {
  const { apiKey = '', databaseId, identityToken, serviceUrl = scriptServiceUrl ?? '' } = options
  const { tenant_id, scope_id } =
    identityToken === undefined ? { tenant_id: options.tenantId, scope_id: options.scopeId } : claimsOf(identityToken)
  const [tenantId, scopeId] = [tenant_id, scope_id].map(textOf)
  return { apiKey, serviceUrl: serviceUrl.replace(/\/$/, ''), databaseId, tenantId, scopeId }
}

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

const claimsOf = (token: string): { readonly tenant_id?: unknown; readonly scope_id?: unknown } => {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    return Object(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}

/** Number of characters of a key in the name of a reader, which is stored: a part of its id, none of its secret. */
const KEY_START = 12

/** A name for a reader: equal for equal readers. */
export const readerName = ({ apiKey, serviceUrl, databaseId = '', tenantId = '', scopeId = '' }: Reader): string =>
  ['tabletalk', serviceUrl, apiKey.slice(0, KEY_START), databaseId, tenantId, scopeId].join('|')
