import { setTimeout as delay } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Journal } from '../journal.ts'

/** Who asks, and where the service may be reached: the first place first, the next one after every loss. */
export interface ClientSettings {
  readonly journal: Journal
  readonly key: string
  /** Looked up anew for every try: processes come and go. */
  places(): readonly string[]
  /** Whether it waits as long as it is told to (`Retry-After`), as the documentation advises; else it asks again at once. */
  readonly isPatient?: boolean
}

export interface ClientRequest {
  /** Names all tries of it in the journal. */
  readonly ask: string
  readonly scope: string
  readonly tenant: string
  readonly question: string
}

/** Whether a refusal is a matter of time; what a turn has ended with is none, whatever its status. */
const isForLater = (body: string, status: number): boolean =>
  [409, 429, 503].includes(status) && !body.includes('"error_code":"EXTERNAL_')

/** How long a careful client goes on trying. */
const CLIENT_TIMEOUT_MS = 240_000
const PAUSE_MS = 250
/** A connection that says nothing for so long is lost; the service sends a comment every 15 s. */
const SILENCE_MS = 75_000

/** A client as the documentation advises: it tries again with its key, and resumes its stream where it was cut. */
export class Client {
  readonly #settings: ClientSettings
  readonly #conversations = new Map<string, string>()
  /** In s, by the name of what was refused. */
  readonly #retryAfter = new Map<string, number>()

  constructor(settings: ClientSettings) {
    this.#settings = settings
  }

  /** Posts a question with a key until it has an answer or a refusal that is no matter of time. */
  async json(request: ClientRequest, prefer?: 'respond-async'): Promise<boolean> {
    const preferred = prefer === undefined ? {} : { Prefer: prefer }
    return await this.#until(request, (place) =>
      this.#ask(request, place, { 'Idempotency-Key': request.ask, ...preferred }),
    )
  }

  /** Posts a question without a key, and does not try again: nobody knows what became of it where the answer is lost. */
  async once(request: ClientRequest): Promise<boolean> {
    return await this.#until(request, (place) => this.#ask(request, place, {}), 1)
  }

  /** The conversation of an answered request; undefined if the client has received no id. */
  conversationOf(ask: string): string | undefined {
    return this.#conversations.get(ask)
  }

  /** Streams an answer, and goes on elsewhere with the last id that it has, until it has the end. */
  async stream(request: ClientRequest): Promise<boolean> {
    let cursor: string | undefined
    return await this.#until(request, async (place) => {
      const { ask, scope, tenant, question } = request
      const from = cursor === undefined ? {} : { cursor }
      this.#settings.journal.write({
        kind: 'sent',
        at: Date.now(),
        ask,
        how: 'stream',
        scope,
        tenant,
        question,
        ...from,
      })
      const response = await fetch(`${place}/api/v1/chat/new/stream?${new URLSearchParams({ message: question })}`, {
        headers: { ...this.#headers(request), ...(cursor === undefined ? {} : { 'Last-Event-ID': cursor }) },
        signal: AbortSignal.timeout(SILENCE_MS),
      })
      if (response.status !== 200 || response.body === null) {
        return !isForLater(await this.#received(request, response), response.status)
      }
      this.#settings.journal.write({ kind: 'received', at: Date.now(), ask, scope, tenant, status: 200 })
      const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      let over = false
      for await (const { event = 'message', id = '', data } of events) {
        this.#settings.journal.write({ kind: 'event', at: Date.now(), ask, scope, tenant, event, id, data })
        if (id !== '') cursor = id
        over ||= event === 'done' || event === 'error'
      }
      return over
    })
  }

  /** Posts something else with a key until it is taken. @returns the last body, where it was taken */
  async post(request: Omit<ClientRequest, 'question'>, path: string, body: object): Promise<boolean> {
    return await this.#until(request, async (place) => {
      const { ask, scope, tenant } = request
      this.#settings.journal.write({ kind: 'sent', at: Date.now(), ask, how: 'append', scope, tenant, key: ask })
      const response = await fetch(`${place}${path}`, {
        method: 'POST',
        headers: { ...this.#headers(request), 'Content-Type': 'application/json', 'Idempotency-Key': ask },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(SILENCE_MS),
      })
      return !isForLater(await this.#received(request, response), response.status)
    })
  }

  async delete(request: Omit<ClientRequest, 'question'>, path: string): Promise<boolean> {
    return await this.#until(request, async (place) => {
      const { ask, scope, tenant } = request
      this.#settings.journal.write({ kind: 'sent', at: Date.now(), ask, how: 'delete', scope, tenant })
      const response = await fetch(`${place}${path}`, {
        method: 'DELETE',
        headers: this.#headers(request),
        signal: AbortSignal.timeout(SILENCE_MS),
      })
      return !isForLater(await this.#received(request, response), response.status)
    })
  }

  /** @returns false where a refusal is a matter of time */
  async #ask(
    request: ClientRequest,
    place: string,
    more: { 'Idempotency-Key'?: string; Prefer?: string },
  ): Promise<boolean> {
    const { ask, scope, tenant, question } = request
    const { 'Idempotency-Key': key, Prefer: prefer } = more
    const how = prefer === undefined ? 'json' : 'async'
    const keyed = key === undefined ? {} : { key }
    this.#settings.journal.write({ kind: 'sent', at: Date.now(), ask, how, scope, tenant, question, ...keyed })
    const response = await fetch(`${place}/api/v1/chat/message`, {
      method: 'POST',
      headers: { ...this.#headers(request), 'Content-Type': 'application/json', ...more },
      body: JSON.stringify({ message: question }),
      signal: AbortSignal.timeout(SILENCE_MS),
    })
    return !isForLater(await this.#received(request, response), response.status)
  }

  #headers({ tenant, scope }: Pick<ClientRequest, 'tenant' | 'scope'>): Record<string, string> {
    return { 'X-API-Key': this.#settings.key, 'X-Tenant-Id': tenant, 'X-Scope-Id': scope }
  }

  async #received({ ask, scope, tenant }: Omit<ClientRequest, 'question'>, response: Response): Promise<string> {
    const body = await response.text()
    const conversation = /"conversation_id":"([^"]+)"/.exec(body)?.[1]
    if (response.ok && conversation !== undefined) this.#conversations.set(ask, conversation)
    const retryAfter = response.headers.get('Retry-After')
    this.#retryAfter.set(ask, Number(retryAfter ?? 0))
    this.#settings.journal.write({
      kind: 'received',
      at: Date.now(),
      ask,
      scope,
      tenant,
      status: response.status,
      body,
      ...(retryAfter === null ? {} : { retryAfter }),
    })
    return body
  }

  #pauseMs(ask: string): number {
    const retryAfterMs = (this.#retryAfter.get(ask) ?? 0) * 1000
    this.#retryAfter.delete(ask)
    return this.#settings.isPatient === true ? Math.max(PAUSE_MS, retryAfterMs) : PAUSE_MS
  }

  /** Tries one place after the other. @returns whether it was done before patience, or the number of tries, ran out */
  async #until(
    { ask, scope }: Omit<ClientRequest, 'question'>,
    attempt: (place: string) => Promise<boolean>,
    triesMax = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const deadline = Date.now() + CLIENT_TIMEOUT_MS
    let done = false
    for (let tries = 0; !done && tries < triesMax && Date.now() < deadline; tries++) {
      const places = this.#settings.places()
      const place = places[tries % Math.max(1, places.length)]
      try {
        if (place !== undefined) done = await attempt(place)
      } catch {
        this.#settings.journal.write({ kind: 'lost', at: Date.now(), ask, scope })
      }
      if (!done) await delay(this.#pauseMs(ask))
    }
    this.#settings.journal.write({ kind: 'left', at: Date.now(), ask, scope, done })
    return done
  }
}
