import path from 'node:path'
import { parseArgs } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import Table from 'cli-table3'
import { type Document, MongoClient } from 'mongodb'
import type { DemoData } from '../src/local/home/demo-file.ts'
import { connectStore } from '../src/store/connection.ts'
import { aesSealer, deriveKey } from '../src/store/sealer.ts'
import { createStore } from '../src/store/store.ts'
import { startChild } from './measure/child.ts'
import { closedLoop } from './measure/closed-loop.ts'
import type { Memory } from './measure/heap.ts'
import { startLocalServers } from './measure/local-servers.ts'
import { machine } from './measure/machine.ts'
import { poster } from './measure/post.ts'
import { processorMs } from './measure/processor-time.ts'
import { median } from './measure/quantile.ts'
import type { StoreCommand } from './measure/store-commands.ts'
import { wideDatabase } from './scale/wide-database.ts'

/**
 * Benchmarks how the cost of a turn grows: with conversations in the store, tables in the database, and rows in the
 * queried table; and the memory after many turns. Sizes alternate.
 * `node bench/scale.ts [--rounds 3] [--each 30] [--conversations 100,1000,10000,100000] [--tables 10,100,1000]
 * [--rows 1000,100000] [--turns 20000]`
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    each: { type: 'string', default: '30' },
    conversations: { type: 'string', default: '100,1000,10000,100000' },
    tables: { type: 'string', default: '10,100,1000' },
    rows: { type: 'string', default: '1000,100000' },
    turns: { type: 'string', default: '20000' },
  },
})
const [rounds, each, turns] = [values.rounds, values.each, values.turns].map(Number) as [number, number, number]
const sizes = (list: string): number[] => list.split(',').filter(Boolean).map(Number)
const BATCH = 2_000
const SOAK_SAMPLES = 10

const place = await startLocalServers()
const service = await startChild<DemoData>(path.join(import.meta.dirname, 'turn', 'ours.ts'), {
  TEMPORAL_ADDRESS: place.temporalAddress,
  MONGODB_URI: `${place.mongoUri}?monitorCommands=true`,
  HOME_OF_BENCH: place.home,
  SECRET: place.secret,
})
const { base_url, org_key, organization_id: organizationId, database_id: demoId, tenants } = service.ready
const asker = poster(Number(new URL(base_url).port), '/api/v1/chat/message', {
  'X-API-Key': org_key,
  'X-Tenant-Id': String(tenants[0]?.id),
  'X-Scope-Id': 'bench',
})
const unscoped = poster(Number(new URL(base_url).port), '/api/v1/chat/message', {
  'X-API-Key': org_key,
  'X-Scope-Id': 'bench',
})
const temporal = new Client({ connection: await Connection.connect({ address: place.temporalAddress }) })

interface Cost {
  readonly own: number
  readonly store: number
  readonly commands: number
  readonly events: number
}

/** Cost of sequential turns on one database. */
const costOf = async (databaseId: string, from: typeof asker): Promise<Cost> => {
  let last = { conversation_id: '', turn_id: '' }
  const ask = async (): Promise<void> => {
    const { data } = JSON.parse(await from.post({ message: 'How many customers are there?', database_id: databaseId }))
    if (data.results?.length !== 1) throw new Error(`not the answer: ${JSON.stringify(data)}`)
    last = data
  }
  await closedLoop(ask, { clients: 1, requests: 5 })
  await service.ask('commands')
  const spent = () => [
    service.processorMs(),
    place.pids.store === undefined ? Number.NaN : processorMs(place.pids.store),
  ]
  const before = spent()
  await closedLoop(ask, { clients: 1, requests: each })
  const [own = 0, store = 0] = spent().map((after, index) => (after - (before[index] ?? 0)) / each)
  const commands = (await service.ask<readonly StoreCommand[]>('commands')).length / each
  const workflow = `turn/${organizationId}/${last.conversation_id}/${last.turn_id}`
  const { events } = await temporal.workflow.getHandle(workflow).fetchHistory()
  return { own, store, commands, events: events?.length ?? 0 }
}

const table = new Table({
  head: ['', 'CPU ms: own', 'CPU ms: store', 'store commands', 'history events'],
  style: { head: [], border: [], compact: true },
})
const tell = (name: string, costs: readonly Cost[]): void => {
  const of = (figure: keyof Cost): string => median(costs.map((cost) => cost[figure])).toFixed(1)
  table.push([name, of('own'), of('store'), of('commands'), of('events')])
}

console.log(machine())
console.log(`each figure: the median of ${rounds} rounds of ${each} turns`)

// The store only grows, so its rounds run in order of size.
const documents = await MongoClient.connect(place.mongoUri)
await costOf(demoId, asker)
const conversations = documents.db().collection<Document & { _id: string }>('conversations')
const messages = documents.db().collection<Document & { _id: string }>('messages')
const [conversation, message] = await Promise.all([conversations.findOne({}), messages.findOne({})])
let made = 0
for (const size of sizes(values.conversations)) {
  for (; made < size; made += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, size - made) }, (_, index) => `copy-${made + index}`)
    await conversations.insertMany(ids.map((_id) => ({ ...conversation, _id })))
    await messages.insertMany(ids.map((_id) => ({ ...message, _id, conversationId: _id })))
  }
  made = size
  const costs: Cost[] = []
  for (let round = 0; round < rounds; round++) costs.push(await costOf(demoId, asker))
  tell(`${size} conversations`, costs)
}
await documents.close()

const store = createStore(await connectStore(place.mongoUri), {
  addresses: aesSealer(deriveKey(place.secret, 'addresses')),
  pepper: deriveKey(place.secret, 'api-keys'),
})
const kinds = [
  ...sizes(values.tables).map((tables) => ({ name: `${tables} tables`, tables, rows: 1_000 })),
  ...sizes(values.rows).map((rows) => ({ name: `${rows} rows`, tables: 10, rows })),
]
const wide = await Promise.all(
  kinds.map(async (kind) => ({
    name: kind.name,
    costs: [] as Cost[],
    id: await wideDatabase(store, organizationId, { folder: place.home, ...kind }),
  })),
)
await store.close()
for (let round = 0; round < rounds; round++) for (const { id, costs } of wide) costs.push(await costOf(id, unscoped))
for (const { name, costs } of wide) tell(name, costs)
console.log(table.toString())

const ask = async (): Promise<void> =>
  void (await asker.post({ message: 'How many customers are there?', database_id: demoId }))
const samples: { readonly turns: number; readonly heap: number; readonly rss: number }[] = []
for (let sampleIndex = 0; turns > 0 && sampleIndex <= SOAK_SAMPLES; sampleIndex++) {
  if (sampleIndex > 0) await closedLoop(ask, { clients: 16, requests: Math.ceil(turns / SOAK_SAMPLES) })
  await service.ask('commands')
  const { heapUsed, rss } = await service.ask<Memory>('memory')
  samples.push({ turns: sampleIndex * Math.ceil(turns / SOAK_SAMPLES), heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 })
}
if (samples.length > 0) {
  // The first half fills the caches and is ignored.
  const half = samples.slice(samples.length >> 1)
  const slope = ((half.at(-1)?.heap ?? 0) - (half[0]?.heap ?? 0)) / ((half.at(-1)?.turns ?? 1) - (half[0]?.turns ?? 0))
  console.log(`objects in MiB after turns: ${samples.map((at) => `${at.turns}: ${at.heap.toFixed(0)}`).join(', ')}`)
  console.log(
    `resident: ${samples.map((at) => at.rss.toFixed(0)).join(', ')}; ${(1024 * 1024 * slope).toFixed(0)} bytes a turn in the second half`,
  )
}
asker.close()
unscoped.close()
await temporal.connection.close()
await service.stop()
await place.stop()
process.exit()
