import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the server got it. */
export interface PaymentRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly params: URLSearchParams
  readonly idempotencyKey: string | undefined
  readonly headers: IncomingMessage['headers']
}

/** What the server does in place of what it was asked for. */
export type Misbehaviour =
  /** It never answers, not even with a head. */
  | 'silent'
  /** A head, the begin of a body, and no more. */
  | 'stalls'
  | 'html'
  | 'cut off'
  | 'declines'
  | 'too many'
  | 'broken'
  /** A list without an end. */
  | 'huge'
  /** JSON of something else. */
  | 'something else'
  | 'elsewhere'

export interface ScriptedSubscription {
  readonly id: string
  readonly object: 'subscription'
  readonly customer: string
  readonly status: string
  readonly created: number
  readonly metadata: Readonly<Record<string, string>>
  readonly items: {
    readonly data: readonly { readonly price: { readonly id: string }; readonly current_period_end: number }[]
  }
  readonly trial_end: number | null
  readonly cancel_at: number | null
  readonly cancel_at_period_end: boolean
  readonly ended_at: number | null
}

interface Session {
  readonly id: string
  readonly customer: string
  readonly price: string
  readonly metadata: Readonly<Record<string, string>>
  readonly params: URLSearchParams
  status: 'open' | 'complete' | 'expired'
}

/** A request by which the processor tells something. */
export interface SentEvent {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export interface EventOptions {
  readonly id?: string
  /** Seconds since 1970, of the signature. */
  readonly at?: number
  readonly secret?: string
}

/** A server that speaks as Stripe does, as far as plans are bought, and does what a test says. */
export interface PaymentServer {
  readonly url: string
  /** Settings of a service that sells plans here. */
  readonly env: Readonly<Record<string, string>>
  readonly requests: readonly PaymentRequest[]
  /** What was sent of bodies that are too large, in bytes. */
  readonly sent: () => number
  /** How many requests came where a redirect leads. */
  readonly strays: () => number
  readonly customers: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** Deletes a customer at the processor, with its subscriptions. */
  removeCustomer(id: string): void
  readonly sessions: ReadonlyMap<string, Session>
  readonly subscriptions: ReadonlyMap<string, ScriptedSubscription>
  /** From now on, to requests whose address holds `where`; undefined: it behaves. */
  misbehave(how: Misbehaviour | undefined, where?: string): void
  /** Computes the next response at once, and sends it when the returned function is called. */
  holdNext(where: string): { readonly held: Promise<void>; release(): void }
  /** A customer pays on the page of a checkout. @returns the subscription */
  pay(url: string, change?: Partial<ScriptedSubscription>): ScriptedSubscription
  /** A checkout that ours has not begun, or has forgotten. @returns its page */
  begin(customer: string, metadata?: Readonly<Record<string, string>>): string
  /** A customer buys something without a checkout of ours. */
  subscribe(customer: string, price: string, change?: Partial<ScriptedSubscription>): ScriptedSubscription
  change(id: string, change: Partial<ScriptedSubscription>): ScriptedSubscription
  /** Since when bills of a subscription are open. */
  bill(subscription: string, ...created: number[]): void
  /** An event about an object as it is now, or was. */
  event(type: string, object: object, options?: EventOptions): SentEvent
  close(): Promise<void>
}

export const PRICES = { starter: 'price_starter', professional: 'price_professional', business: 'price_business' }
export const PORTAL = 'https://portal.example.com'
const SECRET = 'whsec_of_the_payment_server'
/** What events were signed with before: it is replaced. */
export const OLDER_SECRET = 'whsec_of_the_payment_server_before'

export const secondsNow = (): number => Math.floor(Date.now() / 1000)
const MONTH_S = 30 * 24 * 60 * 60
const newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 16)}`

export const startPaymentServer = async (): Promise<PaymentServer> => {
  const requests: PaymentRequest[] = []
  const customers = new Map<string, Record<string, string>>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, ScriptedSubscription>()
  const bills = new Map<string, readonly number[]>()
  const made = new Map<string, object>()
  let [sent, strays] = [0, 0]
  const elsewhere = createServer((_, response) => {
    strays++
    // A valid response for a client that follows redirects.
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"cus_elsewhere"}')
  })
  let misbehaviour: { readonly how: Misbehaviour; readonly where: string } | undefined
  let hold: { readonly where: string; readonly held: () => void; readonly released: Promise<void> } | undefined
  const subscribe = (customer: string, price: string, change: Partial<ScriptedSubscription> = {}) => {
    const now = secondsNow()
    const subscription: ScriptedSubscription = {
      ...{ id: newId('sub'), object: 'subscription', customer, status: 'active', created: now, metadata: {} },
      items: { data: [{ price: { id: price }, current_period_end: now + MONTH_S }] },
      ...{ trial_end: null, cancel_at: null, cancel_at_period_end: false, ended_at: null },
      ...change,
    }
    subscriptions.set(subscription.id, subscription)
    return subscription
  }
  const change = (id: string, changed: Partial<ScriptedSubscription>): ScriptedSubscription => {
    const found = subscriptions.get(id)
    if (found === undefined) throw new Error(`no subscription ${id}`)
    const next = { ...found, ...changed }
    subscriptions.set(id, next)
    return next
  }
  const isCustomer = (id: string): boolean =>
    customers.has(id) || [...subscriptions.values()].some(({ customer }) => customer === id)
  const newestFirst = (all: Iterable<ScriptedSubscription>) => [...all].toReversed()
  const handle = ({ method, path: address, params }: PaymentRequest): object | undefined => {
    const { pathname: path, searchParams: query } = new URL(address, 'http://payments')
    const of = (pattern: RegExp): string | undefined => pattern.exec(path)?.[1]
    const ending = of(/^\/v1\/subscriptions\/(\w+)$/)
    const expiring = of(/^\/v1\/checkout\/sessions\/(\w+)\/expire$/)
    const customer = query.get('customer')
    // https://docs.stripe.com/error-codes#resource-missing
    if (method === 'GET' && customer !== null && !isCustomer(customer)) return missing('customer', customer)
    switch (true) {
      case path === '/v1/customers' && method === 'POST': {
        const made = { id: newId('cus'), object: 'customer', name: params.get('name') ?? '' }
        customers.set(made.id, made)
        return made
      }
      case path === '/v1/checkout/sessions' && method === 'POST': {
        const buyer = params.get('customer') ?? ''
        if (!customers.has(buyer)) return missing('customer', buyer)
        const id = newId('cs')
        sessions.set(id, {
          ...{ id, customer: buyer, price: params.get('line_items[0][price]') ?? '', params, status: 'open' },
          metadata: metadataIn(params, 'subscription_data[metadata]'),
        })
        return { id, object: 'checkout.session', url: `https://pay.example/c/${id}` }
      }
      case path === '/v1/checkout/sessions': {
        const own = [...sessions.values()].filter(({ customer }) => customer === query.get('customer'))
        const open = own.filter(({ status }) => status === 'open')
        return list(
          open.map(({ id, metadata }) => ({ id, object: 'checkout.session', metadata })),
          query,
        )
      }
      case expiring !== undefined: {
        const session = sessions.get(expiring)
        if (session === undefined) return missing('id', expiring)
        session.status = 'expired'
        return { id: expiring }
      }
      case path === '/v1/billing_portal/sessions':
        return { id: newId('bps'), url: `https://pay.example/p/${params.get('customer')}` }
      case path === '/v1/subscriptions': {
        const all = newestFirst(subscriptions.values()).filter(({ customer }) => customer === query.get('customer'))
        return list(query.get('status') === 'all' ? all : all.filter(({ status }) => status !== 'canceled'), query)
      }
      case path === '/v1/invoices':
        return list(
          (bills.get(query.get('subscription') ?? '') ?? []).map((created) => ({ id: newId('in'), created })),
          query,
        )
      case ending !== undefined: {
        if (!subscriptions.has(ending)) return missing('id', ending)
        return method === 'DELETE'
          ? change(ending, { status: 'canceled', ended_at: secondsNow() })
          : subscriptions.get(ending)
      }
      default:
        return undefined
    }
  }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    request.on('end', async () => {
      const { method = '', url: path = '', headers } = request
      const key = headers['idempotency-key']
      const idempotencyKey = typeof key === 'string' ? key : undefined
      const asked = { method, path, params: new URLSearchParams(text), idempotencyKey, headers }
      requests.push(asked)
      if (misbehaviour !== undefined && path.includes(misbehaviour.where))
        return void misbehaving(misbehaviour.how, response, {
          elsewhere: urlOf(elsewhere),
          count: (bytes) => (sent += bytes),
        })
      const known = idempotencyKey === undefined ? undefined : made.get(idempotencyKey)
      const answer = structuredClone(known ?? handle(asked))
      if (idempotencyKey !== undefined && answer !== undefined) made.set(idempotencyKey, answer)
      if (hold !== undefined && path.includes(hold.where)) {
        const { held, released } = hold
        hold = undefined
        held()
        await released
      }
      const isWrong = answer === undefined || 'error' in answer
      response.writeHead(answer === undefined ? 404 : isWrong ? 400 : 200, {
        ...{ 'Content-Type': 'application/json', 'Request-Id': newId('req') },
        'Stripe-Notice': 'a text of the processor that nobody is to read',
      })
      response.end(JSON.stringify(answer ?? { error: { type: 'invalid_request_error', message: 'no such address' } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const url = urlOf(server)
  return {
    removeCustomer(id) {
      customers.delete(id)
      for (const [key, { customer }] of subscriptions) if (customer === id) subscriptions.delete(key)
    },
    ...{ url, requests, customers, sessions, subscriptions, subscribe, change, sent: () => sent, strays: () => strays },
    env: {
      ...{ TABLETALK_PAYMENTS: 'stripe', TABLETALK_STRIPE_KEY: 'sk_test_of_the_suite', TABLETALK_STRIPE_URL: url },
      TABLETALK_STRIPE_WEBHOOK_SECRET: `${SECRET},${OLDER_SECRET}`,
      TABLETALK_STRIPE_PRICES: Object.entries(PRICES)
        .map(([plan, price]) => `${plan}=${price}`)
        .join(','),
      ...{ TABLETALK_PORTAL_URL: PORTAL, TABLETALK_STRIPE_TIMEOUT: '1' },
    },
    misbehave(how, where = '/v1/') {
      misbehaviour = how === undefined ? undefined : { how, where }
    },
    holdNext(where) {
      const held = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      hold = { where, held: held.resolve, released: released.promise }
      return { held: held.promise, release: released.resolve }
    },
    pay(page, changed) {
      const session = sessions.get(page.split('/').at(-1) ?? '')
      if (session?.status !== 'open') throw new Error(`no checkout is open at ${page}`)
      session.status = 'complete'
      return subscribe(session.customer, session.price, { metadata: session.metadata, ...changed })
    },
    begin(customer, metadata = {}) {
      const id = newId('cs')
      const price = PRICES.starter
      sessions.set(id, { id, customer, price, metadata, params: new URLSearchParams(), status: 'open' })
      return `https://pay.example/c/${id}`
    },
    bill(subscription, ...created) {
      bills.set(subscription, created)
    },
    event(type, object, { id = newId('evt'), at = secondsNow(), secret = SECRET } = {}) {
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: '2026-10-28.endive',
        created: at,
        type,
        data: { object },
      })
      return { body, headers: { 'Stripe-Signature': signatureOf(body, at, secret) } }
    },
    async close() {
      for (const one of [server, elsewhere]) {
        one.closeAllConnections()
        await new Promise((resolve) => one.close(resolve))
      }
    },
  }
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** https://docs.stripe.com/webhooks/signature */
const signatureOf = (body: string, at: number, secret: string): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** https://docs.stripe.com/api/pagination */
const list = (data: readonly { readonly id: string }[], query: URLSearchParams) => {
  const after = data.findIndex(({ id }) => id === query.get('starting_after')) + 1
  return { object: 'list', has_more: data.length > after + 100, data: data.slice(after, after + 100) }
}

const missing = (param: string, id: string) => ({
  error: { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such ${param}: '${id}'` },
})

const metadataIn = (params: URLSearchParams, field: string): Record<string, string> =>
  Object.fromEntries(
    [...params].flatMap(([name, value]) =>
      name.startsWith(`${field}[`) ? [[name.slice(field.length + 1, -1), value]] : [],
    ),
  )

const PART_BYTES = 256 * 1024

/** Text of the processor that no caller of the API may see. */
export const PROCESSOR_TEXT = 'Your card of Mrs Smith was declined'

const misbehaving = (
  how: Misbehaviour,
  response: ServerResponse,
  { elsewhere, count }: { readonly elsewhere: string; count(bytes: number): void },
): void => {
  const json = { 'Content-Type': 'application/json' }
  const error = (status: number, type: string) =>
    response
      .writeHead(status, { ...json, 'Request-Id': 'req_of_a_failure' })
      .end(JSON.stringify({ error: { type, message: PROCESSOR_TEXT, code: 'card_declined' } }))
  switch (how) {
    case 'silent':
      return
    case 'stalls':
      response.writeHead(200, json).write('{"object":"list","data":[')
      return
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>${PROCESSOR_TEXT}</title>`)
      return
    case 'cut off':
      response.writeHead(200, { ...json, 'Content-Length': '1000' }).write('{"object"', () => response.destroy())
      return
    case 'declines':
      error(402, 'card_error')
      return
    case 'too many':
      error(429, 'rate_limit_error')
      return
    case 'broken':
      error(500, 'api_error')
      return
    case 'something else':
      response.writeHead(200, json).end('[1,{"url":"javascript:alert(1)","data":{}}]')
      return
    case 'elsewhere':
      // With a valid body, for a client that takes a redirect for a response.
      response.writeHead(302, { ...json, Location: elsewhere }).end('{"id":"cus_no","url":"https://pay.example/no"}')
      return
    case 'huge': {
      response.writeHead(200, json)
      const more = (): void => {
        let isTaken = true
        while (isTaken && !response.destroyed) {
          count(PART_BYTES)
          isTaken = response.write(' '.repeat(PART_BYTES))
        }
        response.once('drain', more)
      }
      more()
    }
  }
}
