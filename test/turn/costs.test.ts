import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import mongoose from 'mongoose'
import { type StoreCommand, watchCommands } from '../../bench/measure/store-commands.ts'
import { type HistoryCost, historyCost } from '../../bench/turn/history-cost.ts'
import { type Platform, startPlatform } from '../support/platform.ts'
import { testServers } from '../support/test-servers.ts'

/** Costs of a turn on any machine. A change that raises or lowers one must adjust its ceiling here. */
const CEILING = { commands: 13, events: 18, kilobytes: 11.9, actions: 6 }
const TURNS = 5
const QUESTION = 'How many orders were placed last month?'

let platform: Platform
let commandsSoFar: () => readonly StoreCommand[]
let connection: Connection
beforeAll(async () => {
  const { mongoUri, temporalAddress } = testServers()
  const name = `t${randomUUID().replaceAll('-', '')}`
  const env = { TABLETALK_LIMITS: 'mongo', MONGODB_URI: `${mongoUri}${name}?monitorCommands=true` }
  platform = await startPlatform({ env })
  const open = mongoose.connections.filter((one) => one.readyState === 1 && one.name === name)
  commandsSoFar = watchCommands(open.map((one) => one.getClient()))
  connection = await Connection.connect({ address: temporalAddress })
})
afterAll(async () => {
  await connection.close()
  await platform.close()
})

/** Events are batched, and their expiry is set later: how often depends on the machine. */
const ofTurn = (commands: readonly StoreCommand[]): readonly StoreCommand[] =>
  commands.filter(({ name }) => !/turnEvents$/.test(name))

/** Periodic work falls into some turns only: the minimum is what every turn costs. */
const least = (costs: readonly number[]): number => Math.min(...costs)

it('a turn costs no more store commands, history and Temporal actions than its ceilings', async () => {
  const turns: { readonly commands: readonly StoreCommand[]; readonly history: HistoryCost }[] = []
  const client = new Client({ connection })
  for (let turn = 0; turn < TURNS + 1; turn++) {
    const { body } = await platform.request('/api/v1/chat/message', { json: { message: QUESTION } })
    const { conversation_id: conversationId, turn_id: turnId, row_count: rowCount } = body.data
    expect(rowCount).toBe(1)
    const workflowId = `turn/${platform.access.organizationId}/${conversationId}/${turnId}`
    // Waits for the end only: the result is encrypted.
    await client.workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined)
    turns.push({ commands: ofTurn(commandsSoFar()), history: await historyCost(client, workflowId) })
  }
  const [, ...warm] = turns
  const commands = least(warm.map((turn) => turn.commands.length))
  expect(commands).toBeGreaterThan(0)
  const costs = {
    commands,
    events: least(warm.map(({ history }) => history.events)),
    kilobytes: least(warm.map(({ history }) => history.bytes / 1024)),
    actions: least(warm.map(({ history }) => history.actions)),
  }
  const overCeiling = (Object.keys(costs) as (keyof typeof costs)[]).filter((name) => costs[name] > CEILING[name])
  const names = warm.at(-1)?.commands.map(({ name }) => name)
  expect({ names, costs, overCeiling }).toEqual({ names, costs, overCeiling: [] })
})
