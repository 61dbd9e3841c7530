import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { noteVerified } from '../../activities/note-verified.ts'
import { watchCommands } from '../../bench/measure/store-commands.ts'
import type { RefusedOutcome } from '../../src/ask/rules/outcome.ts'
import { SYNCHRONOUS_TIMEOUTS } from '../../src/ask/rules/time-limits.ts'
import { type Pattern, patternState } from '../../src/manage/patterns/rules/pattern.ts'
import { patternStore } from '../../src/manage/patterns/store/patterns.ts'
import type { WebhookEvent } from '../../src/manage/webhooks/rules/webhook-event.ts'
import { connectStore } from '../../src/store/connection.ts'
import { SERVER } from '../store/store-fixture.ts'
import { testServers } from '../support/test-servers.ts'

const OUTCOME: RefusedOutcome = {
  kind: 'refused',
  by: 'database',
  refusal: { reason: 'unknown_name', hint: '$name is no column', repairable: true },
}

let connection: Connection
let store: { readonly patterns: ReturnType<typeof patternStore> }
let commands: ReturnType<typeof watchCommands>
beforeAll(async () => {
  const name = `t${randomUUID().replaceAll('-', '')}`
  connection = await connectStore(`${testServers().mongoUri}${name}?monitorCommands=true`)
  store = { patterns: patternStore(connection) }
  commands = watchCommands([connection.getClient()])
})
afterAll(() => connection.close())

/** Notes the outcome of a verified query. @returns the store commands, and the number of webhook events */
const noted = async (pattern: Pattern, turnId: string, { attempt = 1, outcome }: Ended = {}) => {
  const events: unknown[] = []
  const webhookEvents = {
    emit: async (_: number, { data }: WebhookEvent) => {
      events.push(data)
    },
  }
  const question = {
    caller: SERVER,
    databaseId: 'd',
    turnId,
    conversationId: 'c',
    startsConversation: true,
    databaseName: 'D',
    text: pattern.question,
    sessionId: 's',
    askedAt: '2026-11-26T10:00:00.000Z',
    billedIn: '2026-11-01',
    patience: SYNCHRONOUS_TIMEOUTS,
  }
  const ran = { question, pattern: patternState(pattern), attempt }
  commands()
  await noteVerified(
    { store, webhooks: { events: webhookEvents }, observe: () => undefined },
    outcome === undefined ? ran : { ...ran, outcome },
  )
  return { commands: commands().map(({ name }) => name), events: events.length }
}

interface Ended {
  readonly attempt?: number
  readonly outcome?: RefusedOutcome
}

it('noting the outcome of a verified query costs one store command if it is new and none if it is known', async () => {
  const made = await store.patterns.add(SERVER, 'd', { question: 'Which?', query: 'SELECT 1', verifiedBy: 'Ann' })
  if (made === undefined) throw new Error('not added')
  const now = async () => (await store.patterns.find(SERVER, made.id)) ?? made
  expect(await noted(made, 'first')).toEqual({ commands: [], events: 0 })
  expect(await noted(made, 'first', { outcome: OUTCOME })).toEqual({ commands: ['findAndModify patterns'], events: 1 })
  expect((await now()).failure).toMatchObject({ turnId: 'first', by: 'database', reason: '$name is no column' })
  expect(await noted(await now(), 'second', { outcome: OUTCOME })).toEqual({ commands: [], events: 0 })
  expect(await noted(await now(), 'second')).toEqual({ commands: ['update patterns'], events: 0 })
})

it('a retried step sends a webhook event only for the failure that its own turn has stored', async () => {
  const made = await store.patterns.add(SERVER, 'd', { question: 'Who?', query: 'SELECT 1', verifiedBy: 'Ann' })
  if (made === undefined) throw new Error('not added')
  await noted(made, 'first', { outcome: OUTCOME })
  const known = (await store.patterns.find(SERVER, made.id)) ?? made
  expect((await noted(known, 'first', { outcome: OUTCOME, attempt: 2 })).events).toBe(1)
  expect((await noted(known, 'second', { outcome: OUTCOME, attempt: 2 })).events).toBe(0)
})
