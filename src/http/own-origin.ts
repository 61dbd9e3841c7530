import type { Request } from 'express'
import type { Config } from '../config.ts'

/**
 * Whether a page of this service has made a request: its `Origin` has the host that the request came to, or is that of
 * `TABLETALK_PUBLIC_URL` or `TABLETALK_PORTAL_URL`. A request without `Origin` was made by no page.
 */
export const isFromOwnPage = (
  req: Request,
  { publicUrl, portalUrl }: Pick<Config, 'publicUrl' | 'portalUrl'>,
): boolean => {
  const origin = URL.parse(req.get('Origin') ?? '')
  if (origin === null || !/^https?:$/.test(origin.protocol)) return false
  const known = [publicUrl, portalUrl].filter((url) => url !== undefined).map((url) => new URL(url).origin)
  if (known.includes(origin.origin)) return true
  // Behind a proxy that is not trusted, a request that came by HTTPS looks as if it came by HTTP: never the other way round.
  return origin.host === req.host && (origin.protocol === 'https:' || !req.secure)
}
