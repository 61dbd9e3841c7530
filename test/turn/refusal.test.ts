import { MockActivityEnvironment } from '@temporalio/testing'
import { v7 as uuidv7 } from 'uuid'
import { openTurn } from '../../activities/open-turn.ts'
import { SYNCHRONOUS_TIMEOUTS } from '../../src/ask/rules/time-limits.ts'
import { claimTurn } from '../../src/ask/turns/claim-turn.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import type { Planner } from '../../src/planner/planner.ts'
import { rejectOnAbort } from '../../src/platform/network/reject-on-abort.ts'
import { runWorker } from '../../workers/run-worker.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testBundle, testServers } from '../support/test-servers.ts'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform({ worker: false })
})
afterAll(() => platform.close())

const asked = async (more: { readonly conversationId?: string } = {}) => {
  const { organizationId, databaseId } = platform.access
  const caller = {
    organizationId,
    keyId: 'key',
    kind: 'organization' as const,
    userId: 1,
    tenantId: '1',
    scopeId: 'tester',
  }
  const [turnId, conversationId] = [uuidv7(), more.conversationId ?? uuidv7()]
  const question = {
    turnId,
    conversationId,
    caller,
    databaseId,
    databaseName: 'shops',
    text: 'How many customers?',
    startsConversation: more.conversationId === undefined,
    sessionId: conversationId,
    askedAt: new Date().toISOString(),
    billedIn: '2026-11-01',
    patience: SYNCHRONOUS_TIMEOUTS,
  }
  const claim = `claim of ${turnId}`
  await platform.app.store.claims.add(caller, claim, { turnId, conversationId, request: 'a digest' })
  const open = () => new MockActivityEnvironment().run(openTurn(platform.app), { question, claim, timeoutMs: 120_000 })
  return { caller, question, claim, open }
}

/** A worker whose planner never answers. */
const startSilentWorker = async () => {
  const draft: Planner['draft'] = ({ signal }) => rejectOnAbort(new Promise<never>(() => undefined), signal)
  return await runWorker(
    { ...platform.app, planner: { ...builtinPlanner(), draft } },
    { bundle: await testBundle(), address: testServers().temporalAddress, graceMs: 1_000 },
  )
}

const conversationOf = ({
  conversationId: id,
  caller,
  databaseId,
  askedAt,
}: Awaited<ReturnType<typeof asked>>['question']) => ({
  id,
  organizationId: caller.organizationId,
  databaseId,
  tenantId: caller.tenantId,
  scopeId: caller.scopeId,
  userId: caller.userId,
  title: 'hello',
  messageCount: 0,
  lastMessageAt: askedAt,
  createdAt: askedAt,
})

describe('the first step of a turn', () => {
  it('does not run a refused question, reports that to its readers, and leaves nothing', async () => {
    const { caller, question, claim, open } = await asked()
    await platform.app.store.claims.refuse(caller, claim, question.turnId, 'worker_unavailable')
    expect(await open()).toEqual({ kind: 'refused', problem: 'worker_unavailable' })
    expect(await platform.app.store.conversations.find(caller, question.conversationId)).toBeUndefined()
    const said = await platform.app.stream.log.read(question.turnId, 0)
    expect(said.map(({ body }) => body)).toMatchObject([{ type: 'error', problem: 'worker_unavailable' }])
  })

  it('accepts a question that was not refused, even late, after which it cannot be refused', async () => {
    const { caller, question, claim, open } = await asked()
    expect(await open()).toMatchObject({ kind: 'opened' })
    const late = await platform.app.store.claims.refuse(caller, claim, question.turnId, 'worker_unavailable')
    expect(late).toMatchObject({ state: 'opened' })
    expect(await open()).toMatchObject({ kind: 'opened' })
    expect(await platform.app.store.conversations.find(caller, question.conversationId)).toMatchObject({
      messageCount: 1,
    })
  })

  it('refuses a question whose conversation was deleted before acceptance', async () => {
    const { caller, question, claim, open } = await asked({ conversationId: uuidv7() })
    expect(await open()).toEqual({ kind: 'refused', problem: 'conversation_not_found' })
    expect(await platform.app.store.claims.find(caller, claim)).toMatchObject({ problem: 'conversation_not_found' })
    expect(await platform.app.store.conversations.find(caller, question.conversationId)).toBeUndefined()
  })

  it('ends a question whose conversation is deleted between message and count', async () => {
    const { caller, question, claim } = await asked()
    await platform.app.store.conversations.add(conversationOf(question))
    const store = {
      ...platform.app.store,
      messages: {
        ...platform.app.store.messages,
        async add(...args: Parameters<typeof platform.app.store.messages.add>) {
          const isNew = await platform.app.store.messages.add(...args)
          await platform.app.store.conversations.remove(caller, question.conversationId)
          return isNew
        },
      },
    }
    const input = { question: { ...question, startsConversation: false }, claim, timeoutMs: 120_000 }
    const opening = new MockActivityEnvironment().run(openTurn({ ...platform.app, store }), input)
    await expect(opening).rejects.toMatchObject({ problem: 'conversation_not_found' })
    expect(await platform.app.store.messages.allOfConversation(caller, question.conversationId)).toEqual([])
  })

  it.each([true, false])(
    'that is repeated leaves its turn the rest of its time (joined by others: %s)',
    async (joins) => {
      const { app } = platform
      const { caller } = await asked()
      const organization = await app.store.organizations.find(caller)
      if (organization === undefined) throw new Error('there is no organization')
      const revision = await app.store.authorizationRevisions.find(caller)
      const exchange = { caller, organization, revision }
      const { input } = await claimTurn(app, exchange, { text: 'How many shops?', digest: uuidv7(), joins })
      const before = { now: async () => Date.now() - input.timeoutMs - 1 }
      await new MockActivityEnvironment().run(openTurn({ ...app, clock: before }), input)
      const worker = await startSilentWorker()
      await app.turns.start(input, Date.now() + 60_000)
      expect(await app.turns.result(input)).toMatchObject({ kind: 'failed', failure: { problem: 'turn_timeout' } })
      await worker.drain()
    },
  )

  it('does not recreate a conversation that was deleted between two attempts', async () => {
    const { caller, question, open } = await asked()
    await open()
    await platform.app.store.conversations.remove(caller, question.conversationId)
    await platform.app.store.messages.removeOfConversation(caller, question.conversationId)
    await expect(open()).rejects.toMatchObject({ problem: 'conversation_not_found' })
    expect(await platform.app.store.conversations.find(caller, question.conversationId)).toBeUndefined()
  })
})
