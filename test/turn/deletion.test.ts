import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { v7 as uuidv7 } from 'uuid'
import { composeAnswer } from '../../activities/compose-answer.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

describe('a question whose conversation is deleted while it runs', () => {
  it('ends as not found once its rows are gone, and is not tried again', async () => {
    const { organizationId, databaseId } = platform.access
    const caller = { organizationId, keyId: 'key', kind: 'organization' as const, userId: 1, tenantId: '1' }
    const conversationId = uuidv7()
    const question = {
      ...{ turnId: uuidv7(), conversationId, startsConversation: false, caller, databaseId, databaseName: 'shops' },
      ...{ text: 'How many customers?', sessionId: conversationId, askedAt: new Date().toISOString() },
    }
    const draft = {
      ...{ mode: 'query' as const, query: 'SELECT 1', explanation: '', assumptions: [], confidence: 1 },
      ...{ planner: 'test' },
    }
    const composing = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(
      composeAnswer(platform.app),
      { question, draft },
    )
    await expect(composing).rejects.toMatchObject({ problem: 'conversation_not_found', transient: false })
  })
})
