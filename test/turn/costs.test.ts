import { randomUUID } from 'node:crypto'
import mongoose from 'mongoose'
import { type DelayingProxy, delayingProxy } from '../../bench/measure/delaying-proxy.ts'
import { longestChain, type StoreCommand, watchCommands } from '../../bench/measure/store-commands.ts'
import { type HistoryCost, historyCost } from '../../bench/turn/history-cost.ts'
import { workflowIdOf } from '../../src/ask/rules/turn.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'

/**
 * Costs of a turn on any machine: store commands, those of them in a row, and what Temporal keeps. A change that raises or lowers
 * one must adjust its ceiling here.
 */
const CEILING = { commands: 9, chain: 5, events: 10, kilobytes: 8.2, actions: 2 }
/** The same for the next question of a conversation, which is read once by the API and once by the first step. */
const CONTINUED_CEILING = { ...CEILING, commands: 11, chain: 6, kilobytes: 9.4 }
const TURNS = 5
const QUESTION = 'How many orders were placed last month?'

/** With it, commands that are sent together overlap on any machine. */
const STORE_DELAY_MS = 5

let platform: Platform
let proxy: DelayingProxy
let commandsSoFar: () => readonly StoreCommand[]
beforeAll(async () => {
  const { mongoUri } = testServers()
  const { hostname: host, port } = new URL(mongoUri)
  proxy = await delayingProxy({ host, port: Number(port) })
  const name = `t${randomUUID().replaceAll('-', '')}`
  const MONGODB_URI = `mongodb://127.0.0.1:${proxy.port}/${name}?monitorCommands=true&directConnection=true`
  platform = await startPlatform({ env: { TABLETALK_LIMITS: 'mongo', MONGODB_URI } })
  const open = mongoose.connections.filter((one) => one.readyState === 1 && one.name === name)
  commandsSoFar = watchCommands(open.map((one) => one.getClient()))
  proxy.setDelay(STORE_DELAY_MS)
})
afterAll(async () => {
  proxy.setDelay(0)
  await platform.close()
  await proxy.close()
})

interface CostedTurn {
  readonly commands: readonly StoreCommand[]
  readonly history: HistoryCost
  readonly conversationId: string
}

const costedTurn = async (conversation: { readonly conversation_id?: string }): Promise<CostedTurn> => {
  const { body } = await platform.request('/api/v1/chat/message', { json: { message: QUESTION, ...conversation } })
  const { conversation_id: conversationId, turn_id: turnId, row_count: rowCount } = body.data
  expect(rowCount).toBe(1)
  const { organizationId } = platform.access
  await platform.ended(body.data)
  const workflowId = workflowIdOf({ organizationId, conversationId, turnId })
  const history = await historyCost(platform.app.temporal.client, workflowId)
  return { commands: commandsSoFar(), history, conversationId }
}

/** Periodic work falls into some turns only: the minimum is what every turn costs. */
const least = (turns: readonly CostedTurn[], costOf: (turn: CostedTurn) => number): number =>
  Math.min(...turns.map(costOf))

const expectUnder = (ceiling: typeof CEILING, turns: readonly CostedTurn[]): void => {
  const costs = {
    commands: least(turns, ({ commands }) => commands.length),
    chain: least(turns, ({ commands }) => longestChain(commands)),
    events: least(turns, ({ history }) => history.events),
    kilobytes: least(turns, ({ history }) => history.bytes / 1024),
    actions: least(turns, ({ history }) => history.actions),
  }
  expect(costs.commands).toBeGreaterThan(0)
  const overCeiling = (Object.keys(costs) as (keyof typeof costs)[]).filter((name) => costs[name] > ceiling[name])
  const names = turns.at(-1)?.commands.map(({ name }) => name)
  expect({ names, costs, overCeiling }).toEqual({ names, costs, overCeiling: [] })
}

it('a turn costs no more store commands, sequential ones, history and Temporal actions than its ceilings', async () => {
  await costedTurn({})
  const turns: CostedTurn[] = []
  for (let turn = 0; turn < TURNS; turn++) turns.push(await costedTurn({}))
  expectUnder(CEILING, turns)
})

it('a turn that continues a conversation costs no more than its ceilings', async () => {
  const { conversationId } = await costedTurn({})
  const turns: CostedTurn[] = []
  for (let turn = 0; turn < TURNS; turn++) turns.push(await costedTurn({ conversation_id: conversationId }))
  expectUnder(CONTINUED_CEILING, turns)
})
