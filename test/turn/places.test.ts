import { v7 as uuidv7 } from 'uuid'
import { assistantMessageId } from '../../src/ask/rules/history/message.ts'
import { claimTurn } from '../../src/ask/turns/claim-turn.ts'
import { startTurn } from '../../src/ask/turns/start-turn.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { rejected, type ScriptedModel, type ScriptedReply, startScriptedModel } from '../support/scripted-model.ts'
import { waitFor } from '../support/wait-for.ts'
import { placesOf } from './places-of.ts'

const MESSAGE = '/api/v1/chat/message'
const ASYNC = { Prefer: 'respond-async' }
const behaving = modelAnswers(['SELECT count(*) AS customers FROM customers'])

let model: ScriptedModel
let platform: Platform
/** Overrides the next replies of the model. */
let reply: () => ScriptedReply
let calls = 0
beforeAll(async () => {
  model = await startScriptedModel((request) => {
    calls += 1
    return { ...behaving(request), ...reply() }
  })
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env: { ...env, TABLETALK_LIMITS: 'mongo' } })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const turnsWithLeases = async (): Promise<readonly string[]> =>
  (await placesOf(platform)).map(({ turnId }) => turnId).toSorted()

/** Makes the model wait until `proceed` is called. */
const waiting = () => {
  const { promise: after, resolve: proceed } = Promise.withResolvers<void>()
  calls = 0
  reply = () => ({ after })
  return { proceed, asked: (count: number) => waitFor('a call of the model', async () => calls >= count) }
}

const ask = (message = 'How many customers are there?', headers: Record<string, string> = {}, more: object = {}) =>
  platform.request(MESSAGE, { json: { message, ...more }, headers })
const stream = (message: string) => platform.request(`/api/v1/chat/new/stream?${new URLSearchParams({ message })}`)
const latest = async (): Promise<{ id: string; conversation_id: string }> =>
  (await platform.request('/api/v1/chat/history?limit=1')).body.data.messages[0]

const paths: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'is answered'() {
    reply = () => ({})
    expect((await ask()).status).toBe(200)
    expect((await stream('How many customers?')).text).toContain('event: done')
  },
  async 'is answered asynchronously'() {
    reply = () => ({})
    const { body } = await ask('How many customers are there?', ASYNC)
    expect((await platform.request(body.data.stream_url)).text).toContain('event: done')
  },
  async fails() {
    reply = () => rejected('no such model')
    expect((await ask()).status).toBe(500)
  },
  async 'is cancelled'() {
    const { asked, proceed } = waiting()
    const answer = ask()
    await asked(1)
    const [turnId] = await turnsWithLeases()
    await platform.request(`/api/v1/chat/turns/${turnId}/cancel`, { method: 'POST' })
    expect((await answer).body.error.code).toBe('CANCELLED')
    proceed()
  },
  async 'is deleted with its conversation while it runs'() {
    const { asked, proceed } = waiting()
    const answer = ask()
    await asked(1)
    const { body } = await platform.request('/api/v1/chat/conversations?limit=1')
    await platform.request(`/api/v1/chat/${body.data.conversations[0].id}`, { method: 'DELETE' })
    expect((await answer).status).toBe(400)
    proceed()
  },
  async 'is joined while it runs'() {
    const { asked, proceed } = waiting()
    const streams = [stream('How many customers joined?'), stream('How many customers joined?')]
    await asked(1)
    streams.push(stream('How many customers joined?'))
    proceed()
    for (const { text } of await Promise.all(streams)) expect(text).toContain('event: done')
  },
  async 'has lost its caller'() {
    const { asked, proceed } = waiting()
    const disconnecting = new AbortController()
    const headers = { ...platform.headers, 'Content-Type': 'application/json' }
    const body = JSON.stringify({ message: 'How many customers are there?' })
    const answer = fetch(`${platform.baseUrl}${MESSAGE}`, {
      method: 'POST',
      headers,
      body,
      signal: disconnecting.signal,
    })
    await asked(1)
    disconnecting.abort()
    await expect(answer).rejects.toThrow()
    const [turnId = ''] = await turnsWithLeases()
    proceed()
    await waitFor('the answer', async () => (await latest()).id === assistantMessageId(turnId))
  },
}

describe('the lease of a turn', () => {
  it('is held by every running turn and by nothing else', async () => {
    const { asked, proceed } = waiting()
    const answers = [ask(), stream('How many customers are there?'), ask('How many customers?', ASYNC)]
    await asked(3)
    const { taskQueue } = platform.app.config.temporal
    const query = `TaskQueue = '${taskQueue}' AND ExecutionStatus = 'Running'`
    const running = await waitFor('the list of running turns', async () => {
      const ids: string[] = []
      for await (const { workflowId } of platform.app.temporal.client.workflow.list({ query }))
        ids.push(workflowId.split('/').at(-1) ?? '')
      return ids.length === 3 && ids.toSorted()
    })
    expect(await turnsWithLeases()).toEqual(running)
    proceed()
    const [, , later] = await Promise.all(answers)
    await platform.request(later?.body.data.stream_url)
    expect(await placesOf(platform)).toEqual([])
  })

  it.each(Object.keys(paths))('is released by a question that %s', async (name) => {
    await paths[name]?.()
    expect(await placesOf(platform)).toEqual([])
  })

  it('is released by a request that joins a turn while it ends', async () => {
    reply = () => ({})
    const { app } = platform
    const organization = await app.store.organizations.find(platform.access)
    if (organization === undefined) throw new Error('there is no organization')
    const caller = {
      organizationId: organization.id,
      keyId: 'key',
      kind: 'organization' as const,
      userId: 1,
      tenantId: '1',
      scopeId: 'tester',
    }
    const exchange = {
      caller,
      organization,
      revision: await app.store.authorizationRevisions.find(caller),
    }
    const request = { text: 'How many customers?', idempotencyKey: 'joined', digest: 'digest', joins: true }
    const claimed = await claimTurn(app, exchange, request)
    const joining = await claimTurn(app, exchange, request)
    expect([claimed, joining].map(({ state, isJoined }) => [state, isJoined])).toEqual([
      ['pending', false],
      ['pending', true],
    ])
    await startTurn(app, claimed, organization, 'ended')
    for (const until of ['ended', 'accepted'] as const) await startTurn(app, joining, organization, until)
    expect(await placesOf(platform)).toEqual([])
  })
})

describe('a question that no worker has started', () => {
  let idle: Platform
  beforeAll(async () => {
    idle = await startPlatform({ worker: false, env: { TABLETALK_LIMITS: 'mongo' } })
  })
  afterAll(() => idle.close())

  const conversation = async (): Promise<string> => {
    const { organizationId, databaseId } = idle.access
    const [id, now] = [uuidv7(), new Date().toISOString()]
    const owner = { organizationId, userId: 1, databaseId, tenantId: '1', scopeId: 'tester' }
    const moments = { lastMessageAt: now, createdAt: now }
    await idle.app.store.conversations.add({ id, ...owner, ...moments, title: 'hello', messageCount: 0 })
    return id
  }

  it('releases its lease if its conversation is deleted first, for every kind of request', async () => {
    const [first, second, third] = [await conversation(), await conversation(), await conversation()]
    const message = 'How many customers are there?'
    const answers = [
      idle.request(MESSAGE, { json: { message, conversation_id: first } }),
      idle.request(MESSAGE, { json: { message, conversation_id: second }, headers: ASYNC }),
      idle.request(`/api/v1/chat/${third}/stream?${new URLSearchParams({ message })}`),
    ]
    const reserved = await waitFor('three places', async () => {
      const places = await placesOf(idle)
      return places.length === 3 && places
    })
    // A process that dies after reserving them holds them no longer.
    for (const { state, expiresAt } of reserved) {
      expect(state).toBe('reserved')
      expect(expiresAt.getTime()).toBeLessThan(Date.now() + 181_000)
    }
    for (const id of [first, second, third]) await idle.request(`/api/v1/chat/${id}`, { method: 'DELETE' })
    const worker = await idle.startWorker()
    await Promise.all(answers)
    await worker.drain()
    expect(await placesOf(idle)).toEqual([])
  }, 60_000)
})
