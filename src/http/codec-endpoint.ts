import { createHash, timingSafeEqual } from 'node:crypto'
import cors from 'cors'
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { z } from 'zod'
import { Problem } from '../platform/problems/problem.ts'
import { labelRoute } from './route-label.ts'
import type { RouteParts } from './route-parts.ts'

const BODY_MAX_MB = 8

const Body = z.object({
  payloads: z.array(
    z.looseObject({ metadata: z.record(z.string(), z.base64()).optional(), data: z.base64().optional() }),
  ),
})

/**
 * `POST /codec/decode`: decrypts payloads for the Temporal UI. It requires the codec secret, as `Authorization: Bearer
 * <secret>` or, because the UI sends no bearer token of its own, as `POST /codec/<secret>/decode`. Address and Origin of
 * a client prove nothing: behind a reverse proxy every client is on loopback, and an Origin is easily forged. Without a
 * configured secret the endpoint does not exist.
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
  router.post(
    '/decode',
    labelRoute('/codec/decode'),
    requireSecret(codecSecret),
    express.json({ limit: `${BODY_MAX_MB}mb` }),
    async (req, res) => {
      const body = Body.safeParse(req.body)
      if (!body.success) throw new Problem('body_malformed', { message: 'The body is not {"payloads": […]}.' })
      res.json({ payloads: await app.temporal.decodePayloads(body.data.payloads) })
    },
  )
  router.use(bodySizeProblem)
  return router
}

const SECRET_IN_PATH = /^(?<before>[^?]*?\/codec)\/+(?<secret>[^/?]+)\/*(?<verb>[^?]*)/i

/**
 * Removes the secret from the URL before it can be logged, also if the endpoint is disabled or below a path prefix that
 * a proxy has kept.
 */
export const hideCodecSecret: RequestHandler = (req, res, next) => {
  const { before, secret, verb } = SECRET_IN_PATH.exec(req.url)?.groups ?? {}
  if (secret !== undefined && (secret !== 'decode' || verb !== '')) {
    res.locals.codecSecret = secret
    req.url = verb === 'decode' ? `${before}/decode` : `${before}`
  }
  next()
}

const requireSecret = (secret: string): RequestHandler => {
  const expected = digest(secret)
  return (req, res, next) => {
    const sent = [bearerOf(req), secretInPath(res)].filter((candidate) => candidate !== undefined)
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

/** Has a fixed length, so that a comparison takes constant time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const bearerOf = (req: Request): string | undefined => /^Bearer +(\S+)$/i.exec(req.get('Authorization') ?? '')?.[1]

const secretInPath = (res: Response): string | undefined => {
  const { codecSecret } = res.locals
  if (typeof codecSecret !== 'string') return undefined
  try {
    return decodeURIComponent(codecSecret)
  } catch {
    return codecSecret
  }
}

const bodySizeProblem: ErrorRequestHandler = (error, _req, _res, next) => {
  const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
  next(isTooLarge ? new Problem('body_too_large', { message: `The body is larger than ${BODY_MAX_MB} MB.` }) : error)
}
