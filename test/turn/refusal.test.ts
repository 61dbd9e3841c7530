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

const conversationOf = ({
  conversationId: id,
  caller,
  databaseId,
  askedAt,
}: Awaited<ReturnType<typeof asked>>['question']) => ({
  ...{ id, organizationId: caller.organizationId, databaseId, tenantId: caller.tenantId, scopeId: caller.scopeId },
  ...{ title: 'hello', messageCount: 0, lastMessageAt: askedAt, createdAt: askedAt },
})

describe('the first step of a turn', () => {
  it('does not run what was refused, tells its readers so, and leaves nothing of it', async () => {
    const { caller, question, claim, open } = await asked()
    await platform.app.store.refuseClaim(caller, claim, question.turnId, 'worker_unavailable')
    expect(await open()).toEqual({ kind: 'refused', problem: 'worker_unavailable' })
    expect(await platform.app.store.conversation(caller, question.conversationId)).toBeUndefined()
    const said = await platform.app.turnLog.read(question.turnId, 0)
    expect(said.map(({ body }) => body)).toMatchObject([{ type: 'error', problem: 'worker_unavailable' }])
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

  it('ends what is deleted between its message and its count: nothing of it goes on to run', async () => {
    const { caller, question, claim } = await asked()
    await platform.app.store.createConversation(conversationOf(question))
    const store = {
      ...platform.app.store,
      async addMessage(...args: Parameters<typeof platform.app.store.addMessage>) {
        const isNew = await platform.app.store.addMessage(...args)
        await platform.app.store.removeConversation(caller, question.conversationId)
        return isNew
      },
    }
    const input = { question: { ...question, startsConversation: false }, claim, timeoutMs: 120_000 }
    const opening = new MockActivityEnvironment().run(openTurn({ ...platform.app, store }), input)
    await expect(opening).rejects.toMatchObject({ problem: 'conversation_not_found' })
    expect(await platform.app.store.conversationMessages(caller, question.conversationId)).toEqual([])
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
