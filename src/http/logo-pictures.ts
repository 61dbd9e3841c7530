import { Router } from 'express'
import { networkOf } from '../platform/network/client-address.ts'
import { countOpen } from './rate-limit.ts'
import type { RouteParts } from './route-parts.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** What is at an address never changes; opened by itself it is a picture and nothing else, and any page may show it. */
const HEADERS = {
  'Cache-Control': `public, max-age=${YEAR_S}, immutable`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** Where the picture of a logo is. @param base of the service, without a `/` at its end */
export const logoUrl = (base: string, digest: string): string => `${base}/logos/${digest}.png`

/** `GET /logos/{digest}.png`: the picture of a logo, for whoever has its address: pages cannot send a key for a picture. */
export const logoPictures = (app: Pick<RouteParts, 'limits' | 'store'>): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(/^\/logos\/([\w-]{43})\.png$/, async (req, res, next) => {
    await countOpen(app.limits, res, networkOf(req.ip), 'pages')
    const png = await app.store.logos.find(String(req.params[0]))
    if (png === undefined) return next()
    res.set(HEADERS).type('png').send(Buffer.from(png))
  })
  return router
}
