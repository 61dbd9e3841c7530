import type { Request } from 'express'
import { accessTokenOf, bearerTokenOf, type Credentials } from '../access/rules/credentials.ts'
import type { Config } from '../config.ts'
import { resourceAt } from '../manage/oauth/rules/oauth-grant.ts'
import { isFromOwnOrigin } from './own-origin.ts'
import { publicUrl } from './public-url.ts'

/** Tenant and scope of the user of a public key, signed by the customer's server. */
export const IDENTITY_HEADER = 'X-Identity-Token'

/**
 * How clients send an API key: in `X-API-Key` (specification, section Authentication), or, as clients of other protocols do, as
 * a bearer token. `oauth`: in `X-API-Key`, or an OAuth access token as the bearer token in place of that of a portal user.
 */
export type CredentialForm = 'headers' | 'bearer key' | 'oauth'

const keyHeaders = (req: Request, form: CredentialForm): Pick<Credentials, 'key' | 'authorization'> => {
  const key = singleHeader(req, 'X-API-Key')
  const authorization = singleHeader(req, 'Authorization')
  const sent = form === 'bearer key' ? bearerTokenOf(authorization) : undefined
  // Sent in both headers, they must be equal: `findHolder` compares them.
  return sent === undefined || key !== undefined ? { key, authorization } : { key: sent, authorization: undefined }
}

/** The credentials in a request. */
export const credentialsOf = (
  req: Request,
  config: Pick<Config, 'publicUrl' | 'portalUrl'>,
  form: CredentialForm = 'headers',
): Credentials => {
  const credentials: Credentials = {
    ...keyHeaders(req, form),
    ticket: req.query.ticket,
    tenantId: singleHeader(req, 'X-Tenant-Id'),
    scopeId: singleHeader(req, 'X-Scope-Id'),
    identityToken: singleHeader(req, IDENTITY_HEADER),
    origin: singleHeader(req, 'Origin'),
    isFromOwnOrigin: isFromOwnOrigin(req, config),
    address: req.ip,
  }
  const token = form === 'oauth' ? accessTokenOf(credentials) : undefined
  if (token === undefined) return credentials
  return { ...credentials, oauthToken: { token, resource: resourceAt(publicUrl(req, config)) } }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Node decodes headers as Latin-1; a header that is valid UTF-8 is decoded as UTF-8. */
const decodeHeader = (value: string): string => {
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'))
  } catch {
    return value
  }
}

/** The value of a header that `singleHeaders` allows only once. */
export const singleHeader = (req: Request, name: string): string | undefined => {
  const [value] = req.headersDistinct[name.toLowerCase()] ?? []
  return value === undefined ? undefined : decodeHeader(value)
}
