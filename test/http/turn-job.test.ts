import { claimTurn } from '../../src/ask/turns/claim-turn.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { waitFor } from '../support/wait-for.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

const ASYNC = { Prefer: 'respond-async' }
const MESSAGE = '/api/v1/chat/message'
const job = (id: string, scope = 'tester') =>
  platform.request(`/api/v1/jobs/${id}`, { headers: { 'X-Scope-Id': scope } })

describe('job of a question', () => {
  it('is queued until a worker starts the turn, and keeps its creation time', async () => {
    const { app, access } = platform
    const caller = {
      organizationId: access.organizationId,
      keyId: 'key',
      kind: 'organization' as const,
      userId: 1,
      tenantId: '1',
      scopeId: 'tester',
    }
    const organization = await app.store.organizations.find(caller)
    if (organization === undefined) throw new Error('there is no organization')
    const exchange = {
      caller,
      organization,
      revision: await app.store.authorizationRevisions.find(caller),
    }
    const { input } = await claimTurn(app, exchange, { text: 'hello', digest: 'digest', joins: false })
    const { turnId: id, conversationId, databaseId, askedAt } = input.question
    const started = app.turns.start(input, Date.now() + 60_000)
    const turn = { turnId: id, conversationId, organizationId: access.organizationId }
    await waitFor('the turn', () => app.turns.isRunning(turn))
    for (let times = 0; times < 2; times++)
      await app.store.jobs.addTurnJob(caller, { id, databaseId, conversationId, askedAt })
    const waiting = { kind: 'turn', status: 'queued', created_at: askedAt, updated_at: askedAt }
    expect((await job(id)).body.data).toMatchObject({ ...waiting, progress: { percent: 0 } })
    expect((await job(id, 'another')).status).toBe(404)
    const worker = await platform.startWorker()
    await started
    await app.turns.result(input)
    const { body } = await job(id)
    expect(body.data).toMatchObject({ status: 'succeeded', created_at: askedAt })
    expect(Date.parse(body.data.updated_at)).toBeGreaterThan(Date.parse(askedAt))
    await worker.drain()
  })

  it('does not begin if the question is refused because its conversation was deleted', async () => {
    const { app, access } = platform
    const { organizationId, databaseId } = access
    const [id, now] = [crypto.randomUUID(), new Date().toISOString()]
    await app.store.conversations.add({
      id,
      organizationId,
      userId: 1,
      databaseId,
      tenantId: '1',
      scopeId: 'tester',
      title: 'hello',
      messageCount: 0,
      lastMessageAt: now,
      createdAt: now,
    })
    const pending = platform.request(MESSAGE, { json: { message: 'hello', conversation_id: id }, headers: ASYNC })
    const query = `TaskQueue = '${platform.env.TABLETALK_TASK_QUEUE}' AND ConversationId = '${id}'`
    await waitFor('the turn', async () => (await app.temporal.client.workflow.count(query)).count === 1)
    await platform.request(`/api/v1/chat/${id}`, { method: 'DELETE' })
    const worker = await platform.startWorker()
    const { status, body } = await pending
    expect([status, body.error_code]).toEqual([404, 'NOT_FOUND_RESOURCE'])
    await worker.drain()
  })

  it('is removed with its conversation', async () => {
    const worker = await platform.startWorker()
    const { body } = await platform.request(MESSAGE, { json: { message: 'hello' }, headers: ASYNC })
    const { turn_id, conversation_id, stream_url } = body.data
    await platform.request(stream_url)
    expect((await job(turn_id)).body.data.status).toBe('succeeded')
    await platform.request(`/api/v1/chat/${conversation_id}`, { method: 'DELETE' })
    expect((await job(turn_id)).body.error_code).toBe('NOT_FOUND_JOB')
    await worker.drain()
  })

  it('has the timestamps of the question and of the answer', async () => {
    const worker = await platform.startWorker()
    const { body } = await platform.request(MESSAGE, { json: { message: 'hello' }, headers: ASYNC })
    await platform.request(body.data.stream_url)
    const { data } = (await job(body.data.turn_id)).body
    const history = await platform.request(`/api/v1/chat/${body.data.conversation_id}/history`)
    const times = history.body.data.messages.map(({ timestamp }: { timestamp: string }) => timestamp)
    expect([data.created_at, data.updated_at]).toEqual(times)
    expect(Date.parse(data.created_at)).toBeLessThan(Date.parse(data.updated_at))
    await worker.drain()
  })
})
