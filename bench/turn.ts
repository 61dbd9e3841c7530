import path from 'node:path'
import { parseArgs } from 'node:util'
import { Client, Connection } from '@temporalio/client'
import Table from 'cli-table3'
import type { DemoData } from '../src/local/home/demo-file.ts'
import { startChild } from './measure/child.ts'
import { closedLoop } from './measure/closed-loop.ts'
import { startLocalServers } from './measure/local-servers.ts'
import { machine } from './measure/machine.ts'
import { poster } from './measure/post.ts'
import { processorMs } from './measure/processor-time.ts'
import { median, quantile } from './measure/quantile.ts'
import { longestChain, type StoreCommand } from './measure/store-commands.ts'
import { historyCost } from './turn/history-cost.ts'

/**
 * Benchmarks a whole turn over HTTP (built-in planner, the demo's SQLite file, API and worker in one process as in `npm
 * start`) and a bare Temporal workflow of the same, empty steps on the same server: alternating, medians of the rounds.
 * `node bench/turn.ts [--rounds 3] [--one 60] [--many 320] [--clients 32]`
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    one: { type: 'string', default: '60' },
    many: { type: 'string', default: '320' },
    clients: { type: 'string', default: '32' },
  },
})
const [rounds, one, many, clients] = [values.rounds, values.one, values.many, values.clients].map(Number) as [
  number,
  number,
  number,
  number,
]
const QUESTION = 'How many orders were placed last month?'
const COUNTED = 20

/** Figures of every round. */
const FIGURES = ['p50', 'p99', 'perSecond', 'own', 'temporal', 'store', 'own32', 'temporal32', 'store32'] as const
type Figures = Record<(typeof FIGURES)[number], number>

const place = await startLocalServers()
const env = {
  TEMPORAL_ADDRESS: place.temporalAddress,
  MONGODB_URI: place.mongoUri,
  HOME_OF_BENCH: place.home,
  SECRET: place.secret,
}
const program = (name: string): string => path.join(import.meta.dirname, 'turn', name)
const startOurs = (more: Readonly<Record<string, string>> = {}) =>
  startChild<DemoData>(program('ours.ts'), { ...env, ...more })

const ours = await startOurs()
const bare = await startChild<{ port: number }>(program('bare.ts'), env)

const askerOf = ({ base_url, org_key, tenants }: DemoData) =>
  poster(Number(new URL(base_url).port), '/api/v1/chat/message', {
    'X-API-Key': org_key,
    'X-Tenant-Id': String(tenants[0]?.id),
    'X-Scope-Id': 'bench',
  })
const asker = askerOf(ours.ready)
const barePoster = poster(bare.ready.port, '/', {})
const turn = async (): Promise<void> => {
  const answer = await asker.post({ message: QUESTION })
  if (!answer.includes('"row_count":1')) throw new Error(`not the answer: ${answer}`)
}
const bareTurn = async (): Promise<void> => void (await barePoster.post({}))

const spent = (pid: number | undefined): number => (pid === undefined ? Number.NaN : processorMs(pid))

/** Processor time per request of a load, over all processes. */
const costed = async (own: () => number, requests: number, run: () => ReturnType<typeof closedLoop>) => {
  const now = () => [own(), spent(place.pids.temporal), spent(place.pids.store)]
  const before = now()
  const result = await run()
  const [a = 0, b = 0, c = 0] = now().map((after, index) => (after - (before[index] ?? 0)) / requests)
  return { result, own: a, temporal: b, store: c }
}

const round = async (request: () => Promise<void>, own: () => number): Promise<Figures> => {
  const alone = await costed(own, one, () => closedLoop(request, { clients: 1, requests: one }))
  const together = await costed(own, many, () => closedLoop(request, { clients, requests: many }))
  return {
    p50: quantile(alone.result.times, 0.5),
    p99: quantile(alone.result.times, 0.99),
    perSecond: together.result.perSecond,
    own: alone.own,
    temporal: alone.temporal,
    store: alone.store,
    own32: together.own,
    temporal32: together.temporal,
    store32: together.store,
  }
}

const kinds = [
  { name: 'whole turn', request: turn, own: ours.processorMs, rounds: [] as Figures[] },
  { name: 'bare workflow', request: bareTurn, own: bare.processorMs, rounds: [] as Figures[] },
]
console.log(`${machine()}\n${rounds} rounds in turns, each ${one} turns of one client and ${many} of ${clients}`)
for (const { request } of kinds) await closedLoop(request, { clients: 8, requests: 100 })
for (let at = 0; at < rounds; at++) for (const kind of kinds) kind.rounds.push(await round(kind.request, kind.own))

const figure = (figures: readonly Figures[], name: (typeof FIGURES)[number]): number =>
  median(figures.map((each) => each[name]))
const table = new Table({
  head: [
    '',
    'p50 (ms)',
    'p99 (ms)',
    `turns/s of ${clients}`,
    'CPU ms at 1: own, Temporal, store',
    `CPU ms at ${clients}`,
  ],
  style: { head: [], border: [], compact: true },
})
for (const { name, rounds: measured } of kinds) {
  const of = (wanted: (typeof FIGURES)[number]): string => figure(measured, wanted).toFixed(1)
  table.push([
    ...[name, of('p50'), of('p99'), of('perSecond')],
    `${of('own')}, ${of('temporal')}, ${of('store')}`,
    `${of('own32')}, ${of('temporal32')}, ${of('store32')}`,
  ])
}
console.log(table.toString())
const ratio = (wanted: 'p50' | 'perSecond'): string =>
  median(
    kinds[0]?.rounds.map((ourRound, at) => ourRound[wanted] / (kinds[1]?.rounds[at]?.[wanted] ?? 1)) ?? [],
  ).toFixed(2)
console.log(`p50 ${ratio('p50')} × bare, throughput ${ratio('perSecond')} × bare (medians of the rounds' ratios)`)

await ours.stop()
await bare.stop()

// Command monitoring has a cost of its own, so it runs on a separate service.
const watched = await startOurs({ MONGODB_URI: `${place.mongoUri}?monitorCommands=true` })
const watchedAsker = askerOf(watched.ready)
await closedLoop(async () => void (await watchedAsker.post({ message: QUESTION })), { clients: 1, requests: 5 })
await watched.ask<readonly StoreCommand[]>('commands')
let last: { readonly conversation_id: string; readonly turn_id: string } = { conversation_id: '', turn_id: '' }
const turns: (readonly StoreCommand[])[] = []
for (let at = 0; at < COUNTED; at++) {
  last = JSON.parse(await watchedAsker.post({ message: QUESTION })).data
  turns.push(await watched.ask<readonly StoreCommand[]>('commands'))
}
const commands = turns.flat()
const byName = Map.groupBy(commands, ({ name }) => name)
const listed = [...byName].map(([name, all]) => [all.length / COUNTED, name] as const).toSorted((a, b) => b[0] - a[0])
console.log(
  [
    `${commands.length / COUNTED} store commands a turn, ${median(turns.map(longestChain))} of them in a row: `,
    listed.map(([count, name]) => `${name} ${count}`).join(', '),
  ].join(''),
)
const temporal = new Client({ connection: await Connection.connect({ address: place.temporalAddress }) })
const { conversation_id: conversationId, turn_id: turnId } = last
const workflowId = `turn/${watched.ready.organization_id}/${conversationId}/${turnId}`
const { events, bytes, actions } = await historyCost(temporal, workflowId)
console.log(`${events} history events, ${(bytes / 1024).toFixed(1)} kB, ${actions} Temporal actions a turn`)
await watched.stop()
await place.stop()
process.exit()
