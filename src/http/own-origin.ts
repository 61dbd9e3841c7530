import type { Request } from 'express'
import type { Config } from '../config.ts'

/**
 * Whether a request was sent by a page of this service, such as the widget in a frame. Browsers omit `Origin` from such `GET`
 * requests, and send `Sec-Fetch-Site`, which pages cannot set, if the address is HTTPS or of this machine.
 */
export const isFromOwnOrigin = (req: Request, config: Pick<Config, 'publicUrl' | 'portalUrl'>): boolean =>
  req.get('Sec-Fetch-Site') === 'same-origin' || isFromOwnPage(req, config)

/**
 * Whether a request was sent by a page of this service, by `Origin` alone: its `Origin` has the host of the request, or is that of
 * `TABLETALK_PUBLIC_URL` or `TABLETALK_PORTAL_URL`. Requests without `Origin` are not from a page.
 */
export const isFromOwnPage = (
  req: Request,
  { publicUrl, portalUrl }: Pick<Config, 'publicUrl' | 'portalUrl'>,
): boolean => {
  const origin = URL.parse(req.get('Origin') ?? '')
  if (origin === null || !/^https?:$/.test(origin.protocol)) return false
  const known = [publicUrl, portalUrl].filter((url) => url !== undefined).map((url) => new URL(url).origin)
  if (known.includes(origin.origin)) return true
  // Behind an untrusted proxy, an HTTPS request looks like HTTP, never the reverse.
  return origin.host === req.host && (origin.protocol === 'https:' || !req.secure)
}
