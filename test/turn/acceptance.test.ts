import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { collect, eventsOf, type ReceivedEvent, textOf } from '../http/event-stream.ts'
import { Forked } from '../support/forked.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

const QUESTION = 'How many customers are there?'

let platform: Platform
const forked = new Forked()
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterEach(() => forked.killAll())
afterAll(() => platform.close())

interface Api {
  readonly url: string
  readonly died: Promise<unknown>
  readonly child: ChildProcess
}

const startApi = async (crashAt = ''): Promise<Api> => {
  const child = forked.start('crashing-api', platform.env, crashAt)
  const died = once(child, 'exit')
  const [{ port }] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}/api/v1`, died, child }
}

/** A worker that is ready, and takes turns when it is told to. */
const spareWorker = async (): Promise<{ go(): void; readonly child: ChildProcess }> => {
  const child = forked.start('crashing-worker', platform.env)
  await once(child, 'message')
  return { go: () => child.send('go'), child }
}

interface Asked {
  readonly scope: string
  readonly key?: string
}

const headersOf = ({ scope, key }: Asked) => ({
  ...platform.headers,
  'X-Scope-Id': scope,
  ...(key === undefined ? {} : { 'Idempotency-Key': key }),
})

const post = (url: string, asked: Asked): Promise<Response> =>
  fetch(`${url}/chat/message`, {
    method: 'POST',
    headers: { ...headersOf(asked), 'Content-Type': 'application/json' },
    body: JSON.stringify({ message: QUESTION }),
  })

const stream = (url: string, asked: Asked, cursor?: string): AsyncGenerator<ReceivedEvent> =>
  eventsOf(`${url}/chat/new/stream?${new URLSearchParams({ message: QUESTION })}`, {
    headers: { ...headersOf(asked), ...(cursor === undefined ? {} : { 'Last-Event-ID': cursor }) },
  })

const history = async (scope: string): Promise<{ sender: string; content: string }[]> => {
  const { body } = await platform.request('/api/v1/chat/history', { headers: { 'X-Scope-Id': scope } })
  return body.data.messages.map(({ sender, content }: { sender: string; content: string }) => ({ sender, content }))
}
const senders = async (scope: string) => (await history(scope)).map(({ sender }) => sender)

const dataOf = async (reply: Response): Promise<{ readonly message: string }> => JSON.parse(await reply.text()).data

/** Repeats a request with its key, as a careful client does, until it is neither running nor unavailable. */
const repeated = (url: string, asked: Asked): Promise<Response> =>
  waitFor('the answer', async () => {
    const reply = await post(url, asked)
    return [409, 503].includes(reply.status) ? false : reply
  })

describe('a question whose API is killed', () => {
  it.each([
    ['before Temporal is called', 'claimed'],
    ['when Temporal has the workflow', 'started'],
    ['before its client is told', 'accepted'],
  ])(
    '%s has one answer for who repeats it with its key',
    async (_, crashAt) => {
      const asked = { scope: `json-${crashAt}`, key: `json-${crashAt}` }
      const [api, next, worker] = await Promise.all([startApi(crashAt), startApi(), spareWorker()])
      worker.go()
      await expect(post(api.url, asked)).rejects.toThrow()
      await api.died
      const reply = await repeated(next.url, asked)
      expect(reply.status).toBe(200)
      const data = await dataOf(reply)
      expect(await history(asked.scope)).toEqual([
        { sender: 'ASSISTANT', content: data.message },
        { sender: 'USER', content: QUESTION },
      ])
      expect(await dataOf(await post(next.url, asked))).toEqual(data)
    },
    120_000,
  )

  it('before its client is told, without a worker at hand, is answered when one is back', async () => {
    const asked = { scope: 'later', key: 'later' }
    const [api, next, worker] = await Promise.all([startApi('started'), startApi(), spareWorker()])
    await expect(post(api.url, asked)).rejects.toThrow()
    await api.died
    expect(await senders(asked.scope)).toEqual([])
    worker.go()
    await waitFor('both messages', async () => (await senders(asked.scope)).length === 2)
    expect((await repeated(next.url, asked)).headers.get('idempotent-replayed')).toBe('true')
    expect(await senders(asked.scope)).toEqual(['ASSISTANT', 'USER'])
  }, 120_000)

  it('before Temporal is called leaves nothing behind, and holds nothing up', async () => {
    const [api, next, worker] = await Promise.all([startApi('claimed'), startApi(), spareWorker()])
    worker.go()
    await expect(collect(stream(api.url, { scope: 'nothing' }))).rejects.toThrow()
    expect(await senders('nothing')).toEqual([])
    expect(textOf(await collect(stream(next.url, { scope: 'nothing' })))).not.toBe('')
    expect(await senders('nothing')).toEqual(['ASSISTANT', 'USER'])
  }, 120_000)

  it('after its stream has begun goes on where another API resumes it', async () => {
    const [api, next, worker] = await Promise.all([startApi(), startApi(), spareWorker()])
    worker.go()
    const events = stream(api.url, { scope: 'cut' })
    const first = await events.next()
    api.child.kill('SIGKILL')
    await api.died
    const rest = await collect(stream(next.url, { scope: 'cut' }, first.value.id))
    expect(rest.at(-1)?.event).toBe('done')
    expect((await history('cut'))[0]?.content).toBe(textOf(rest))
  }, 120_000)
})

describe('a question without a worker at hand', () => {
  it('is refused as unavailable with nothing sent before, and is never run', async () => {
    const [api, worker] = await Promise.all([startApi(), spareWorker()])
    const json = { scope: 'refused-json', key: 'refused' }
    const streamed = await Promise.all([
      post(api.url, json),
      fetch(`${api.url}/chat/new/stream?message=hello`, { headers: headersOf({ scope: 'refused-stream' }) }),
    ])
    for (const reply of streamed) {
      expect(reply.status).toBe(503)
      expect(reply.headers.get('retry-after')).toBe('5')
      expect(await reply.json()).toMatchObject({ error_code: 'SYSTEM_SERVICE_UNAVAILABLE' })
    }
    worker.go()
    // Asked last, so that the worker has been through the refused ones when this is answered.
    expect((await repeated(api.url, { scope: 'proof', key: 'proof' })).status).toBe(200)
    expect(await senders('refused-stream')).toEqual([])
    const again = await repeated(api.url, json)
    expect(again.status).toBe(200)
    expect(await senders('refused-json')).toEqual(['ASSISTANT', 'USER'])
  }, 120_000)
})

describe('twenty questions when everything is killed at once', () => {
  it('are all answered to whoever had seen their stream begin', async () => {
    const [api, worker, nextWorker] = await Promise.all([startApi(), spareWorker(), spareWorker()])
    worker.go()
    const begun = new Map<string, ReceivedEvent[]>()
    const enough = Promise.withResolvers<void>()
    const readers = Array.from({ length: 20 }, async (_, index) => {
      const scope = `crowd-${index}`
      try {
        for await (const event of stream(api.url, { scope })) {
          begun.set(scope, [...(begun.get(scope) ?? []), event])
          if (begun.size === 6) enough.resolve()
        }
      } catch {
        // The API was killed.
      }
    })
    await enough.promise
    api.child.kill('SIGKILL')
    worker.child.kill('SIGKILL')
    await Promise.all(readers)
    const next = await startApi()
    nextWorker.go()
    for (const [scope, events] of begun) {
      const last = events.at(-1)
      const rest = last?.event === 'done' ? [] : await collect(stream(next.url, { scope }, last?.id))
      expect([...events, ...rest].at(-1)?.event).toBe('done')
      expect((await history(scope)).map(({ sender }) => sender)).toEqual(['ASSISTANT', 'USER'])
      expect((await history(scope))[0]?.content).toBe(textOf([...events, ...rest]))
    }
    expect(begun.size).toBeGreaterThanOrEqual(6)
  }, 180_000)
})
