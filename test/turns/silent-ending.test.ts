import { runningTurn } from '../../src/ask/turns/running-turn.ts'
import { endingOfStalledTurn } from '../../src/ask/turns/stalled-turn-ending.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { modelAnswers } from '../support/model-answers.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedModel, type ScriptedReply, startScriptedModel } from '../support/scripted-model.ts'
import { streamEvents } from '../support/stream-events.ts'
import { waitFor } from '../support/wait-for.ts'

let model: ScriptedModel
let platform: Platform
let reply: ScriptedReply
beforeAll(async () => {
  const answering = modelAnswers(['SELECT count(*) AS customers FROM customers'])
  model = await startScriptedModel((request) => ({ ...answering(request), ...reply }))
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const LATER = Number.POSITIVE_INFINITY

/** Starts a turn whose model call does not return. */
const startBlockedTurn = async () => {
  reply = { silent: true }
  const json = { message: 'How many customers are there?' }
  const calls = model.requests.length
  const { body } = await platform.request('/api/v1/chat/message', { json, headers: { Prefer: 'respond-async' } })
  await waitFor('a call of the model', async () => model.requests.length > calls)
  const { turn_id: turnId, conversation_id: conversationId } = body.data
  const { organizationId } = platform.access
  const caller = {
    organizationId,
    keyId: 'key',
    kind: 'organization' as const,
    userId: 1,
    tenantId: '1',
    scopeId: 'tester',
  }
  const workflow = platform.app.temporal.client.workflow.getHandle(`turn/${organizationId}/${conversationId}/${turnId}`)
  const ending = (until = LATER) => endingOfStalledTurn(platform.app, { caller, turnId, conversationId, until })
  return { caller, turnId, conversationId, workflow, ending }
}

describe('endingOfStalledTurn', () => {
  it('returns no ending while the turn runs, and turn_timeout after its deadline', async () => {
    const { ending, workflow } = await startBlockedTurn()
    expect(await ending()).toBeUndefined()
    expect(await ending(0)).toMatchObject({ type: 'error', problem: 'turn_timeout' })
    await workflow.terminate()
  })

  it('reports an internal error for a terminated workflow', async () => {
    const { ending, workflow } = await startBlockedTurn()
    await workflow.terminate()
    expect(await ending()).toMatchObject({ type: 'error', problem: 'internal' })
  })

  it('reports conversation_not_found for a deleted conversation whose turn still runs', async () => {
    const { ending, workflow, caller, conversationId } = await startBlockedTurn()
    await platform.app.store.conversations.remove(caller, conversationId)
    await platform.app.store.messages.removeOfConversation(caller, conversationId)
    expect(await ending()).toMatchObject({ type: 'error', problem: 'conversation_not_found' })
    await workflow.terminate()
  })

  it('returns the stored answer if the event log has no terminal event', async () => {
    reply = {}
    const { body } = await platform.request('/api/v1/chat/message', { json: { message: 'How many customers?' } })
    const { conversation_id: conversationId, message, message_id } = body.data
    const turnId = String(message_id).replace('.assistant', '')
    const { organizationId } = platform.access
    const caller = {
      organizationId,
      keyId: 'key',
      kind: 'organization' as const,
      userId: 1,
      tenantId: '1',
      scopeId: 'tester',
    }
    await platform.ended(body.data)
    const log = { ...platform.app.stream.log, head: async () => ({ lastSeq: 2, terminal: false }) }
    const ending = await endingOfStalledTurn(
      { ...platform.app, stream: { log } },
      { caller, turnId, conversationId, until: LATER },
    )
    expect(ending).toMatchObject({ type: 'done', message, messageId: message_id })
    const ended = await endingOfStalledTurn(platform.app, { caller, turnId, conversationId, until: LATER })
    expect(ended).toBeUndefined()
  })
})

describe('a conversation with a running turn', () => {
  /** Returns the id of the running turn from the list of conversations and from the history. */
  const turnIdsOf = async (conversationId: string) => {
    const listed = (await platform.request('/api/v1/chat/conversations')).body.data.conversations
    const { body } = await platform.request(`/api/v1/chat/${conversationId}/history`)
    const { turnId } = listed.find(({ id }: { id: string }) => id === conversationId)
    return [turnId, body.data.turn_id]
  }

  it('returns the id of the turn, which another client can stream from the start, and null after it has ended', async () => {
    const { turnId, conversationId } = await startBlockedTurn()
    expect(await turnIdsOf(conversationId)).toEqual([turnId, turnId])
    const headers = { 'Last-Event-ID': `${turnId}.0` }
    const following = platform.request(`/api/v1/chat/${conversationId}/stream`, { headers })
    expect((await platform.request(`/api/v1/chat/turns/${turnId}/cancel`, { method: 'POST' })).status).toBe(200)
    const events = streamEvents((await following).text)
    expect([events[0], events.at(-1)]).toMatchObject([
      { event: 'start', data: { turn_id: turnId } },
      { event: 'error', data: { problem: 'turn_cancelled' } },
    ])
    expect(await turnIdsOf(conversationId)).toEqual([null, null])
  })

  it('returns no id for a terminated workflow, and assumes a recent turn is running while Temporal is unavailable', async () => {
    const { caller, turnId, conversationId, workflow } = await startBlockedTurn()
    await workflow.terminate()
    expect(await turnIdsOf(conversationId)).toEqual([null, null])
    const conversation = await platform.app.store.conversations.find(caller, conversationId)
    if (conversation === undefined) throw new Error('there is no conversation')
    const isRunning = () => Promise.reject(new Problem('worker_unavailable'))
    const unavailable = { ...platform.app, turns: { ...platform.app.turns, isRunning } }
    expect(await runningTurn(unavailable, caller, conversation)).toBe(turnId)
    const lastYear = { ...conversation, lastMessageAt: '2025-11-21T10:00:00.000Z' }
    expect(await runningTurn(unavailable, caller, lastYear)).toBeUndefined()
  })
})

describe('a stream whose conversation is deleted while it is opened', () => {
  it('ends with a 404 response or with an error event of status 404', async () => {
    reply = {}
    const idle = await startPlatform({ worker: false })
    try {
      const { organizationId, databaseId } = idle.access
      const now = new Date().toISOString()
      const ids = Array.from({ length: 4 }, () => crypto.randomUUID())
      for (const id of ids)
        await idle.app.store.conversations.add({
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
      const message = 'How many customers are there?'
      const streams = ids.map((id) => idle.request(`/api/v1/chat/${id}/stream?${new URLSearchParams({ message })}`))
      const query = `TaskQueue = '${idle.env.TABLETALK_TASK_QUEUE}'`
      await waitFor('turns', async () => (await idle.app.temporal.client.workflow.count(query)).count === ids.length)
      for (const id of ids) await idle.request(`/api/v1/chat/${id}`, { method: 'DELETE' })
      const worker = await idle.startWorker()
      for (const { status, text, body } of await Promise.all(streams)) {
        if (status === 200) expect(streamEvents(text)).toMatchObject([{ event: 'error', data: { status_code: 404 } }])
        else expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
      }
      await worker.drain()
    } finally {
      await idle.close()
    }
  }, 60_000)
})
