import { createHash, timingSafeEqual } from 'node:crypto'
import cors from 'cors'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { Problem } from '../platform/problems/problem.ts'
import type { RouteParts } from './route-parts.ts'

const BODY_MAX_MB = 8

const Body = z.object({
  payloads: z.array(
    z.looseObject({ metadata: z.record(z.string(), z.base64()).optional(), data: z.base64().optional() }),
  ),
})

/**
 * `POST /codec/decode`: lets the Temporal UI show payloads in the clear to who holds the codec secret, sent as
 * `Authorization: Bearer <secret>` or, since the UI sends no bearer of its own, as `POST /codec/<secret>/decode`. Where
 * a caller comes from counts for nothing: behind a reverse proxy everyone is on loopback, and an Origin is easily
 * forged. Without a secret the endpoint is not there.
 */
export const codecEndpoint = (app: Pick<RouteParts, 'config' | 'temporal'>): Router => {
  const router = Router()
  const { codecSecret, temporal } = app.config
  if (codecSecret === undefined) return router
  router.use(
    cors({
      origin: temporal.ui === undefined ? false : new URL(temporal.ui).origin,
      allowedHeaders: ['Content-Type', 'X-Namespace', 'Authorization'],
    }),
  )
  router.post('/decode', requireSecret(codecSecret), express.json({ limit: `${BODY_MAX_MB}mb` }), async (req, res) => {
    const body = Body.safeParse(req.body)
    if (!body.success) throw new Problem('body_malformed', { message: 'The body is not {"payloads": […]}.' })
    res.json({ payloads: await app.temporal.decodePayloads(body.data.payloads) })
  })
  router.use(sizeProblem)
  return router
}

const IN_PATH = /^(?<before>[^?]*?\/codec)\/+(?<secret>[^/?]+)\/*(?<verb>[^?]*)/i

/**
 * Takes the secret out of the address before anything can log it: also where the endpoint is switched off, and behind
 * a prefix that a proxy has left in place.
 */
export const hideCodecSecret: RequestHandler = (req, res, next) => {
  const { before, secret, verb } = IN_PATH.exec(req.url)?.groups ?? {}
  if (secret !== undefined && (secret !== 'decode' || verb !== '')) {
    res.locals.codecSecret = secret
    req.url = verb === 'decode' ? `${before}/decode` : `${before}`
  }
  next()
}

const requireSecret = (secret: string): RequestHandler => {
  const expected = digest(secret)
  return (req, res, next) => {
    const sent = [bearerOf(req), inPath(res)].filter((candidate) => candidate !== undefined)
    if (sent.length === 0) throw refusal('credentials_missing', 'The codec endpoint requires its secret')
    if (!sent.some((candidate) => timingSafeEqual(digest(candidate), expected)))
      throw refusal('credentials_invalid', 'The secret of the codec endpoint is not correct')
    next()
  }
}

const HELP =
  'send Authorization: Bearer <secret>, or set <address of this API>/codec/<secret> as the codec endpoint of the ' +
  'Temporal UI. The secret is TABLETALK_CODEC_SECRET; the endpoint that `npm start` has set is in runtime.json.'

const refusal = (problem: 'credentials_missing' | 'credentials_invalid', what: string): Problem => {
  const message = `${what}: ${HELP}`
  return new Problem(problem, { message, details: [{ field: 'Authorization', message: what, code: 'AUTH_FAILED' }] })
}

/** Of one length whatever was sent, so that a comparison takes one time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const bearerOf = (req: Request): string | undefined => /^Bearer +(\S+)$/i.exec(req.get('Authorization') ?? '')?.[1]

const inPath = (res: Response): string | undefined => {
  const { codecSecret } = res.locals
  if (typeof codecSecret !== 'string') return undefined
  try {
    return decodeURIComponent(codecSecret)
  } catch {
    return codecSecret
  }
}

const sizeProblem: ErrorRequestHandler = (error, _req, _res, next) => {
  const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
  next(isTooLarge ? new Problem('body_too_large', { message: `The body is larger than ${BODY_MAX_MB} MB.` }) : error)
}
