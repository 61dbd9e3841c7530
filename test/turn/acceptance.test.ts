import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { collect, eventsOf, type ReceivedEvent, textOf } from '../http/event-stream.ts'
import { Forked, type ForkedApi } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

const QUESTION = 'How many customers are there?'

/** One platform with a worker, and one whose workers the tests start. The killed processes run beside them. */
let attended: Platform
let idle: Platform
/** Asked on the idle platform first: they are refused by a timeout, which elapses during other tests. */
let refused: Promise<readonly Response[]>
const forked = new Forked()
beforeAll(async () => {
  attended = await startPlatform()
  idle = await startPlatform({ worker: false })
  refused = Promise.all([
    post(idle.baseUrl, REFUSED.json()),
    fetch(`${idle.baseUrl}/api/v1/chat/new/stream?message=hello`, { headers: headersOf(REFUSED.stream()) }),
  ])
  // Handled by the test that awaits it.
  refused.catch(() => undefined)
})
afterEach(() => forked.killAll())
afterAll(() => Promise.all([attended.close(), idle.close()]))

const startApi = ({ env }: Platform, crashAt = ''): Promise<ForkedApi> => forked.startApi(env, { crashAt })

const startWorker = async ({ env }: Platform): Promise<ChildProcess> => {
  const child = forked.start('crashing-worker', env)
  await once(child, 'message')
  child.send('go')
  return child
}

interface Asked {
  readonly of: Platform
  readonly scope: string
  readonly key?: string
}

const REFUSED = {
  json: (): Asked => ({ of: idle, scope: 'refused-json', key: 'refused' }),
  stream: (): Asked => ({ of: idle, scope: 'refused-stream' }),
}

const headersOf = ({ of, scope, key }: Asked) => ({
  ...of.headers,
  'X-Scope-Id': scope,
  ...(key === undefined ? {} : { 'Idempotency-Key': key }),
})

const post = (url: string, asked: Asked): Promise<Response> =>
  fetch(`${url}/api/v1/chat/message`, {
    method: 'POST',
    headers: { ...headersOf(asked), 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: QUESTION }),
  })

const stream = (url: string, asked: Asked, cursor?: string): AsyncGenerator<ReceivedEvent> =>
  eventsOf(`${url}/api/v1/chat/new/stream?${new URLSearchParams({ message: QUESTION })}`, {
    headers: { ...headersOf(asked), ...(cursor === undefined ? {} : { 'Last-Event-ID': cursor }) },
  })

const history = async ({ of, scope }: Asked): Promise<{ sender: string; content: string }[]> => {
  const { body } = await of.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': scope } })
  return body.data.messages.map(({ sender, content }: { sender: string; content: string }) => ({ sender, content }))
}
const senders = async (asked: Asked) => (await history(asked)).map(({ sender }) => sender)

const dataOf = async (reply: Response): Promise<{ readonly message: string }> => JSON.parse(await reply.text()).data

/** Repeats a request with its idempotency key until it is neither running nor unavailable. */
const repeated = (url: string, asked: Asked): Promise<Response> =>
  waitFor('the answer', async () => {
    const reply = await post(url, asked)
    return [409, 503].includes(reply.status) ? false : reply
  })

describe('a question whose API process is killed', () => {
  it.each([
    ['before calling Temporal', 'claimed'],
    ['before sending the response', 'accepted'],
  ])(
    '%s gets one answer when it is repeated with its idempotency key',
    async (_, crashAt) => {
      const asked = { of: attended, scope: `json-${crashAt}`, key: `json-${crashAt}` }
      const api = await startApi(attended, crashAt)
      await expect(post(api.url, asked)).rejects.toThrow()
      await api.died
      const reply = await repeated(attended.baseUrl, asked)
      expect(reply.status).toBe(200)
      const data = await dataOf(reply)
      expect(await history(asked)).toEqual([
        { sender: 'ASSISTANT', content: data.message },
        { sender: 'USER', content: QUESTION },
      ])
      expect(await dataOf(await post(attended.baseUrl, asked))).toEqual(data)
    },
    120_000,
  )

  it('before calling Temporal leaves nothing behind and blocks nothing', async () => {
    const asked = { of: attended, scope: 'nothing' }
    const api = await startApi(attended, 'claimed')
    await expect(collect(stream(api.url, asked))).rejects.toThrow()
    expect(await senders(asked)).toEqual([])
    expect(textOf(await collect(stream(attended.baseUrl, asked)))).not.toBe('')
    expect(await senders(asked)).toEqual(['ASSISTANT', 'USER'])
  }, 120_000)

  it('after the start of its stream continues when another API process resumes the stream', async () => {
    const asked = { of: attended, scope: 'cut' }
    const api = await startApi(attended)
    const events = stream(api.url, asked)
    const first = await events.next()
    api.child.kill('SIGKILL')
    await api.died
    const rest = await collect(stream(attended.baseUrl, asked, first.value.id))
    expect(rest.at(-1)?.event).toBe('done')
    expect((await history(asked))[0]?.content).toBe(textOf(rest))
  }, 120_000)
})

describe('a question without an available worker', () => {
  it('is refused as unavailable with nothing sent, and is never run', async () => {
    const [json, streamed] = [REFUSED.json(), REFUSED.stream()]
    const replies = await refused
    for (const reply of replies) {
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('5')
      expect(await reply.json()).toMatchObject({ error_code: 'SYSTEM_SERVICE_UNAVAILABLE' })
    }
    const worker = await idle.startWorker()
    // Asked last: once it is answered, the worker has processed the refused ones.
    expect((await repeated(idle.baseUrl, { of: idle, scope: 'proof', key: 'proof' })).status).toBe(200)
    expect(await senders(streamed)).toEqual([])
    const again = await repeated(idle.baseUrl, json)
    expect(again.status).toBe(200)
    expect(await senders(json)).toEqual(['ASSISTANT', 'USER'])
    await worker.drain()
  }, 120_000)

  it('whose API process is killed before its response is answered once a worker starts', async () => {
    const asked = { of: idle, scope: 'later', key: 'later' }
    const api = await startApi(idle, 'started')
    await expect(post(api.url, asked)).rejects.toThrow()
    await api.died
    expect(await senders(asked)).toEqual([])
    const worker = await idle.startWorker()
    await waitFor('both messages', async () => (await senders(asked)).length === 2)
    expect((await repeated(idle.baseUrl, asked)).headers.get('idempotent-replayed')).toBe('true')
    expect(await senders(asked)).toEqual(['ASSISTANT', 'USER'])
    await worker.drain()
  }, 120_000)
})

describe('ten questions when all processes are killed at once', () => {
  it('are all answered to clients whose stream had started', async () => {
    const [api, worker] = await Promise.all([startApi(idle), startWorker(idle)])
    const started = new Map<string, ReceivedEvent[]>()
    const enoughStarted = Promise.withResolvers<void>()
    const readers = Array.from({ length: 10 }, async (_, index) => {
      const scope = `crowd-${index}`
      try {
        for await (const event of stream(api.url, { of: idle, scope })) {
          started.set(scope, [...(started.get(scope) ?? []), event])
          if (started.size === 4) enoughStarted.resolve()
        }
      } catch {
        // The API process was killed.
      }
    })
    await enoughStarted.promise
    api.child.kill('SIGKILL')
    worker.kill('SIGKILL')
    await Promise.all(readers)
    const next = await idle.startWorker()
    for (const [scope, events] of started) {
      const asked = { of: idle, scope }
      const last = events.at(-1)
      const rest = last?.event === 'done' ? [] : await collect(stream(idle.baseUrl, asked, last?.id))
      expect([...events, ...rest].at(-1)?.event).toBe('done')
      expect(await senders(asked)).toEqual(['ASSISTANT', 'USER'])
      expect((await history(asked))[0]?.content).toBe(textOf([...events, ...rest]))
    }
    expect(started.size).toBeGreaterThanOrEqual(4)
    await next.drain()
  }, 180_000)
})
