import path from 'node:path'
import { type ErrorRequestHandler, type Response, Router } from 'express'
import { sendRedirect } from '../reply.ts'
import { labelRoute } from '../route-label.ts'
import type { PortalFiles } from './portal-files.ts'

/** The paths of the portal, whose pages are rendered in the browser. `:name` matches one segment. */
export const PORTAL_PAGES: readonly string[] = [
  '/login',
  '/sso',
  '/invitation',
  '/password-reset',
  '/email-verification',
  '/ask',
  '/ask/:conversation',
  '/account',
  '/connect/:request',
  '/databases',
  '/databases/new',
  '/databases/:id',
  '/databases/:id/policy',
  '/databases/:id/glossary',
  '/databases/:id/queries',
  '/databases/:id/attack',
  '/evaluation',
  '/evaluation/:id',
  '/keys',
  '/people',
  '/sso-settings',
  '/personalities',
  '/webhooks',
  '/webhooks/:id',
  '/theme',
  '/usage',
  '/billing',
  '/audit',
  '/operators/turns',
  '/operators/health',
  '/operators/limits',
]

/** Scripts, styles and fonts from this service only, none of them inline, and no text as markup. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The name of a file with a digest of its content, which therefore never changes. */
const DIGEST_IN_NAME = /-[\w-]{12}\.\w+$/
const YEAR_S = 365 * 24 * 60 * 60

/** The portal: `GET` of its pages and assets; `GET /` redirects to the page for questions. */
export const portalPages = ({ folder, page, assets }: PortalFiles): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.get('/', labelRoute('/'), (_req, res) => sendRedirect(res, 'ask'))
  for (const address of PORTAL_PAGES) {
    const html = pageAt(page, address)
    router.get(address, labelRoute(address), (_req, res) => {
      protect(res)
      res.set('Cache-Control', 'no-cache').type('html').send(html)
    })
  }
  router.get('/assets/:name', labelRoute('/assets/:name'), (req, res, next) => {
    const { name } = req.params
    if (!assets.has(name)) return next()
    protect(res)
    res.vary('Accept-Encoding')
    res.set('Cache-Control', DIGEST_IN_NAME.test(name) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    const compressed = assets.get(name)
    if (compressed !== undefined && req.acceptsEncodings('gzip') === 'gzip')
      return res.set('Content-Encoding', 'gzip').type(path.extname(name)).send(compressed)
    return res.sendFile(name, { root: path.join(folder, 'assets'), cacheControl: false })
  })
  router.use(skipUndecodable)
  return router
}

/** A path that cannot be decoded, such as `/ask/%E0`, is not of the portal. */
const skipUndecodable: ErrorRequestHandler = (error, _req, _res, next) =>
  next(error instanceof URIError ? undefined : error)

/** The page for a path, with relative URLs of its assets, so that they also work below a path prefix. */
const pageAt = (page: string, address: string): string =>
  page.replaceAll(/(?<==")\.\//g, '../'.repeat(address.split('/').length - 2) || './')

const protect = (res: Response): void => {
  res.set({
    'Content-Security-Policy': PAGE_POLICY,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
}
