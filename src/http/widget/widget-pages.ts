import { type Request, type Response, Router } from 'express'
import { networkOf } from '../../platform/network/client-address.ts'
import { countOpen } from '../rate-limit.ts'
import { labelRoute } from '../route-label.ts'
import type { RouteParts } from '../route-parts.ts'
import { pageTexts } from '../shared-answer/page-texts.ts'
import { noticePage } from '../shared-answer/shared-answer-page.ts'
import { frameAncestors, framePage, frameQuery, usableKey } from './frame-page.ts'
import type { WidgetScript } from './widget-script.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Pages of all origins may run the script; with `integrity`, browsers require CORS. */
const SCRIPT_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

/** As strict as that of the portal, except that the pages of the key may frame it. The element brings its own style. */
const framePolicy = (ancestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')

const NOTICE_POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/**
 * The script of the widget, `GET /widget.js` and `GET /widget/{version}-{digest}.js`; its address and hash for pages that include
 * it, `GET /widget.json`; and the page for frames, `GET /widget/frame`.
 */
export const widgetPages = (app: Pick<RouteParts, 'limits' | 'store'>, script: WidgetScript): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  const path = `widget/${script.name}`
  const count = (req: Request, res: Response) => countOpen(app.limits, res, networkOf(req.ip), 'pages')
  router.get('/widget.js', labelRoute('/widget.js'), async (req, res) => {
    await count(req, res)
    res.set('Cache-Control', 'no-cache')
    sendScript(script, req, res)
  })
  router.get(`/${path}`, labelRoute('/widget/:script'), async (req, res) => {
    await count(req, res)
    res.set('Cache-Control', `public, max-age=${YEAR_S}, immutable`)
    sendScript(script, req, res)
  })
  router.get('/widget.json', labelRoute('/widget.json'), async (req, res) => {
    await count(req, res)
    const { version, integrity } = script
    res.set('Cache-Control', 'no-cache').json({ version, path, integrity })
  })
  router.get('/widget/frame', labelRoute('/widget/frame'), async (req, res) => {
    await count(req, res)
    const query = frameQuery(req.query)
    const key = query === undefined ? undefined : await usableKey(app.store, query.key)
    const texts = pageTexts((languages) => req.acceptsLanguages(languages))
    res.set({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }).vary('Accept-Language').type('html')
    if (query === undefined || key === undefined) {
      res.set('Content-Security-Policy', NOTICE_POLICY)
      return void res.status(404).send(noticePage(texts, texts.noChat, texts.noChatAdvice))
    }
    // It would refuse the pages that the policy admits.
    res.removeHeader('X-Frame-Options')
    res.set('Content-Security-Policy', framePolicy(frameAncestors(key)))
    res.send(framePage(query, texts.locale))
  })
  return router
}

const sendScript = ({ bytes, compressed, integrity }: WidgetScript, req: Request, res: Response): void => {
  res.set(SCRIPT_HEADERS).set('ETag', `W/"${integrity}"`).vary('Accept-Encoding').type('js')
  if (req.acceptsEncodings('gzip') === 'gzip') res.set('Content-Encoding', 'gzip').send(compressed)
  else res.send(bytes)
}
