import { readFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { createClient, type StreamedEvent, TabletalkError } from '../../clients/typescript/src/index.ts'
import { pauseMs } from '../../clients/typescript/src/transport.ts'
import { type RunningApi, serveApi } from '../../src/platform/process/serve-api.ts'
import { clientProject, readmeProgram } from '../support/client-project.ts'
import { type Platform, SECRET, startPlatform } from '../support/platform.ts'
import { streamEvents } from '../support/stream-events.ts'

const PACKAGE = path.join(import.meta.dirname, '../../clients/typescript')

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
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

/** A program with an expected type error, which fails to compile if the types of the package are missing. */
const WRONG = `import { createClient } from '@tabletalk/client'
// @ts-expect-error a misspelt field
createClient({ baseUrl: '', apiKey: '' }).ask({ mesage: '' })
`

describe('client package', () => {
  it('is built on install, and the examples of its README compile and run', async () => {
    const project = await clientProject(true)
    const program = await readmeProgram()
    await project.write('example.ts', program.replace('http://127.0.0.1:3000', platform.baseUrl))
    await project.write('wrong.ts', WRONG)
    expect(await project.compile()).toBe('')
    const { stdout, stderr } = await project.run('example.ts', { TABLETALK_KEY: platform.access.orgKey })
    expect(stdout).toContain('How many orders were placed last month?')
    expect(stderr).toMatch(/^VALIDATION_\w+ message .*message/)
    await project.remove()
  }, 60_000)

  it('starts its README with the install command', async () => {
    const readme = await readFile(path.join(PACKAGE, 'README.md'), 'utf8')
    expect(readme).toMatch(/^# \S+\n\n```sh\nnpm install \.\/clients\/typescript\n```/)
  })
})

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
    const branding = await scoped.call('get', '/api/v1/branding', {})
    expect(branding.data.colors.primary).toMatch(/^#/)
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

it('client waits for an export job and downloads its file', async () => {
  const scoped = client('client-exports')
  const { message_id } = await scoped.ask({ message: QUESTION })
  const path = { message_id: message_id ?? '' }
  const body = { format: 'csv' } as const
  const created = await scoped.call('post', '/api/v1/chat/messages/{message_id}/exports', { path, body })
  const steps: string[] = []
  const { result } = await scoped.job(created.data.id, { onProgress: ({ progress }) => steps.push(progress.step) })
  const file = await (await scoped.download(String(result?.url))).text()
  expect(file.trim().split('\r\n')).toHaveLength(Number(result?.row_count) + 1)
  await expect(scoped.job(crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
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
