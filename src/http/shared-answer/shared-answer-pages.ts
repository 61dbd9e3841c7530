import { type ErrorRequestHandler, type Request, type Response, Router } from 'express'
import { type ChartPicture, ownPicture } from '../../charts/rules/chart-picture.ts'
import { chartPalette } from '../../charts/rules/chart-theme.ts'
import type { OpenedShare } from '../../manage/shares/shares.ts'
import { networkOf } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problems/problem.ts'
import { PROBLEM_JSON } from '../problem-response.ts'
import { countOpen } from '../rate-limit.ts'
import { labelRoute } from '../route-label.ts'
import type { RouteParts } from '../route-parts.ts'
import { type PageTexts, pageTexts } from './page-texts.ts'
import { sharedAnswerData, sharedAnswerReply } from './shared-answer-data.ts'
import { noticePage, type SharedTheme, STYLESHEET_PATH, sharedAnswerPage } from './shared-answer-page.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** For a chart that is opened as a page: no scripts, and no external content. */
const CHART_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

const CHART_WIDTH = 880

type Parts = Pick<RouteParts, 'shares' | 'limits' | 'charts'>

/**
 * `GET /s/{token}` with its charts and stylesheet: a shared answer, for everyone with the link. All invalid links have the
 * same response, so that it does not reveal the reason.
 */
export const sharedAnswerPages = (app: Parts): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  const openShare = async (token: string, req: Request, res: Response): Promise<OpenedShare | undefined> => {
    protect(res)
    await countOpen(app.limits, res, networkOf(req.ip), 'pages')
    return await app.shares.open(token)
  }
  /** For a path that cannot be decoded, such as `/s/%E0%A4%A`. */
  const answerUndecodable: ErrorRequestHandler = async (error, req, res, next) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!(error instanceof URIError) || !isRead || !/^\/s\/[^/]+(?:\/chart)?$/.test(req.path)) return next(error)
    await openShare(req.path, req, res)
    sendDeadLink(req, res)
  }
  router.get('/s/:token', labelRoute('/s/:token'), async (req: Request<{ token: string }>, res) => {
    const share = await openShare(req.params.token, req, res)
    if (share === undefined) return sendDeadLink(req, res)
    if (wantsJson(req)) return void res.json(sharedAnswerReply.body(sharedAnswerData(share)))
    const { token } = req.params
    const chartUrl = (part: number, theme: SharedTheme) => `${token}/chart?part=${part}&theme=${theme}`
    res.type('html').send(sharedAnswerPage(share, { texts: textsFor(req), chartUrl }))
  })
  router.get('/s/:token/chart', labelRoute('/s/:token/chart'), async (req: Request<{ token: string }>, res) => {
    const share = await openShare(req.params.token, req, res)
    const picture = share && pictureIn(share, req)
    if (share === undefined || picture === undefined) return sendDeadLink(req, res)
    const theme: SharedTheme = req.query.theme === 'dark' ? 'dark' : 'brand'
    const palette = chartPalette(theme, share.organization.branding.colors.primary)
    const drawing = { picture, palette, width: CHART_WIDTH, locale: textsFor(req).locale }
    const drawn = await app.charts.draw({ drawing, format: 'svg' }, share.link)
    res.setHeader('Content-Security-Policy', CHART_POLICY)
    res.type('image/svg+xml').send(Buffer.from(drawn))
  })
  router.get(STYLESHEET_PATH, labelRoute(STYLESHEET_PATH), (_req, res) =>
    res.sendFile('shared-answer.css', { root: import.meta.dirname, maxAge: '1h' }),
  )
  router.use(answerUndecodable)
  return router
}

/** The URL is the only protection of the answer: caches, search engines and other sites must not get either. */
const protect = (res: Response): void => {
  res.set({
    'Content-Security-Policy': PAGE_POLICY,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Accept, Accept-Language',
  })
}

const JSON_TYPES = ['application/json', PROBLEM_JSON]

const wantsJson = (req: Request): boolean =>
  JSON_TYPES.includes(req.accepts(['text/html', ...JSON_TYPES]) || 'text/html')

const textsFor = (req: Request): PageTexts => pageTexts((languages) => req.acceptsLanguages(languages))

/** @throws Problem `share_not_found` if the client wants JSON */
const sendDeadLink = (req: Request, res: Response): void => {
  const texts = textsFor(req)
  if (wantsJson(req)) throw new Problem('share_not_found', { message: texts.dead })
  res
    .status(404)
    .type('html')
    .send(noticePage(texts, texts.dead, texts.deadReasons))
}

const pictureIn = ({ answer }: OpenedShare, { query: { part } }: Request): ChartPicture | undefined => {
  const sharedPart = typeof part === 'string' && /^[1-9]$/.test(part) ? answer.parts[Number(part) - 1] : undefined
  return ownPicture(sharedPart?.chart)
}
