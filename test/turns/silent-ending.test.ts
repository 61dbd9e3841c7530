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
  const behaving = modelAnswers(['SELECT count(*) AS customers FROM customers'])
  model = await startScriptedModel((request) => ({ ...behaving(request), ...reply }))
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
  platform = await startPlatform({ env })
})
afterAll(async () => {
  await platform.close()
  await model.close()
})

const LATER = Number.POSITIVE_INFINITY

/** A turn that its model holds up. */
const running = async () => {
  reply = { silent: true }
  const json = { message: 'How many customers are there?' }
  const calls = model.requests.length
  const { body } = await platform.request('/api/v1/chat/message', { json, headers: { Prefer: 'respond-async' } })
  await waitFor('a call of the model', async () => model.requests.length > calls)
  const { turn_id: turnId, conversation_id: conversationId } = body.data
  const { organizationId } = platform.access
  const caller = {
    ...{ organizationId, keyId: 'key', kind: 'organization' as const, userId: 1, tenantId: '1', scopeId: 'tester' },
  }
  const workflow = platform.app.temporal.client.workflow.getHandle(`turn/${organizationId}/${conversationId}/${turnId}`)
  const ending = (until = LATER) => endingOfStalledTurn(platform.app, { caller, turnId, conversationId, until })
  return { caller, turnId, conversationId, workflow, ending }
}

describe('a turn that says nothing more', () => {
  it('is waited for while it runs, until its time is over', async () => {
    const { ending, workflow } = await running()
    expect(await ending()).toBeUndefined()
    expect(await ending(0)).toMatchObject({ type: 'error', problem: 'turn_timeout' })
    await workflow.terminate()
  })

  it('is reported as failed when it was ended from outside', async () => {
    const { ending, workflow } = await running()
    await workflow.terminate()
    expect(await ending()).toMatchObject({ type: 'error', problem: 'internal' })
  })

  it('is reported as not found when it was deleted, although it still runs', async () => {
    const { ending, workflow, caller, conversationId } = await running()
    await platform.app.store.conversations.remove(caller, conversationId)
    await platform.app.store.messages.removeOfConversation(caller, conversationId)
    expect(await ending()).toMatchObject({ type: 'error', problem: 'conversation_not_found' })
    await workflow.terminate()
  })

  it('is reported with its answer when that is stored and its log has lost the end', async () => {
    reply = {}
    const { body } = await platform.request('/api/v1/chat/message', { json: { message: 'How many customers?' } })
    const { conversation_id: conversationId, message, message_id } = body.data
    const turnId = String(message_id).replace('.assistant', '')
    const { organizationId } = platform.access
    const caller = {
      ...{ organizationId, keyId: 'key', kind: 'organization' as const, userId: 1, tenantId: '1', scopeId: 'tester' },
    }
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

describe('a conversation whose question runs', () => {
  /** Its running turn, as the list and as the conversation itself say. */
  const shown = async (conversationId: string) => {
    const listed = (await platform.request('/api/v1/chat/conversations')).body.data.conversations
    const { body } = await platform.request(`/api/v1/chat/${conversationId}/history`)
    const { turnId } = listed.find(({ id }: { id: string }) => id === conversationId)
    return [turnId, body.data.turn_id]
  }

  it('names the turn, which another reader follows from its beginning, and none once it is answered', async () => {
    const { turnId, conversationId } = await running()
    expect(await shown(conversationId)).toEqual([turnId, turnId])
    const headers = { 'Last-Event-ID': `${turnId}.0` }
    const following = platform.request(`/api/v1/chat/${conversationId}/stream`, { headers })
    expect((await platform.request(`/api/v1/chat/turns/${turnId}/cancel`, { method: 'POST' })).status).toBe(200)
    const events = streamEvents((await following).text)
    expect([events[0], events.at(-1)]).toMatchObject([
      { event: 'start', data: { turn_id: turnId } },
      { event: 'error', data: { problem: 'turn_cancelled' } },
    ])
    expect(await shown(conversationId)).toEqual([null, null])
  })

  it('names no turn that was ended from outside, and takes one to run while Temporal cannot say, for as long as one may', async () => {
    const { caller, turnId, conversationId, workflow } = await running()
    await workflow.terminate()
    expect(await shown(conversationId)).toEqual([null, null])
    const conversation = await platform.app.store.conversations.find(caller, conversationId)
    if (conversation === undefined) throw new Error('there is no conversation')
    const isRunning = () => Promise.reject(new Problem('worker_unavailable'))
    const away = { ...platform.app, turns: { ...platform.app.turns, isRunning } }
    expect(await runningTurn(away, caller, conversation)).toBe(turnId)
    const lastYear = { ...conversation, lastMessageAt: '2025-11-21T10:00:00.000Z' }
    expect(await runningTurn(away, caller, lastYear)).toBeUndefined()
  })
})

describe('a stream whose conversation is deleted in the moment in which it is opened', () => {
  it('ends, with the status of a refusal or with an event that says why', async () => {
    reply = {}
    const idle = await startPlatform({ worker: false })
    try {
      const { organizationId, databaseId } = idle.access
      const now = new Date().toISOString()
      const ids = Array.from({ length: 4 }, () => crypto.randomUUID())
      for (const id of ids)
        await idle.app.store.conversations.add({
          ...{ id, organizationId, userId: 1, databaseId, tenantId: '1', scopeId: 'tester', title: 'hello' },
          ...{ messageCount: 0, lastMessageAt: now, createdAt: now },
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
