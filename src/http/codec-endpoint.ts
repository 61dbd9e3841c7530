import cors from 'cors'
import express, { Router } from 'express'
import type { App } from '../app.ts'
import { Problem } from '../domain/problem.ts'

/**
 * `POST /codec/decode`: lets the Temporal UI show payloads in the clear to whoever uses it on this machine. It answers
 * loopback callers only, and browsers only from the UI's own address.
 */
export const codecEndpoint = (app: Pick<App, 'config' | 'decodePayloads'>): Router => {
  const router = Router()
  const ui = app.config.temporal.ui
  router.use(
    cors({
      origin: ui === undefined ? false : new URL(ui).origin,
      allowedHeaders: ['Content-Type', 'X-Namespace', 'Authorization'],
    }),
  )
  router.post('/decode', express.json({ limit: '8mb' }), async (req, res) => {
    const origin = req.get('Origin')
    const fromUi = ui !== undefined && (origin === undefined || origin === new URL(ui).origin)
    if (!fromUi || !isLoopback(req.socket.remoteAddress)) throw new Problem('route_not_found')
    res.json({ payloads: await app.decodePayloads(req.body?.payloads) })
  })
  return router
}

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(::1|(::ffff:)?127\.)/.test(address)
