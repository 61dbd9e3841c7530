import http from 'node:http'
import { SignJWT } from 'jose'
import { createClient, type StreamedEvent, TabletalkError } from '../../clients/typescript/src/index.ts'
import { pauseMs } from '../../clients/typescript/src/transport.ts'
import { type RunningApi, serveApi } from '../../src/platform/process/serve-api.ts'
import { type Platform, SECRET } from '../support/platform.ts'
import { streamEvents } from '../support/stream-events.ts'
import { type ScriptedPlatform, startScriptedPlatform } from '../turn/scripted-planner.ts'

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await startScriptedPlatform()
})
afterAll(() => platform.close())

const client = (scopeId: string, more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ baseUrl: platform.baseUrl, apiKey: platform.access.orgKey, tenantId: 1, scopeId, ...more })

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const QUESTION = 'Top 5 customers by revenue this year'

/** Starts a proxy that injects a fault by the number of the request. */
const startFaultyProxy = async (
  port: () => number,
  act: (number: number, response: http.ServerResponse) => number | undefined,
) => {
  let requests = 0
  const server = http.createServer((incoming, outgoing) => {
    const cutAfter = act(requests++, outgoing)
    if (outgoing.writableEnded) return
    const { url, method, headers } = incoming
    const asked = http.request({ host: '127.0.0.1', port: port(), path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      let passed = 0
      answer.on('data', (part: Buffer) => {
        passed += part.length
        outgoing.write(part)
        if (cutAfter !== undefined && passed > cutAfter) outgoing.destroy()
      })
      answer.on('end', () => outgoing.end()).on('error', () => outgoing.destroy())
    })
    asked.on('error', () => outgoing.destroy())
    incoming.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

const portOf = ({ baseUrl }: Pick<Platform, 'baseUrl'>): number => Number(new URL(baseUrl).port)

const questionsOf = async (scopeId: string): Promise<string[]> =>
  (await collect(client(scopeId).messages())).filter(({ sender }) => sender === 'USER').map(({ content }) => content)

describe('client', () => {
  it('asks a question, continues the conversation and reads its history', async () => {
    const scoped = client('client-asks')
    const first = await scoped.ask({ message: 'How many customers are there?' })
    const second = await scoped.ask({ message: 'And per month?', conversation_id: first.conversation_id })
    expect(second.conversation_id).toBe(first.conversation_id)
    expect(first.results).toHaveLength(1)
    const { data } = await scoped.call('get', '/api/v1/chat/{conversation_id}/history', {
      path: { conversation_id: first.conversation_id },
    })
    expect(data.messages.map(({ role }) => role)).toEqual(['USER', 'ASSISTANT', 'USER', 'ASSISTANT'])
  })

  it('iterates over all pages of a list', async () => {
    const scoped = client('client-lists')
    const asked = ['one', 'two', 'three', 'four', 'five']
    for (const message of asked) await scoped.ask({ message })
    const conversations = await collect(scoped.conversations({ pageSize: 2 }))
    expect(new Set(conversations.map(({ id }) => id)).size).toBe(5)
    const messages = await collect(scoped.messages({ pageSize: 3 }))
    expect(messages).toHaveLength(10)
    const [{ id } = { id: '' }] = conversations
    expect(await collect(scoped.messages({ conversationId: id, pageSize: 1 }))).toHaveLength(2)
  })

  it('throws errors with the code, field and trace id of the response', async () => {
    const failing = client('client-fails', { apiKey: 'sk_nobody0000_none' }).ask({ message: 'hello' })
    await expect(failing).rejects.toMatchObject({
      name: 'TabletalkError',
      status: 401,
      code: 'AUTH_INVALID_CREDENTIALS',
      traceId: expect.any(String),
      details: [expect.objectContaining({ field: 'X-API-Key' })],
    })
    const empty = client('client-fails').ask({ message: '' })
    await expect(empty).rejects.toMatchObject({
      field: 'message',
      message: expect.stringMatching(/message: must not be/),
    })
    const stream = client('client-fails', { tenantId: 'nobody' }).stream({ message: 'hello' })
    await expect(stream.next()).rejects.toBeInstanceOf(TabletalkError)
  })

  it('waits for Retry-After before a retry', () => {
    expect(pauseMs(new TabletalkError('', { status: 503, retryAfter: 7 }), 0)).toBe(7_000)
    expect(pauseMs(new TabletalkError('', { status: 429 }), 0)).toBe(60_000)
  })

  // The client pauses before a retry, so these tests run concurrently, each with its own scope.
  it.concurrent('asks a question once, even if the request is retried', async () => {
    const proxy = await startFaultyProxy(
      () => portOf(platform),
      (number, answer) => {
        if (number === 0) answer.destroy()
        if (number === 1) answer.writeHead(503, { 'Retry-After': '1' }).end('{"message":"later"}')
        return number === 2 ? 0 : undefined
      },
    )
    const answer = await client('client-repeats', { baseUrl: proxy.baseUrl }).ask({ message: 'How many orders?' })
    expect(answer.query_type).toBe('data_retrieval')
    expect(proxy.requests()).toBe(4)
    expect(await questionsOf('client-repeats')).toEqual(['How many orders?'])
    await proxy.close()
  })

  it('follows an existing turn from any of its events, and reports lost connections', async () => {
    const scoped = client('client-follows')
    const { turn_id, conversation_id } = await scoped.ask({ message: QUESTION })
    const proxy = await startFaultyProxy(
      () => portOf(platform),
      (number, answer) => (number === 0 ? void answer.destroy() : undefined),
    )
    const lost: number[] = []
    const viaProxy = client('client-follows', { baseUrl: proxy.baseUrl })
    const turn = { conversation_id, last_event_id: `${turn_id}.0` }
    const events = await collect(
      viaProxy.follow(turn, { reconnects: 1, reconnectMs: 1, onLost: ({ status }) => lost.push(status) }),
    )
    expect([events[0]?.event, events.at(-1)?.event, lost]).toEqual(['start', 'done', [0]])
    const last = events.at(-1)?.id ?? ''
    await expect(scoped.follow({ conversation_id, last_event_id: last }).next()).rejects.toMatchObject({ status: 204 })
    expect(await questionsOf('client-follows')).toEqual([QUESTION])
    await proxy.close()
  })

  it('does not retry a DELETE request after a network error', async () => {
    const proxy = await startFaultyProxy(
      () => portOf(platform),
      (_, answer) => void answer.destroy(),
    )
    const lost = client('client-once', { baseUrl: proxy.baseUrl }).call('delete', '/api/v1/chat/{conversation_id}', {
      path: { conversation_id: crypto.randomUUID() },
    })
    await expect(lost).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
    expect(proxy.requests()).toBe(1)
    await proxy.close()
  })

  it('returns a single-use stream URL that a browser opens without a key', async () => {
    const question = { message: QUESTION, database_id: platform.access.databaseId }
    const address = await client('client-address').streamAddress(question)
    expect(address).toMatch(new RegExp(`^${platform.baseUrl}/api/v1/chat/new/stream\\?`))
    expect(address).not.toContain(platform.access.orgKey)
    const answered = await fetch(address)
    expect(streamEvents(await answered.text()).at(-1)?.event).toBe('done')
    expect((await fetch(address)).status).toBe(401)
    expect(await questionsOf('client-address')).toEqual([QUESTION])
    const refused = client('client-address').streamAddress({ ...question, conversation_id: crypto.randomUUID() })
    await expect(refused).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND_RESOURCE' })
  })

  it('reports a response of a server that is not Tabletalk', async () => {
    const proxy = await startFaultyProxy(
      () => portOf(platform),
      (_, answer) => void answer.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
    )
    const viaProxy = client('client-elsewhere', { baseUrl: proxy.baseUrl })
    const refusal = {
      code: 'UNREADABLE',
      message: expect.stringMatching(/^The server at .* does not seem to be Tabletalk/),
    }
    await expect(viaProxy.ask({ message: 'hello' })).rejects.toMatchObject(refusal)
    await expect(viaProxy.stream({ message: 'hello' }).next()).rejects.toMatchObject(refusal)
    await proxy.close()
  })

  it('stops a stream when the signal is aborted', async () => {
    const stop = new AbortController()
    const events = client('client-stops').stream({ message: QUESTION }, { signal: stop.signal })
    expect((await events.next()).value?.event).toBe('start')
    stop.abort(new Error('enough'))
    await expect(collect(events)).rejects.toThrow('enough')
  })
})

describe('client methods for answers', () => {
  it('return rows, files and charts of an answer, and all its rows', async () => {
    const scoped = client('client-answers')
    const { message_id, results } = await scoped.ask({ message: QUESTION })
    expect(await scoped.results(message_id)).toMatchObject({ rows: results, columns: expect.any(Array) })
    const csv = await (await scoped.resultsFile(message_id, { format: 'csv', bom: true })).arrayBuffer()
    expect(Buffer.from(csv).toString()).toMatch(/^\uFEFF/)
    const steps: string[] = []
    const onProgress = ({ progress }: { readonly progress: { readonly step: string } }) => steps.push(progress.step)
    const exported = await scoped.export(message_id, { format: 'json', onProgress })
    expect(exported.headers.get('X-Results-Rows')).toBe('5')
    expect(JSON.parse(await exported.text()).rows).toEqual(results)
    const picture = await scoped.chart(message_id, { format: 'png', width: 400 })
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(await (await scoped.chart(message_id)).text()).toMatch(/^<svg/)
    await expect(scoped.results(message_id, { part: 1 })).rejects.toMatchObject({ status: 400 })
  })

  it('rate an answer, and select one of its choices in the conversation', async () => {
    const choices = [{ label: 'customers', question: 'How many customers are there?' }]
    const clarify = { planner: 'builtin', mode: 'clarify', suggestions: [], assumptions: [], confidence: 0.6 } as const
    platform.drafts('How many are there?', { ...clarify, choices, reply: 'Which?' })
    const scoped = client('client-chooses')
    const { choices: [choice] = [], conversation_id } = await scoped.ask({ message: 'How many are there?' })
    const { message_id } = await scoped.ask({ message: choice?.question ?? '', conversation_id })
    await scoped.rate(message_id, 'down', 'Too many.')
    const [latest] = await collect(scoped.messages({ conversationId: conversation_id }))
    expect(latest?.metadata.feedback).toMatchObject({ rating: 'down', comment: 'Too many.' })
  })

  it('submit a question whose answer another client gets after lost connections, and cancel one', async () => {
    const [waits, stops] = ['How many orders are open?', 'How many orders are late?']
    const release = platform.holds(waits)
    const { turn_id } = await client('client-submits').submit({ message: waits })
    const proxy = await startFaultyProxy(
      () => portOf(platform),
      (number, answer) => {
        if (number === 0) answer.destroy()
        if (number === 2) release()
        return undefined
      },
    )
    const other = client('client-submits', { baseUrl: proxy.baseUrl })
    expect(await other.answer(turn_id)).toMatchObject({ turn_id, message: expect.stringMatching(/\d/) })
    expect(await other.cancel(turn_id)).toBe(false)
    const finish = platform.holds(stops)
    const stopped = await other.submit({ message: stops })
    expect(await other.cancel(stopped.turn_id)).toBe(true)
    await expect(other.answer(stopped.turn_id)).rejects.toMatchObject({ code: 'CANCELLED' })
    finish()
    await expect(other.answer(crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
    await proxy.close()
  })

  it('request an identity token before each request', async () => {
    const { app, access } = platform
    await app.store.databases.putIdentity({ organizationId: 1 }, access.databaseId, 'accepted', SECRET)
    const sent: string[] = []
    const signedIn = createClient({
      baseUrl: platform.baseUrl,
      apiKey: access.databaseKey,
      identityToken: async () => {
        const claims = new SignJWT({ tenant_id: 1, scope_id: `reader-${sent.length}` }).setExpirationTime('1m')
        return sent[sent.push(await claims.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET))) - 1] ?? ''
      },
    })
    const events = await collect(signedIn.stream({ message: QUESTION }))
    expect(events.at(-1)?.event).toBe('done')
    expect(await collect(signedIn.messages())).toEqual([])
    expect(sent).toHaveLength(2)
    expect(await questionsOf('reader-0')).toEqual([QUESTION])
    expect(await signedIn.databases()).toMatchObject([{ id: access.databaseId }])
    expect((await signedIn.branding()).effective.light.primary).toMatch(/^#/)
  })
})

describe('client stream', () => {
  const endOf = (events: readonly StreamedEvent[]) => events.at(-1)

  it('yields typed events in order with the accumulated text, and ends with the answer', async () => {
    const events = await collect(client('client-streams').stream({ message: QUESTION }))
    expect(events[0]?.event).toBe('start')
    const end = endOf(events)
    if (end?.event !== 'done') throw new Error('not done')
    expect(end.text).toBe(end.data.message)
    expect(events.some(({ event }) => event === 'results')).toBe(true)
    const { contract } = platform
    for (const { text: _, ...event } of events) expect((await contract()).eventFault(event)).toBeUndefined()
  })

  it('sends a question that is too long for a URL, for a scope in any script', async () => {
    const message = `How many customers are there?${' Only those of this year.'.repeat(100)}`
    const events = await collect(client('Zoë 東').stream({ message, database_id: undefined }))
    expect(endOf(events)?.event).toBe('done')
    expect(await questionsOf('Zoë 東')).toEqual([message])
  })

  it.concurrent('yields each event once and asks once over interrupted connections', async () => {
    const proxy = await startFaultyProxy(
      () => portOf(platform),
      (number) => (number < 2 ? 60 + 700 * number : undefined),
    )
    const events = await collect(client('client-cut', { baseUrl: proxy.baseUrl }).stream({ message: QUESTION }))
    expect(proxy.requests()).toBeGreaterThan(2)
    const ids = events.flatMap(({ id }) => (id === undefined ? [] : [Number(id.split('.')[1])]))
    expect(ids).toEqual(ids.map((_, index) => index + 1))
    const end = endOf(events)
    expect(end?.event === 'done' && end.data.message === end.text).toBe(true)
    expect(await questionsOf('client-cut')).toEqual([QUESTION])
    await proxy.close()
  })

  it.concurrent('resumes on another API process after the first has died', async () => {
    const serve = (): Promise<RunningApi> => serveApi(platform.app, { host: '127.0.0.1', port: 0, secret: SECRET })
    const first = await serve()
    let { port } = first
    const proxy = await startFaultyProxy(
      () => port,
      () => undefined,
    )
    const seen: StreamedEvent[] = []
    let second: RunningApi | undefined
    for await (const event of client('client-moves', { baseUrl: proxy.baseUrl }).stream({ message: QUESTION })) {
      seen.push(event)
      if (second !== undefined) continue
      second = await serve()
      port = second.port
      await first.drain(0)
    }
    const end = endOf(seen)
    expect(end?.event === 'done' && end.data.message === end.text).toBe(true)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(await questionsOf('client-moves')).toEqual([QUESTION])
    await proxy.close()
    await second?.drain(0)
  })
})
