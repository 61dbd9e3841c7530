import { setTimeout as delay } from 'node:timers/promises'
import type { FollowedEvent } from './follow-turn.ts'

/** The reader has pressed Ctrl-C. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** What a turn says of itself when it begins. */
export interface BegunTurn {
  readonly turnId: string
  readonly conversationId: string
}

/** A turn's events up to the moment in which their reader is interrupted, and what is known of the turn by then. */
export class InterruptibleTurn implements AsyncIterable<FollowedEvent> {
  readonly #events: AsyncIterator<FollowedEvent>
  readonly #interrupted: AbortSignal
  /** Read, and not yet given to anybody. */
  #next: Promise<IteratorResult<FollowedEvent>> | undefined
  #begun: BegunTurn | undefined
  #isOver = false

  constructor(events: AsyncIterable<FollowedEvent>, interrupted: AbortSignal) {
    this.#events = events[Symbol.asyncIterator]()
    this.#interrupted = interrupted
  }

  get begun(): BegunTurn | undefined {
    return this.#begun
  }

  /** Whether its last event was read. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** @throws Interrupted, at once; what the events throw */
  async *[Symbol.asyncIterator](): AsyncIterator<FollowedEvent> {
    const stop = Promise.withResolvers<'stop'>()
    const onAbort = (): void => stop.resolve('stop')
    this.#interrupted.addEventListener('abort', onAbort)
    try {
      for (;;) {
        if (this.#interrupted.aborted) throw new Interrupted()
        this.#next ??= this.#read()
        const read = await Promise.race([this.#next, stop.promise])
        if (read === 'stop') throw new Interrupted()
        this.#next = undefined
        if (read.done === true) return
        yield read.value
      }
    } finally {
      this.#interrupted.removeEventListener('abort', onAbort)
    }
  }

  /** Ends the reading; whoever reads from a service hangs up first. */
  async close(): Promise<void> {
    await this.#events.return?.()
  }

  /** Reads on, unseen, until the turn has said who it is; undefined when it does not within the time given. */
  async untilBegun(withinMs: number): Promise<BegunTurn | undefined> {
    const late = new AbortController()
    const timeout = delay(withinMs, undefined, { signal: late.signal }).catch(() => undefined)
    try {
      while (this.#begun === undefined) {
        this.#next ??= this.#read()
        const read = await Promise.race([this.#next.catch(() => undefined), timeout])
        if (read === undefined || read.done === true) break
        this.#next = undefined
      }
      return this.#begun
    } finally {
      late.abort()
    }
  }

  async #read(): Promise<IteratorResult<FollowedEvent>> {
    const read = await this.#events.next()
    if (read.done === true) return read
    const { name, data } = read.value
    const { turn_id: turnId, conversation_id: conversationId } = data
    if (name === 'start' && typeof turnId === 'string' && typeof conversationId === 'string')
      this.#begun = { turnId, conversationId }
    if (name === 'done' || name === 'error') this.#isOver = true
    return read
  }
}
