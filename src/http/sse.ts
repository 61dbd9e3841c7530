import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Response } from 'express'
import { firstEvent } from '../ask/events/first-event.ts'
import type { TurnLog } from '../ask/events/turn-log.ts'
import type { StreamEnd } from '../ask/rules/stream-end.ts'
import { type EndingEvent, isTerminal, type TurnEvent, type TurnEventBody } from '../ask/rules/turn-event.ts'
import { DELIVERED_SEQ } from '../ask/turns/resume-decision.ts'
import type { Observe } from '../platform/observation.ts'
import { autoResetEvent } from '../platform/values/auto-reset-event.ts'
import type { EventWire } from './event-wire.ts'
import { traceIdOf } from './trace-id.ts'

export interface StreamOptions {
  readonly res: Response
  readonly log: TurnLog
  readonly turnId: string
  readonly traceId: string
  /** The client has all events up to this `seq`. */
  readonly afterSeq?: number
  /** The client has text that does not belong to this log: a `reset` is sent first. */
  readonly needsReset?: boolean
  /**
   * Set if the turn can still be refused: resolves when it was accepted, rejects when it was refused. No headers are
   * sent before it resolves or the log has its first event, so that a refusal can still be sent as a problem.
   */
  readonly opening?: Promise<unknown>
  /**
   * Called when the log has had no events for a heartbeat: the ending of a turn that ended without a terminal event or
   * timed out; undefined while it may continue.
   */
  readonly silentEnding?: () => Promise<EndingEvent | undefined>
  /** The encoding of the events. */
  readonly wire: EventWire
  /** Called when the stream was opened and when it ended. */
  readonly observe?: Observe
  /** Aborted at shutdown: streams end, so that clients reconnect to another process. */
  readonly shutdown?: AbortSignal
  /** Delay after which a client reconnects. */
  readonly retryMs?: number
  readonly heartbeatMs?: number
  readonly maxAgeMs?: number
  /** How long the client may read nothing, or the log may fail, before the stream ends. */
  readonly stallMs?: number
}

const BATCH = 64
const RETRY_MS = 2_000
const STALL_MS = 30_000

/**
 * Sends the events of a turn to one client until the turn, the client or this process ends. It reads the log no faster
 * than the client reads the events, and has no influence on the turn. Resolves when the headers are sent: a handler that
 * waited for the end would keep the whole request in memory, which is most of the memory of an idle stream.
 *
 * @throws the rejection of `opening`, before anything is sent
 */
export const beginStream = async (options: StreamOptions): Promise<{ readonly ended: Promise<StreamEnd> }> => {
  const { turnId, wire, observe } = options
  const lifetime = streamLifetime(options)
  try {
    await waitUntilBegun(options, lifetime.ended)
  } catch (error) {
    lifetime.close()
    throw error
  }
  if (lifetime.end() === undefined) {
    lifetime.open()
    observe?.({ kind: 'stream_opened', turnId })
  }
  return { ended: follow(options, follower(wire, options), lifetime) }
}

/** Never rejects, because it is not awaited. Resolves when its lifetime ends, even during a read or a write. */
const follow = async (
  options: StreamOptions,
  client: ReturnType<typeof follower>,
  lifetime: ReturnType<typeof streamLifetime>,
): Promise<StreamEnd> => {
  const { turnId, traceId, observe } = options
  sendEvents(options, client, lifetime).catch((error: unknown) => {
    observe?.({ kind: 'request_failed', traceId, problem: 'internal', error })
    lifetime.finish('log_unavailable')
  })
  await lifetime.ended
  lifetime.close()
  const end = lifetime.end() ?? 'disconnected'
  if (lifetime.wasOpened()) observe?.({ kind: 'stream_ended', turnId, reason: end })
  return end
}

const sendEvents = async (
  { log, turnId, wire, retryMs = RETRY_MS, stallMs = STALL_MS, silentEnding }: StreamOptions,
  client: ReturnType<typeof follower>,
  lifetime: ReturnType<typeof streamLifetime>,
): Promise<void> => {
  await lifetime.send(retryFrame(wire, retryMs) + client.opening)
  while (lifetime.end() === undefined) {
    const events = await readWithRetries(log, turnId, client.seq(), { stallMs, lifetime })
    if (events === undefined) lifetime.finish('log_unavailable')
    for (const event of events ?? []) {
      await lifetime.send(client.encode(event))
      if (isTerminal(event.body)) lifetime.finish('finished')
    }
    if (events?.length !== 0) lifetime.resetSilence()
    else if (lifetime.isSilent()) {
      const ending = await silentEnding?.().catch(() => undefined)
      if (ending === undefined) continue
      await lifetime.send(client.encodeEnding(ending))
      lifetime.finish('finished')
    } else await lifetime.woken()
  }
}

/**
 * Answers a resumed stream whose events are no longer in the log. The id of its events marks everything as delivered, so
 * that a browser that reconnects gets 204 and stops.
 */
export const streamStoredAnswer = (options: {
  readonly res: Response
  readonly turnId: string
  readonly bodies: readonly TurnEventBody[]
  readonly wire: EventWire
}): void => {
  const { res, turnId, bodies, wire } = options
  openStream(res, wire)
  const events = bodies.map((body) => wire.encode({ turnId, seq: DELIVERED_SEQ, writer: 0, body }))
  res.end(retryFrame(wire, RETRY_MS) + wire.reset() + events.join(''))
}

/** Sets the delay after which a client reconnects, if it does so by itself. */
const retryFrame = ({ interrupted }: EventWire, retryMs: number): string =>
  interrupted === undefined ? `retry: ${retryMs}\n\n` : ''

const openStream = (res: Response, { headers = {} }: EventWire): void => {
  res.status(200)
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
  res.setHeader('Cache-Control', 'no-cache, no-store, no-transform')
  res.setHeader('X-Accel-Buffering', 'no')
  res.flushHeaders()
  releaseRequest(res)
}

/** Releases what a stream does not need of its request: most of the memory of an idle stream. */
const releaseRequest = (res: Response): void => {
  const { req } = res
  // The closure of the router references the whole request.
  delete req.next
  req.headers = {}
  req.headersDistinct = {}
  req.rawHeaders = []
  req.params = {}
  res.locals = { traceId: traceIdOf(res) }
}

/** The events that end a stream or wake its reader: client, shutdown, maximum age, heartbeat, the log. */
const streamLifetime = (options: StreamOptions) => {
  const { res, log, turnId, wire, shutdown, heartbeatMs = 15_000, maxAgeMs = 600_000, stallMs = STALL_MS } = options
  const wakeUp = autoResetEvent()
  const ended = Promise.withResolvers<void>()
  let end: StreamEnd | undefined
  const finish = (reason: StreamEnd): void => {
    end ??= reason
    ended.resolve()
    wakeUp.set()
  }
  const disconnected = (): void => finish('disconnected')
  let isOpen = false
  let silentHeartbeats = 0
  /** A stream without headers goes on until its question was accepted or refused. */
  const endAtShutdown = (): void => {
    if (isOpen) finish('shutdown')
  }

  res.on('error', disconnected).on('close', disconnected)
  if (res.destroyed) disconnected()
  shutdown?.addEventListener('abort', endAtShutdown)
  const unsubscribe = log.subscribe(turnId, wakeUp.set)
  const age = setTimeout(finish, maxAgeMs, 'max_age_reached')
  const heartbeat = setInterval(() => {
    silentHeartbeats += 1
    // A full socket would only queue the ping. The wake-up makes up for a lost one of the log.
    if (end === undefined && isOpen && !res.writableNeedDrain) res.write(': ping\n\n')
    wakeUp.set()
  }, heartbeatMs)

  return {
    ended: ended.promise,
    end: () => end,
    wasOpened: () => isOpen,
    finish,
    woken: wakeUp.wait,
    resetSilence(): void {
      silentHeartbeats = 0
    },
    /** Whether the log had no events for a whole heartbeat; true at most once per two heartbeats. */
    isSilent(): boolean {
      const isSo = silentHeartbeats > 1
      if (isSo) silentHeartbeats = 0
      return isSo
    },
    open(): void {
      isOpen = true
      openStream(res, wire)
      if (shutdown?.aborted) endAtShutdown()
    },
    /** Writes to the client; waits if its socket is full. */
    async send(text: string): Promise<void> {
      if (end !== undefined || text === '' || res.write(text)) return
      const stallTimer = setTimeout(finish, stallMs, 'stalled')
      await Promise.race([once(res, 'drain').catch(disconnected), ended.promise])
      clearTimeout(stallTimer)
    },
    close(): void {
      clearInterval(heartbeat)
      clearTimeout(age)
      unsubscribe()
      shutdown?.removeEventListener('abort', endAtShutdown)
      if (!isOpen) return
      if (end === 'stalled') res.destroy()
      // Jitter, so that the clients of a stopping process do not all reconnect at the same time.
      const reconnect = retryFrame(wire, Math.round(1_000 + Math.random() * 2_000))
      const interrupted = end === 'finished' ? '' : (wire.interrupted?.() ?? '')
      if (!res.destroyed)
        res.end(end === 'shutdown' || end === 'log_unavailable' ? reconnect + interrupted : interrupted)
    },
  }
}

/**
 * Encodes events for one client. It reads the log from its first event, because the encoding depends on events that the
 * client already has (`attempt`, the text so far).
 */
const follower = (wire: EventWire, { turnId, afterSeq = 0, needsReset = false }: StreamOptions) => {
  let seq = 0
  return {
    opening: needsReset ? wire.reset() : '',
    seq: () => seq,
    encode(event: TurnEvent): string {
      const isGap = event.seq > seq + 1
      const seqBefore = seq
      seq = event.seq
      // An opening step that ran twice wrote a second `start`.
      const startsAgain = event.body.type === 'start' && seq > 1
      if (seq <= afterSeq || startsAgain) {
        wire.skip(event)
        return ''
      }
      // The first events expired while the client was disconnected: its text does not match the remaining events.
      const before = isGap && afterSeq > seqBefore + 1 ? wire.reset() : ''
      return before + wire.encode(event)
    },
    /** Its id marks everything as delivered. */
    encodeEnding: (body: EndingEvent): string => wire.encode({ turnId, seq: DELIVERED_SEQ, writer: 0, body }),
  }
}

/** Resolves when the turn was accepted or its log has a first event, or at the end of the stream. @throws as `opening` */
const waitUntilBegun = async (
  { log, turnId, opening }: Pick<StreamOptions, 'log' | 'turnId' | 'opening'>,
  ended: Promise<void>,
): Promise<void> => {
  if (opening === undefined) return
  const over = new AbortController()
  opening.catch(() => undefined)
  try {
    await Promise.race([opening, firstEvent(log, turnId, over.signal), ended])
  } finally {
    over.abort()
  }
}

/**
 * Reads events, with retries while the log fails. A read without a response ends the stream after `stallMs`.
 * @returns undefined if the log failed for `stallMs`, or the stream has ended
 */
const readWithRetries = async (
  log: TurnLog,
  turnId: string,
  afterSeq: number,
  {
    stallMs,
    lifetime,
  }: {
    readonly stallMs: number
    readonly lifetime: Pick<ReturnType<typeof streamLifetime>, 'ended' | 'end' | 'finish'>
  },
): Promise<readonly TurnEvent[] | undefined> => {
  const deadline = Date.now() + stallMs
  for (;;) {
    const readTimer = setTimeout(lifetime.finish, stallMs, 'log_unavailable')
    try {
      return await log.read(turnId, afterSeq, BATCH)
    } catch {
      clearTimeout(readTimer)
      const left = deadline - Date.now()
      if (left <= 0) return undefined
      await Promise.race([pause(Math.min(500, left), undefined, { ref: false }), lifetime.ended])
      if (lifetime.end() !== undefined) return undefined
    } finally {
      clearTimeout(readTimer)
    }
  }
}
