import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { v7 as uuidv7 } from 'uuid'
import { composeAnswer } from '../../activities/compose-answer.ts'
import { SYNCHRONOUS_TIMEOUTS } from '../../src/ask/rules/time-limits.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { type ScriptedRequest, startScriptedModel } from '../support/scripted-model.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

describe('a question whose conversation is deleted while it runs', () => {
  it('ends as not found once its rows are deleted, and is not retried', async () => {
    const { organizationId, databaseId } = platform.access
    const caller = { organizationId, keyId: 'key', kind: 'organization' as const, userId: 1, tenantId: '1' }
    const conversationId = uuidv7()
    const question = {
      turnId: uuidv7(),
      conversationId,
      startsConversation: false,
      caller,
      databaseId,
      databaseName: 'shops',
      text: 'How many customers?',
      sessionId: conversationId,
      askedAt: new Date().toISOString(),
      billedIn: '2026-11-01',
      patience: SYNCHRONOUS_TIMEOUTS,
    }
    const draft = {
      mode: 'query' as const,
      query: 'SELECT 1',
      explanation: '',
      assumptions: [],
      confidence: 1,
      planner: 'test',
    }
    const composing = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(
      composeAnswer(platform.app),
      { question, draft, rowsBy: 1 },
    )
    await expect(composing).rejects.toMatchObject({ problem: 'conversation_not_found', transient: false })
  })

  it('is cancelled including its model call, and leaves no messages', async () => {
    let called: (request: ScriptedRequest) => void
    const calling = new Promise<ScriptedRequest>((resolve) => {
      called = resolve
    })
    const model = await startScriptedModel((request) => {
      called(request)
      return { silent: true }
    })
    const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.baseUrl }
    const slow = await startPlatform({ env })
    try {
      const asking = slow.request('/api/v1/chat/message', { json: { message: 'How many customers are there?' } })
      const { hungUp } = await calling
      const { body } = await slow.request('/api/v1/chat/conversations')
      const { id } = body.data.conversations[0]
      expect((await slow.request(`/api/v1/chat/${id}`, { method: 'DELETE' })).status).toBe(200)
      expect(await hungUp).toBe(true)
      expect((await asking).body).toMatchObject({ status_code: 400, error: { code: 'CANCELLED' } })
      expect((await slow.request('/api/v1/chat/history')).body.data.messages).toEqual([])
      expect((await slow.request(`/api/v1/chat/${id}/history`)).status).toBe(404)
    } finally {
      await slow.close()
      await model.close()
    }
  })
})
