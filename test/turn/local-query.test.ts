import { type App, createApp } from '../../src/app.ts'
import type { QueryDraft } from '../../src/ask/rules/draft.ts'
import { stopTurn } from '../../src/ask/turns/stop-turn.ts'
import { readConfig } from '../../src/config.ts'
import { SECRET } from '../support/platform.ts'
import { turnSteps } from '../support/turn-steps.ts'
import { waitFor } from '../support/wait-for.ts'
import { type ScriptedPlatform, startScriptedPlatform } from './scripted-planner.ts'

const COUNT = 'SELECT COUNT(*) AS n FROM customers'
const ENDLESS = 'SELECT COUNT(*) AS n FROM orders a, orders b, orders c, orders d'

const drafted = (query: string): QueryDraft => ({
  planner: 'builtin',
  mode: 'query',
  query,
  explanation: 'The customers.',
  assumptions: [],
  confidence: 0.9,
})

/** Local steps wait for longer than a test, and not at all. */
const platforms: Record<'patient' | 'hasty', ScriptedPlatform> = Object.create(null)
const executed: string[] = []
let elsewhere: App
beforeAll(async () => {
  const start = (TABLETALK_FAST_QUERY_MS: string) =>
    startScriptedPlatform({
      env: { TABLETALK_FAST_QUERY_MS },
      observe: (seen) => void (seen.kind === 'query_executed' && executed.push(seen.turnId)),
    })
  platforms.patient = await start('10000')
  platforms.hasty = await start('1')
  const { TEMPORAL_ADDRESS: temporalAddress = '', MONGODB_URI: mongoUri = '' } = platforms.patient.env
  const config = readConfig(platforms.patient.env)
  elsewhere = await createApp({ config, temporalAddress, mongoUri, secret: SECRET, observe: () => undefined })
})
afterAll(async () => {
  await elsewhere.close()
  await platforms.patient.close()
  await platforms.hasty.close()
})

const ask = (platform: ScriptedPlatform, query: string, message: string) => {
  platform.drafts(message, drafted(query))
  return platform.request('/api/v1/chat/message', { json: { message } })
}

/** The task queues of the regular steps of a turn. */
const regularSteps = async (platform: ScriptedPlatform, turn: Parameters<typeof turnSteps>[1]) =>
  (await turnSteps(platform, turn)).flatMap(({ taskQueue }) => taskQueue ?? [])

/** The turn of the question that was asked last, once its query runs. */
const running = async (platform: ScriptedPlatform, message: string) => {
  let turn = { turnId: '', conversationId: '' }
  await waitFor('the query', async () => {
    const { body } = await platform.request('/api/v1/chat/history?limit=1')
    const [latest] = body.data.messages
    if (latest?.content !== message) return false
    turn = { turnId: latest.id.split('.')[0], conversationId: latest.conversation_id }
    const events = await platform.app.stream.log.read(turn.turnId, 0)
    return events.some(({ body: event }) => event.type === 'status' && event.status === 'executing_query')
  })
  return turn
}

it('a query that ends in time costs no regular step', async () => {
  const { body } = await ask(platforms.patient, COUNT, 'How many in time?')
  expect(body.data.row_count).toBe(1)
  const { turn_id: turnId, conversation_id: conversationId } = body.data
  expect(await regularSteps(platforms.patient, { turnId, conversationId })).toEqual([])
})

it('a longer query is taken over by a regular step of the same process, and runs once', async () => {
  const { body } = await ask(platforms.hasty, COUNT, 'How many for longer?')
  const { turn_id: turnId, conversation_id: conversationId, row_count: rowCount } = body.data
  expect(rowCount).toBe(1)
  const { TABLETALK_TASK_QUEUE: shared } = platforms.hasty.env
  const [queue, ...more] = await regularSteps(platforms.hasty, { turnId, conversationId })
  expect([queue?.startsWith(`${shared}-`), more]).toEqual([true, []])
  expect(executed.filter((id) => id === turnId)).toHaveLength(1)
})

const cancellations: Readonly<Record<string, (turn: { turnId: string; conversationId: string }) => Promise<unknown>>> =
  {
    'by the API of its process': ({ turnId }) =>
      platforms.patient.request(`/api/v1/chat/turns/${turnId}/cancel`, { method: 'POST' }),
    'by another process': ({ turnId }) => {
      const { organizationId } = platforms.patient.access
      const caller = { organizationId, keyId: 'key', kind: 'organization', userId: 1, tenantId: '1', scopeId: 'tester' }
      return stopTurn(elsewhere, { ...caller, kind: 'organization' }, turnId)
    },
    'with its conversation': ({ conversationId }) =>
      platforms.patient.request(`/api/v1/chat/${conversationId}`, { method: 'DELETE' }),
  }

it.each(Object.keys(cancellations))('a query that a local step waits for can be cancelled %s', async (how) => {
  const message = `How many, cancelled ${how}?`
  const answer = ask(platforms.patient, ENDLESS, message)
  const turn = await running(platforms.patient, message)
  await cancellations[how]?.(turn)
  expect((await answer).body.error.code).toBe('CANCELLED')
  expect(await regularSteps(platforms.patient, turn)).toEqual([])
})
