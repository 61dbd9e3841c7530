import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Response } from 'express'
import type { TurnLog } from '../ask/events/turn-log.ts'
import { type EndingEvent, isTerminal, type TurnEvent } from '../ask/rules/turn-event.ts'
import { DELIVERED_SEQ } from '../ask/turns/resume-decision.ts'
import type { Observe } from '../platform/observation.ts'
import { type EventWire, eventWire } from './event-wire.ts'
import { traceIdOf } from './trace-id.ts'

export interface StreamOptions {
  readonly res: Response
  readonly log: TurnLog
  readonly turnId: string
  readonly traceId: string
  /** The client has everything up to here. */
  readonly afterSeq?: number
  /** The client holds text that does not belong to this log: tell it to drop that first. */
  readonly afresh?: boolean
  /**
   * Where the turn may yet be refused: resolves once it has been taken in, rejects when it never will be. Nothing is
   * sent before that, or before the log has its first event: whoever has seen the head of a stream gets an answer.
   */
  readonly opening?: Promise<unknown>
  /**
   * Asked where the log has said nothing for a heartbeat: how the turn has ended without saying so there, or why nobody
   * waits for it any more; undefined while it may go on.
   */
  readonly silentEnding?: () => Promise<EndingEvent | undefined>
  /** Whether this client may see queries, and what a model thinks. */
  readonly showsWork?: boolean
  /** Is told that the stream was opened, and how it ended. */
  readonly observe?: Observe
  /** Aborted when this process is to stop: clients are sent elsewhere. */
  readonly shutdown?: AbortSignal
  /** After how long a client that lost its connection comes back. */
  readonly retryMs?: number
  readonly heartbeatMs?: number
  readonly maxAgeMs?: number
  /** How long a client may take nothing, and how long the log may fail, before the stream is given up. */
  readonly stallMs?: number
}

export type StreamEnd = 'finished' | 'disconnected' | 'stalled' | 'max_age_reached' | 'shutdown' | 'log_unavailable'

const BATCH = 64
const RETRY_MS = 2_000
const STALL_MS = 30_000

/**
 * Sends a turn's events to one client until the turn, the client or this process ends. It reads the log no faster than
 * the client takes the events, and has no influence on the turn. Resolves when its head is sent: who waits for the end
 * of a stream holds all of its request for as long, and most of what an idle stream weighs is that.
 *
 * @throws what `opening` rejects with, before anything is sent
 */
export const beginStream = async (options: StreamOptions): Promise<{ readonly ended: Promise<StreamEnd> }> => {
  const { turnId, traceId, showsWork = true, observe } = options
  const life = lifetime(options)
  try {
    await untilBegun(options, life.over)
  } catch (error) {
    life.close()
    throw error
  }
  if (life.end() === undefined) {
    life.open()
    observe?.({ kind: 'stream_opened', turnId })
  }
  return { ended: follow(options, follower(eventWire(turnId, traceId, { showsWork }), options), life) }
}

/** Never rejects: nobody waits for it. It ends with its `lifetime`, whatever is being waited for then. */
const follow = async (
  options: StreamOptions,
  client: ReturnType<typeof follower>,
  life: ReturnType<typeof lifetime>,
): Promise<StreamEnd> => {
  const { turnId, traceId, observe } = options
  sendEvents(options, client, life).catch((error: unknown) => {
    observe?.({ kind: 'request_failed', traceId, problem: 'internal', error })
    life.finish('log_unavailable')
  })
  await life.over
  life.close()
  const end = life.end() ?? 'disconnected'
  if (life.wasOpened()) observe?.({ kind: 'stream_ended', turnId, reason: end })
  return end
}

const sendEvents = async (
  { log, turnId, retryMs = RETRY_MS, stallMs = STALL_MS, silentEnding }: StreamOptions,
  client: ReturnType<typeof follower>,
  life: ReturnType<typeof lifetime>,
): Promise<void> => {
  await life.send(`retry: ${retryMs}\n\n${client.opening}`)
  while (life.end() === undefined) {
    const events = await readPatiently(log, turnId, client.seq(), { stallMs, life })
    if (events === undefined) life.finish('log_unavailable')
    for (const event of events ?? []) {
      await life.send(client.take(event))
      if (isTerminal(event.body)) life.finish('finished')
    }
    if (events?.length !== 0) life.heard()
    else if (life.isSilent()) {
      const ending = await silentEnding?.().catch(() => undefined)
      if (ending === undefined) continue
      await life.send(client.end(ending))
      life.finish('finished')
    } else await life.rung()
  }
}

/**
 * Answers a resumed stream whose events are no longer in the log. The cursor that it leaves says that everything was
 * delivered, so that a browser which reconnects is told to stop.
 */
export const streamStoredAnswer = (options: {
  readonly res: Response
  readonly turnId: string
  readonly traceId: string
  readonly outcome: EndingEvent
}): void => {
  const { res, turnId, traceId, outcome } = options
  const wire = eventWire(turnId, traceId, { showsWork: false })
  openStream(res)
  res.end(
    `retry: ${RETRY_MS}\n\n${wire.reset()}${wire.encode({ turnId, seq: DELIVERED_SEQ, writer: 0, body: outcome })}`,
  )
}

const openStream = (res: Response): void => {
  res.status(200)
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  res.setHeader('Cache-Control', 'no-cache, no-store, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.flushHeaders()
  letGoOfRequest(res)
}

/** What of its request a stream needs no more is most of what an idle one weighs. */
const letGoOfRequest = (res: Response): void => {
  const { req } = res
  // The way on through the router holds all of it.
  delete req.next
  req.headers = {}
  req.headersDistinct = {}
  req.rawHeaders = []
  req.params = {}
  res.locals = { traceId: traceIdOf(res) }
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
  let opened = false
  let silentBeats = 0
  /** A client that has seen nothing yet is told whether it was taken in before it is sent elsewhere. */
  const toShutdown = (): void => {
    if (opened) finish('shutdown')
  }

  res.on('error', disconnected).on('close', disconnected)
  if (res.destroyed) disconnected()
  shutdown?.addEventListener('abort', toShutdown)
  const unsubscribe = log.subscribe(turnId, bell.ring)
  const age = setTimeout(finish, maxAgeMs, 'max_age_reached')
  const heartbeat = setInterval(() => {
    silentBeats += 1
    // A full socket would only queue it. Ringing makes up for a doorbell that was lost.
    if (end === undefined && opened && !res.writableNeedDrain) res.write(': ping\n\n')
    bell.ring()
  }, heartbeatMs)

  return {
    over: over.promise,
    end: () => end,
    wasOpened: () => opened,
    finish,
    rung: bell.rung,
    heard(): void {
      silentBeats = 0
    },
    /** Whether nothing was heard for a whole heartbeat; says so once for each two of them. */
    isSilent(): boolean {
      const isSo = silentBeats > 1
      if (isSo) silentBeats = 0
      return isSo
    },
    open(): void {
      opened = true
      openStream(res)
      if (shutdown?.aborted) toShutdown()
    },
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
      if (!opened) return
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
const follower = (wire: EventWire, { turnId, afterSeq = 0, afresh = false }: StreamOptions) => {
  let seq = 0
  return {
    opening: afresh ? wire.reset() : '',
    seq: () => seq,
    take(event: TurnEvent): string {
      const missed = event.seq > seq + 1
      const seqBefore = seq
      seq = event.seq
      // An opening step that ran twice has written a second `start`.
      const startsAgain = event.body.type === 'start' && seq > 1
      if (seq <= afterSeq || startsAgain) {
        wire.skip(event)
        return ''
      }
      // The log lost its beginning while the client was away: its text cannot be matched with what is left.
      const before = missed && afterSeq > seqBefore + 1 ? wire.reset() : ''
      return before + wire.encode(event)
    },
    /** Its cursor says that everything was delivered: nothing else will be. */
    end: (body: EndingEvent): string => wire.encode({ turnId, seq: DELIVERED_SEQ, writer: 0, body }),
  }
}

/** Resolves when the turn has begun: its request was taken in, or its log has a first event. @throws as `opening` */
const untilBegun = async (
  { log, turnId, opening }: Pick<StreamOptions, 'log' | 'turnId' | 'opening'>,
  over: Promise<void>,
): Promise<void> => {
  if (opening === undefined) return
  const bell = doorbell()
  const unsubscribe = log.subscribe(turnId, bell.ring)
  let waiting = true
  const firstEvent = async (): Promise<void> => {
    while (waiting) {
      // A log that fails for a moment says nothing about the turn: `opening` will.
      const head = await log.head(turnId).catch(() => undefined)
      if (head !== undefined && head.lastSeq > 0) return
      await bell.rung()
    }
  }
  opening.catch(() => undefined)
  try {
    await Promise.race([opening, firstEvent(), over])
  } finally {
    waiting = false
    bell.ring()
    unsubscribe()
  }
}

/**
 * Rides out a log that fails for a moment. Undefined: it failed for too long, or nobody waits any more. One that does not
 * answer at all ends the stream, and is left alone.
 */
const readPatiently = async (
  log: TurnLog,
  turnId: string,
  afterSeq: number,
  {
    stallMs,
    life,
  }: { readonly stallMs: number; readonly life: Pick<ReturnType<typeof lifetime>, 'over' | 'end' | 'finish'> },
): Promise<readonly TurnEvent[] | undefined> => {
  const deadline = Date.now() + stallMs
  for (;;) {
    const patience = setTimeout(life.finish, stallMs, 'log_unavailable')
    try {
      return await log.read(turnId, afterSeq, BATCH)
    } catch {
      clearTimeout(patience)
      const left = deadline - Date.now()
      if (left <= 0) return undefined
      await Promise.race([pause(Math.min(500, left), undefined, { ref: false }), life.over])
      if (life.end() !== undefined) return undefined
    } finally {
      clearTimeout(patience)
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
