import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Response } from 'express'
import { isTerminal, type TurnEvent, type TurnEventBody } from '../domain/ask/turn-event.ts'
import { Problem } from '../domain/problem.ts'
import type { TurnLog } from '../stream/turn-log.ts'
import { type EventWire, eventWire } from './event-wire.ts'
import { DELIVERED_SEQ } from './resume-decision.ts'

export interface StreamOptions {
  readonly res: Response
  readonly log: TurnLog
  readonly turnId: string
  readonly traceId: string
  /** The client has everything up to here. */
  readonly afterSeq?: number
  /** The client holds text that does not belong to this log: tell it to drop that first. */
  readonly afresh?: boolean
  /** Where this request starts the turn: its first event, sent before the turn's first step has written it. */
  readonly start?: { readonly conversationId: string; readonly messageId: string }
  /** Rejects when the turn will not write its own end; the stream then ends with that problem. */
  readonly turn?: Promise<unknown>
  /** Aborted when this process is to stop: clients are sent elsewhere. */
  readonly shutdown?: AbortSignal
  /** After how long a client that lost its connection comes back. */
  readonly retryMs?: number
  readonly heartbeatMs?: number
  readonly maxAgeMs?: number
  /** How long a client may take nothing, and how long the log may fail, before the stream is given up. */
  readonly stallMs?: number
}

export type StreamEnd = 'finished' | 'failed' | 'disconnected' | 'stalled' | 'aged' | 'shutdown' | 'log_unavailable'

const BATCH = 64
const RETRY_MS = 2_000
const STALL_MS = 30_000

/**
 * Sends a turn's events to one client until the turn, the client or this process ends. It reads the log no faster than
 * the client takes the events, and has no influence on the turn.
 */
export const streamTurn = async (options: StreamOptions): Promise<StreamEnd> => {
  const { res, log, turnId, traceId, turn, retryMs = RETRY_MS, stallMs = STALL_MS } = options
  const wire = eventWire(turnId, traceId)
  const client = follower(wire, options)
  const life = lifetime(options)
  let failure: Problem | undefined
  turn?.catch((error: unknown) => {
    failure = error instanceof Problem ? error : new Problem('internal', { cause: error })
    life.ring()
  })

  try {
    openStream(res)
    await life.send(`retry: ${retryMs}\n\n${client.opening}`)
    while (life.end() === undefined) {
      const failed = failure
      const events = await readPatiently(log, turnId, client.seq(), { stallMs, life })
      if (events === undefined) life.finish('log_unavailable')
      for (const event of events ?? []) {
        await life.send(client.take(event))
        if (isTerminal(event.body)) life.finish('finished')
      }
      if (events?.length === 0 && failed !== undefined) {
        await life.send(wire.failure(failed.problem, failed.message))
        life.finish('failed')
      }
      if (events?.length === 0) await life.rung()
    }
  } finally {
    life.close()
  }
  return life.end() ?? 'disconnected'
}

/**
 * Answers a resumed stream whose events are no longer in the log. The cursor that it leaves says that everything was
 * delivered, so that a browser which reconnects is told to stop.
 */
export const streamStoredAnswer = (options: {
  readonly res: Response
  readonly turnId: string
  readonly traceId: string
  readonly outcome: Extract<TurnEventBody, { type: 'done' | 'error' }>
}): void => {
  const { res, turnId, traceId, outcome } = options
  const wire = eventWire(turnId, traceId)
  openStream(res)
  res.end(
    `retry: ${RETRY_MS}\n\n${wire.reset()}${wire.encode({ turnId, seq: DELIVERED_SEQ, writer: 0, body: outcome })}`,
  )
}

const openStream = (res: Response): void => {
  res.status(200)
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  res.setHeader('Cache-Control', 'no-cache, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.flushHeaders()
}

/** Everything that can end a stream, or wake it. */
const lifetime = (options: StreamOptions) => {
  const { res, log, turnId, shutdown, heartbeatMs = 15_000, maxAgeMs = 600_000, stallMs = STALL_MS } = options
  const bell = doorbell()
  const over = Promise.withResolvers<void>()
  let end: StreamEnd | undefined
  const finish = (reason: StreamEnd): void => {
    end ??= reason
    over.resolve()
    bell.ring()
  }
  const disconnected = (): void => finish('disconnected')
  const toShutdown = (): void => finish('shutdown')

  res.on('error', disconnected).on('close', disconnected)
  if (res.destroyed) disconnected()
  shutdown?.addEventListener('abort', toShutdown)
  if (shutdown?.aborted) toShutdown()
  const unsubscribe = log.subscribe(turnId, bell.ring)
  const age = setTimeout(finish, maxAgeMs, 'aged')
  const heartbeat = setInterval(() => {
    // A full socket would only queue it. Ringing makes up for a doorbell that was lost.
    if (end === undefined && !res.writableNeedDrain) res.write(': ping\n\n')
    bell.ring()
  }, heartbeatMs)

  return {
    over: over.promise,
    end: () => end,
    finish,
    ring: bell.ring,
    rung: bell.rung,
    /** Waits for the client when its socket is full. */
    async send(text: string): Promise<void> {
      if (end !== undefined || text === '' || res.write(text)) return
      const patience = setTimeout(finish, stallMs, 'stalled')
      await Promise.race([once(res, 'drain').catch(disconnected), over.promise])
      clearTimeout(patience)
    },
    close(): void {
      clearInterval(heartbeat)
      clearTimeout(age)
      unsubscribe()
      shutdown?.removeEventListener('abort', toShutdown)
      if (end === 'stalled') res.destroy()
      // Spread, so that the clients of a process that stops do not all come back in the same moment.
      const elsewhere = `retry: ${Math.round(1_000 + Math.random() * 2_000)}\n\n`
      if (!res.destroyed) res.end(end === 'shutdown' || end === 'log_unavailable' ? elsewhere : undefined)
    },
  }
}

/**
 * Follows the log from its first event, because what a client is to be told depends on events that it already has
 * (`attempt`, the text so far).
 */
const follower = (wire: EventWire, { turnId, start, afterSeq = 0, afresh = false }: StreamOptions) => {
  let seq = 0
  let opening = afresh ? wire.reset() : ''
  let delivered = afterSeq
  if (start !== undefined && afterSeq === 0) {
    opening += wire.encode({ turnId, seq: 1, writer: 0, body: { type: 'start', ...start } })
    delivered = 1
  }
  return {
    opening,
    seq: () => seq,
    take(event: TurnEvent): string {
      const missed = event.seq > seq + 1
      const seqBefore = seq
      seq = event.seq
      // An opening step that ran twice has written a second `start`.
      const startsAgain = event.body.type === 'start' && seq > 1
      if (seq <= delivered || startsAgain) {
        wire.skip(event)
        return ''
      }
      // The log lost its beginning while the client was away: its text cannot be matched with what is left.
      const before = missed && delivered > seqBefore + 1 ? wire.reset() : ''
      return before + wire.encode(event)
    },
  }
}

/** Rides out a log that fails for a moment. Undefined: it failed for too long, or nobody waits any more. */
const readPatiently = async (
  log: TurnLog,
  turnId: string,
  afterSeq: number,
  { stallMs, life }: { readonly stallMs: number; readonly life: Pick<ReturnType<typeof lifetime>, 'over' | 'end'> },
): Promise<readonly TurnEvent[] | undefined> => {
  const deadline = Date.now() + stallMs
  for (;;) {
    try {
      return await log.read(turnId, afterSeq, BATCH)
    } catch {
      const left = deadline - Date.now()
      if (left <= 0) return undefined
      await Promise.race([pause(Math.min(500, left), undefined, { ref: false }), life.over])
      if (life.end() !== undefined) return undefined
    }
  }
}

/** Remembers a ring until someone has waited for it. */
const doorbell = () => {
  let next = Promise.withResolvers<void>()
  return {
    ring: (): void => next.resolve(),
    async rung(): Promise<void> {
      await next.promise
      next = Promise.withResolvers()
    },
  }
}
