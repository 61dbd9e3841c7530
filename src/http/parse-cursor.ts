import type { Request } from 'express'
import type { Cursor } from '../ask/turns/resume-decision.ts'

/** Parses the `Last-Event-ID` header, otherwise the `last_event_id` query parameter; empty means none, as in browsers. */
export const parseCursor = (req: Pick<Request, 'headers' | 'query'>): Cursor => {
  const value: unknown = req.headers['last-event-id'] || req.query.last_event_id
  if (value === undefined || value === '') return { kind: 'none' }
  if (typeof value !== 'string') return { kind: 'malformed' }
  const { turnId, digits } = /^(?<turnId>[\w-]{1,128})\.(?<digits>0|[1-9]\d{0,15})$/.exec(value)?.groups ?? {}
  const seq = Number(digits)
  if (turnId === undefined || !Number.isSafeInteger(seq)) return { kind: 'malformed' }
  return { kind: 'at', turnId, seq }
}
