import { Router } from 'express'
import { networkOf } from '../platform/network/client-address.ts'
import { countOpen } from './rate-limit.ts'
import { labelRoute } from './route-label.ts'
import type { RouteParts } from './route-parts.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** The image of a URL never changes; scripts in it cannot run when it is opened, and every page may show it. */
const HEADERS = {
  'Cache-Control': `public, max-age=${YEAR_S}, immutable`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** URL of the image of a logo. @param base URL of the service, without a trailing `/` */
export const logoUrl = (base: string, digest: string): string => `${base}/logos/${digest}.png`

/** `GET /logos/{digest}.png`: the image of a logo; public, because pages cannot send a key for an image. */
export const logoPictures = (app: Pick<RouteParts, 'limits' | 'store'>): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(/^\/logos\/([\w-]{43})\.png$/, labelRoute('/logos/:digest.png'), async (req, res, next) => {
    await countOpen(app.limits, res, networkOf(req.ip), 'pages')
    const png = await app.store.logos.find(String(req.params[0]))
    if (png === undefined) return next()
    res.set(HEADERS).type('png').send(Buffer.from(png))
  })
  return router
}
