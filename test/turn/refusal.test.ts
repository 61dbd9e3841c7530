import { MockActivityEnvironment } from '@temporalio/testing'
import { v7 as uuidv7 } from 'uuid'
import { openTurn } from '../../activities/open-turn.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

describe('a question that a worker finds too late', () => {
  it('is refused to a reader that was cut after its start, and is free to be asked again', async () => {
    const { organizationId, databaseId } = platform.access
    const scope = { tenantId: '1', scopeId: 'tester' }
    const caller = { organizationId, keyId: 'key', kind: 'organization' as const, userId: 1, ...scope }
    const [turnId, conversationId, claim] = [uuidv7(), uuidv7(), 'a question']
    const question = {
      ...{ turnId, conversationId, startsConversation: true, caller, databaseId, databaseName: 'shops' },
      ...{ text: 'How many customers?', sessionId: conversationId, askedAt: new Date().toISOString() },
    }
    const soon = Date.now() + 60_000
    await platform.app.store.claimQuestion(caller, claim, question, soon)
    const opening = { question, acceptBy: Date.now() - 1, claim, claimedUntil: soon }
    const asked = { lastMessageAt: question.askedAt, createdAt: question.askedAt, messageCount: 0 }
    const halfOpened = { id: conversationId, organizationId, databaseId, ...scope, title: question.text, ...asked }
    await platform.app.store.createConversation(halfOpened)
    const opened = await new MockActivityEnvironment().run(openTurn(platform.app), opening)
    expect(opened).toEqual({ kind: 'refused', problem: 'worker_unavailable' })
    expect(await platform.app.store.conversation(caller, conversationId)).toBeUndefined()

    const headers = { 'Last-Event-ID': `${turnId}.1` }
    const resumed = await platform.request('/api/v1/chat/new/stream', { headers })
    expect(resumed.status).toBe(200)
    expect(resumed.text).toContain('event: error')
    expect(resumed.text).toContain('SYSTEM_SERVICE_UNAVAILABLE')
    const again = { turnId: uuidv7(), conversationId: uuidv7() }
    expect(await platform.app.store.claimQuestion(caller, claim, again, soon)).toEqual({ holder: again, isNew: true })
  })
})
