import { MockActivityEnvironment } from '@temporalio/testing'
import { v7 as uuidv7 } from 'uuid'
import { openTurn } from '../../activities/open-turn.ts'
import { type Platform, startPlatform } from '../support/platform.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

const asked = async (more: { readonly conversationId?: string } = {}) => {
  const { organizationId, databaseId } = platform.access
  const caller = {
    ...{ organizationId, keyId: 'key', kind: 'organization' as const, userId: 1, tenantId: '1', scopeId: 'tester' },
  }
  const [turnId, conversationId] = [uuidv7(), more.conversationId ?? uuidv7()]
  const question = {
    ...{ turnId, conversationId, caller, databaseId, databaseName: 'shops', text: 'How many customers?' },
    ...{ startsConversation: more.conversationId === undefined, sessionId: conversationId },
    askedAt: new Date().toISOString(),
  }
  const claim = `claim of ${turnId}`
  await platform.app.store.claimQuestion(caller, claim, { turnId, conversationId, request: 'a digest' })
  const open = () => new MockActivityEnvironment().run(openTurn(platform.app), { question, claim, timeoutMs: 120_000 })
  return { caller, question, claim, open }
}

describe('the first step of a turn', () => {
  it('does not run what was refused, and leaves nothing of it', async () => {
    const { caller, question, claim, open } = await asked()
    await platform.app.store.refuseClaim(caller, claim, question.turnId, 'worker_unavailable')
    expect(await open()).toEqual({ kind: 'refused', problem: 'worker_unavailable' })
    expect(await platform.app.store.conversation(caller, question.conversationId)).toBeUndefined()
    expect(await platform.app.turnLog.head(question.turnId)).toMatchObject({ lastSeq: 0 })
  })

  it('takes in what nobody refused, however late, and then nobody can refuse it', async () => {
    const { caller, question, claim, open } = await asked()
    expect(await open()).toMatchObject({ kind: 'opened' })
    const late = await platform.app.store.refuseClaim(caller, claim, question.turnId, 'worker_unavailable')
    expect(late).toMatchObject({ state: 'opened' })
    expect(await open()).toMatchObject({ kind: 'opened' })
    expect(await platform.app.store.conversation(caller, question.conversationId)).toMatchObject({ messageCount: 1 })
  })

  it('refuses a question whose conversation is gone, before anyone was told otherwise', async () => {
    const { caller, question, claim, open } = await asked({ conversationId: uuidv7() })
    expect(await open()).toEqual({ kind: 'refused', problem: 'conversation_not_found' })
    expect(await platform.app.store.claim(caller, claim)).toMatchObject({ problem: 'conversation_not_found' })
    expect(await platform.app.store.conversation(caller, question.conversationId)).toBeUndefined()
  })

  it('does not bring back a conversation that was deleted between two attempts', async () => {
    const { caller, question, open } = await asked()
    await open()
    await platform.app.store.removeConversation(caller, question.conversationId)
    await platform.app.store.deleteMessages(caller, question.conversationId)
    await expect(open()).rejects.toMatchObject({ problem: 'conversation_not_found' })
    expect(await platform.app.store.conversation(caller, question.conversationId)).toBeUndefined()
  })
})
