import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { SignJWT } from 'jose'
import type { Browser } from 'playwright-core'
import { DEMO } from '../../demo/organization.ts'
import type { ApiKey } from '../../src/access/rules/api-key.ts'
import type { Observation } from '../../src/platform/observation.ts'
import { serveApi } from '../../src/platform/process/serve-api.ts'
import { describeInBrowser, launchBrowser } from '../support/browser.ts'
import { type Platform, type Reply, type RequestOptions, SECRET, startPlatform } from '../support/platform.ts'
import { streamEvents } from '../support/stream-events.ts'
import { testServers } from '../support/test-servers.ts'
import { describeUserTickets } from './tickets-of-people.ts'

const QUESTION = 'How many customers are there?'
const IDENTITY = `is_${'s'.repeat(43)}`
/** A database with a secret for identity tokens. */
const SIGNED = randomUUID()

let platform: Platform
const observations: Observation[] = []
beforeAll(async () => {
  platform = await startPlatform({ observe: (observation) => void observations.push(observation) })
  const { organizationId } = platform.access
  const settings = { ...DEMO.database, organizationId, id: SIGNED }
  await platform.app.store.databases.put(settings, `sqlite:${testServers().demoFile}`)
  await platform.app.store.databases.putIdentity({ organizationId }, SIGNED, 'accepted', IDENTITY)
})
afterAll(() => platform.close())

const NO_CREDENTIALS = { 'X-API-Key': null, 'X-Tenant-Id': null, 'X-Scope-Id': null }

const own = () => ({ database_id: platform.access.databaseId })

const createTicket = (headers: RequestOptions['headers'] = {}, json: object = own()): Promise<Reply> =>
  platform.request('/api/v1/chat/stream-tickets', { json, headers })

const ticketFor = async (headers: RequestOptions['headers'] = {}, json: object = own()): Promise<string> => {
  const { status, text, body } = await createTicket(headers, json)
  if (status !== 201) throw new Error(text)
  return body.data.ticket
}

interface Opening {
  readonly conversation?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string | null>>
}

/** Opens a stream with a ticket as its only credential, and reads it to its end. */
const open = (
  ticket: string,
  { conversation = 'new', query = { message: QUESTION }, headers = {} }: Opening = {},
): Promise<Reply> =>
  platform.request(`/api/v1/chat/${conversation}/stream?${new URLSearchParams({ ...query, ticket })}`, {
    headers: { ...NO_CREDENTIALS, ...headers },
  })

const idsOf = ({ text }: Reply): string[] => streamEvents(text).flatMap(({ id }) => (id === undefined ? [] : [id]))
const startOf = ({ text }: Reply) => {
  const start = streamEvents(text).find(({ event }) => event === 'start')
  if (start === undefined) throw new Error(`no turn was started: ${text}`)
  return start.data
}

const questionsOf = async (scope: string, tenant = '1'): Promise<string[]> => {
  const { body } = await platform.request('/api/v1/chat/history', {
    headers: { 'X-Scope-Id': scope, 'X-Tenant-Id': tenant },
  })
  return body.data.messages.flatMap((message: { sender: string; content: string }) =>
    message.sender === 'USER' ? [message.content] : [],
  )
}

/** Adds a key of the organization. */
const newKey = (key: Partial<ApiKey>) => {
  const { organizationId } = platform.access
  return platform.app.store.apiKeys.add({ organizationId }, { kind: 'organization', userId: 1, ...key })
}

describeUserTickets(() => ({ platform, question: QUESTION, json: own(), open, idsOf, questionsOf }))

describe('a stream ticket', () => {
  it.each(['sk_', 'pk_'])(
    'opens a stream without the %s key, for the tenant and scope that it was issued for',
    async (kind) => {
      const { orgKey, databaseKey } = platform.access
      const scope = `tickets of ${kind}`
      const made = await createTicket({
        'X-API-Key': kind === 'sk_' ? orgKey : databaseKey,
        'X-Tenant-Id': '2',
        'X-Scope-Id': scope,
      })
      expect(made.status).toBe(201)
      expect(made.body.data).toMatchObject({ conversation_id: 'new', database_id: platform.access.databaseId })
      expect(Date.parse(made.body.data.expires_at) - Date.now()).toBeLessThanOrEqual(60_000)
      const answered = await open(made.body.data.ticket)
      expect(answered.status).toBe(200)
      const end = streamEvents(answered.text).at(-1)
      expect(end).toMatchObject({ event: 'done', data: { query_type: 'data_retrieval' } })
      const withKey = await platform.request('/api/v1/chat/message', {
        json: { message: QUESTION, ...own() },
        headers: { 'X-Tenant-Id': '2', 'X-Scope-Id': `${scope} by key` },
      })
      expect(end?.data.message).toBe(withKey.body.data.message)
      expect(await questionsOf(scope, '2')).toEqual([QUESTION])
      expect(streamEvents(answered.text).some(({ event }) => event === 'query')).toBe(kind === 'sk_')
    },
  )

  it('opens one of 8 concurrent streams, and the rest get an error that says what to do', async () => {
    const ticket = await ticketFor({ 'X-Scope-Id': 'at once' })
    const all = await Promise.all(Array.from({ length: 8 }, () => open(ticket)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of all.filter((reply) => reply.status !== 200)) {
      expect(status).toBe(401)
      expect(body.message).toMatch(/has already been used.*Get a new one with POST \/api\/v1\/chat\/stream-tickets/)
    }
    expect(await questionsOf('at once')).toEqual([QUESTION])
  })

  it('resumes its own turn with a cursor, without a new question, and resumes no other turn', async () => {
    const headers = { 'X-Scope-Id': 'comes back' }
    const ticket = await ticketFor(headers)
    const first = await open(ticket)
    const ids = idsOf(first)
    const rest = await open(ticket, { headers: { 'Last-Event-ID': ids[1] ?? '' } })
    expect([rest.status, idsOf(rest)]).toEqual([200, ids.slice(2)])
    expect((await open(ticket, { headers: { 'Last-Event-ID': ids.at(-1) ?? '' } })).status).toBe(204)
    const other = await open(await ticketFor(headers), { query: { message: 'How many orders are there?' } })
    for (const cursor of [idsOf(other)[0] ?? '', `${randomUUID()}.1`, 'nonsense'])
      expect([cursor, (await open(ticket, { headers: { 'Last-Event-ID': cursor } })).status]).toEqual([cursor, 401])
    expect((await open(ticket)).status).toBe(401)
    expect(await questionsOf('comes back')).toHaveLength(2)
  })

  it('is rejected for any other request, which does not consume it', async () => {
    const { organizationId, orgKey, databaseKey } = platform.access
    const headers = { 'X-Scope-Id': 'of one' }
    const start = startOf(await open(await ticketFor(headers)))
    const conversation = String(start.conversation_id)
    const ticket = await ticketFor(headers, { conversation_id: conversation })
    const rejected: readonly Opening[] = [
      { conversation: 'new' },
      { conversation: randomUUID() },
      { conversation, query: { message: QUESTION, database_id: SIGNED } },
      { conversation, headers: { 'X-Tenant-Id': '2' } },
      { conversation, headers: { 'X-Scope-Id': 'another' } },
      { conversation, headers: { 'X-API-Key': orgKey } },
      { conversation, headers: { 'X-API-Key': databaseKey } },
      { conversation, headers: { Authorization: 'Bearer x' } },
    ]
    for (const opening of rejected) {
      const { status, body } = await open(ticket, opening)
      expect([opening, status, body?.error_code]).toEqual([opening, 401, 'AUTH_TOKEN_INVALID'])
      expect(body.message).toMatch(/ticket/)
    }
    const last = ticket.at(-1) === 'A' ? 'B' : 'A'
    for (const text of [`${ticket.slice(0, -1)}${last}`, ticket.slice(4), '', orgKey, `tkt_${'A'.repeat(43)}`])
      expect([text, (await open(text, { conversation })).status]).toEqual([text, 401])
    // Other endpoints do not read the ticket.
    const list = `/api/v1/chat/conversations?ticket=${ticket}`
    expect((await platform.request(list, { headers: { ...NO_CREDENTIALS, 'X-Scope-Id': 'of one' } })).status).toBe(401)
    expect((await open(ticket, { conversation, query: {} })).status).toBe(400)
    expect((await open(ticket, { conversation })).status).toBe(200)
    expect(organizationId).toBeGreaterThan(0)
  })

  it('resumes a turn of its conversation after the first ticket was lost', async () => {
    const headers = { 'X-Scope-Id': 'lost its ticket' }
    const first = await open(await ticketFor(headers))
    const conversation = String(startOf(first).conversation_id)
    const ids = idsOf(first)
    const query = { last_event_id: ids[0] ?? '' }
    expect((await open(await ticketFor(headers), { query })).status).toBe(401)
    const again = await ticketFor(headers, { conversation_id: conversation })
    expect(idsOf(await open(again, { conversation, query }))).toEqual(ids.slice(1))
    expect((await open(again, { conversation })).status).toBe(401)
    expect(await questionsOf('lost its ticket')).toEqual([QUESTION])
  })

  it('becomes invalid when its key is rotated or revoked, or its organization is suspended', async () => {
    const { organizationId } = platform.access
    const { store } = platform.app
    const key = await newKey({})
    const headers = { 'X-API-Key': key.text, 'X-Scope-Id': 'ends' }
    const used = await ticketFor(headers)
    const cursor = { headers: { 'Last-Event-ID': idsOf(await open(used))[0] ?? '' } }
    const suspended = await ticketFor(headers)
    await store.organizations.change({ organizationId }, { status: 'suspended' })
    expect((await open(suspended)).status).toBe(401)
    expect((await open(used, cursor)).status).toBe(403)
    await store.organizations.change({ organizationId }, { status: 'active' })
    expect((await open(suspended)).status).toBe(401)
    expect((await open(used, cursor)).status).toBe(200)
    const rotated = await ticketFor(headers)
    const renewed = await store.apiKeys.rotate({ organizationId }, key.id)
    expect((await open(rotated)).status).toBe(401)
    const revoked = await ticketFor({ ...headers, 'X-API-Key': renewed?.text ?? '' })
    await store.apiKeys.revoke({ organizationId }, key.id)
    expect((await open(revoked)).status).toBe(401)
    expect((await open(used, cursor)).status).toBe(401)
  })

  it('is restricted to the origins of a public key, on issue and on use', async () => {
    const { databaseId } = platform.access
    const { text } = await newKey({ kind: 'database', databaseId, origins: ['https://shop.example'] })
    const headers = { 'X-API-Key': text, 'X-Scope-Id': 'pages' }
    const [allowed, foreign] = [{ Origin: 'https://shop.example' }, { Origin: 'https://other.example' }]
    expect((await createTicket({ ...headers, ...foreign })).status).toBe(403)
    expect((await createTicket(headers)).status).toBe(403)
    const ticket = await ticketFor({ ...headers, ...allowed })
    expect((await open(ticket, { headers: foreign })).status).toBe(403)
    expect((await open(ticket)).status).toBe(403)
    expect((await open(ticket, { headers: allowed })).status).toBe(200)
  })

  it('ignores the address list of a server key on use, and applies that of a public key', async () => {
    const { databaseId } = platform.access
    const addresses = ['127.0.0.1']
    const server = await newKey({ addresses })
    const widget = await newKey({ kind: 'database', databaseId, addresses })
    const [fromServer, fromPage] = [
      await ticketFor({ 'X-API-Key': server.text }),
      await ticketFor({ 'X-API-Key': widget.text }),
    ]
    const { app } = platform
    const behindProxy = await serveApi(
      { ...app, config: { ...app.config, trustedProxies: ['loopback'] } },
      { host: '127.0.0.1', port: 0, secret: SECRET },
    )
    const from = (ticket: string) =>
      fetch(`http://127.0.0.1:${behindProxy.port}/api/v1/chat/new/stream?message=hello&ticket=${ticket}`, {
        headers: { 'X-Forwarded-For': '203.0.113.9' },
      })
    expect((await from(fromPage)).status).toBe(403)
    // Another process accepts it.
    const answered = await from(fromServer)
    expect(answered.status).toBe(200)
    await answered.text()
    await behindProxy.drain(0)
  })

  it('has the tenant and scope of the identity token, and is rejected without one once tokens are required', async () => {
    const { organizationId } = platform.access
    const { store } = platform.app
    const { text } = await newKey({ kind: 'database', databaseId: SIGNED })
    const exp = Math.floor(Date.now() / 1000) + 600
    const token = await new SignJWT({ tenant_id: 2, scope_id: 'signed', exp })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(IDENTITY, 'utf8'))
    const plain = { 'X-API-Key': text, 'X-Scope-Id': 'plain' }
    const signed = { 'X-API-Key': text, 'X-Identity-Token': token }
    const [byPlain, bySigned] = [await ticketFor(plain, {}), await ticketFor(signed, {})]
    const cursor = async (ticket: string) => ({
      headers: { 'Last-Event-ID': idsOf(await open(ticket))[0] ?? '' },
    })
    const [plainCursor, signedCursor] = [await cursor(byPlain), await cursor(bySigned)]
    expect(await questionsOf('signed', '2')).toEqual([QUESTION])
    const unused = await ticketFor(plain, {})
    await store.databases.putIdentity({ organizationId }, SIGNED, 'required', IDENTITY)
    expect((await open(unused)).status).toBe(401)
    expect((await open(byPlain, plainCursor)).status).toBe(401)
    expect((await open(bySigned, signedCursor)).status).toBe(200)
    expect((await createTicket(plain, {})).status).toBe(401)
  })

  it('is issued once per Idempotency-Key, and rejected where its question would be', async () => {
    const headers = { 'Idempotency-Key': 'one-ticket' }
    const [first, again] = [await createTicket(headers), await createTicket(headers)]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect((await createTicket(headers, {})).status).toBe(422)
    // The organization has more than one database.
    expect((await createTicket({}, {})).body).toMatchObject({ status_code: 400, details: [{ field: 'database_id' }] })
    expect((await createTicket({}, { conversation_id: randomUUID() })).status).toBe(404)
    expect((await createTicket({}, { database_id: randomUUID() })).status).toBe(404)
    expect((await createTicket({}, { ...own(), tenant: 1 })).status).toBe(400)
    expect((await createTicket({ 'X-Tenant-Id': null })).status).toBe(403)
    const { text } = await newKey({ permissions: ['history'] })
    expect((await createTicket({ 'X-API-Key': text })).status).toBe(403)
  })

  it('is masked in observations and responses', async () => {
    const ticket = await ticketFor({ 'X-Scope-Id': 'unseen' })
    const answered = await open(ticket)
    const refused = await open(ticket)
    const inPath = await platform.request(`/api/v1/chat/${ticket}/stream?ticket=${ticket}`, { headers: NO_CREDENTIALS })
    const unknownPath = await platform.request(`/api/v1/${ticket}`, { headers: NO_CREDENTIALS })
    const all = JSON.stringify([observations, answered.text, refused.text, inPath.text, unknownPath.text])
    expect(observations.some((one) => one.kind === 'request_completed' && one.path.includes('tkt_…'))).toBe(true)
    expect(all).not.toContain(ticket.slice(4))
  })
})

/** A page of the customer: it gets a ticket with its public key, and follows the stream with EventSource. */
const pageFor = (api: string, key: string) => `<!doctype html><script>
  const seen = { text: '', ids: [], opens: 0, done: 0, closed: false }
  const follow = async () => {
    const made = await fetch('${api}/api/v1/chat/stream-tickets', {
      method: 'POST',
      headers: { 'X-API-Key': '${key}', 'X-Tenant-Id': '1', 'X-Scope-Id': 'in a browser' },
    })
    const { data } = await made.json()
    const query = new URLSearchParams({ message: 'Top 5 customers by revenue this year', ticket: data.ticket })
    const source = new EventSource('${api}/api/v1/chat/' + data.conversation_id + '/stream?' + query)
    const take = (event) => {
      seen.ids.push(event.lastEventId)
      if (event.type === 'reset') seen.text = ''
      seen.text += JSON.parse(event.data).content
      if (event.type === 'done') seen.done += 1
    }
    for (const name of ['start', 'status', 'results', 'suggestions', 'chart', 'message', 'reset', 'done'])
      source.addEventListener(name, take)
    source.onopen = () => { seen.opens += 1 }
    source.onerror = () => { seen.closed = source.readyState === EventSource.CLOSED }
  }
  follow()
</script>`

describeInBrowser('EventSource in a browser with a stream ticket', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  /** Starts a proxy that holds the first stream after its first event until `break` closes it. */
  const startBreakingProxy = async () => {
    const statuses: number[] = []
    let breakIt: (() => void) | undefined
    const server = http.createServer((incoming, outgoing) => {
      const { url, method, headers } = incoming
      const { hostname, port } = new URL(platform.baseUrl)
      const asked = http.request({ hostname, port, path: url, method, headers }, (answer) => {
        const isStream = url?.includes('/stream?') ?? false
        if (isStream) statuses.push(answer.statusCode ?? 0)
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        const breaks = isStream && statuses.length === 1
        if (!breaks) return void answer.pipe(outgoing).on('error', () => answer.destroy())
        // The page gets only the first event, even if the response arrives in one chunk.
        let received = ''
        let isShown = false
        answer.setEncoding('utf8').on('data', (part: string) => {
          received += part
          const first = /^.*?\nevent: start\n.*?\n\n/s.exec(received)?.[0]
          if (first === undefined || isShown) return
          isShown = true
          outgoing.write(first)
        })
        breakIt = () => {
          answer.destroy()
          outgoing.socket?.destroy()
        }
      })
      asked.on('error', () => outgoing.destroy())
      incoming.pipe(asked)
    })
    const pages = http.createServer((_, outgoing) => {
      const proxyAddress = server.address()
      const port = typeof proxyAddress === 'object' && proxyAddress !== null ? proxyAddress.port : 0
      const html = pageFor(`http://127.0.0.1:${port}`, platform.access.databaseKey)
      outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
    })
    for (const one of [server, pages]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
    const address = pages.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    return {
      page: `http://127.0.0.1:${address.port}/`,
      statuses,
      break: () => breakIt?.(),
      async close() {
        for (const one of [server, pages]) {
          one.closeAllConnections()
          await new Promise((closed) => one.close(closed))
        }
      },
    }
  }

  it('receives each event once over a broken connection, stops on 204, and asks once', async () => {
    const proxy = await startBreakingProxy()
    const page = await browser.newPage()
    await page.goto(proxy.page)
    await page.waitForFunction('seen.ids.length > 0')
    proxy.break()
    await page.waitForFunction('seen.closed')
    const seen = JSON.parse(await page.evaluate('JSON.stringify(seen)'))
    expect(proxy.statuses).toEqual([200, 200, 204])
    expect(seen).toMatchObject({ done: 1, opens: 2 })
    const numbers = seen.ids.map((id: string) => Number(id.split('.')[1]))
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => a - b))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(await questionsOf('in a browser')).toEqual(['Top 5 customers by revenue this year'])
    await page.close()
    await proxy.close()
  })
})
