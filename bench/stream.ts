import path from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import type { DemoData } from '../src/local/home/demo-file.ts'
import { hasRedis, startRedis } from '../test/support/redis-server.ts'
import { startStoreServer } from './http/store-server.ts'
import { type Measured, startChild } from './measure/child.ts'
import { startLocalServers } from './measure/local-servers.ts'
import { machine } from './measure/machine.ts'
import { median } from './measure/quantile.ts'
import { firstEvents } from './streams/first-events.ts'

/**
 * Benchmarks the latency of streams: the first event after the request, pieces of text through each kind of log
 * (written by another process if processes share the log), and the pieces per second that one process sends to many
 * streams. `node bench/stream.ts [--rounds 3] [--requests 40] [--streams 1000]`
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '40' },
    streams: { type: 'string', default: '1000' },
  },
})
const [rounds, requests, streams] = [values.rounds, values.requests, values.streams].map(Number) as [
  number,
  number,
  number,
]
/** A single stream gets a piece every 50 ms; many streams get one as soon as all have received the last. */
const [ALONE_PIECES, ALONE_EVERY_MS, MANY_PIECES] = [100, 50, 10]

interface Api {
  readonly port: number
  readonly orgKey: string
}
interface Pieces {
  readonly count: number
  readonly p50: number
  readonly p99: number
}

const program = (name: string): string => path.join(import.meta.dirname, 'streams', name)
const redis = hasRedis ? await startRedis() : undefined
const store = await startStoreServer()

interface Kind {
  readonly log: 'memory' | 'mongo' | 'redis'
  readonly api: Measured<Api>
  readonly writer: Measured<Api>
}

const startKind = async (log: Kind['log']): Promise<Kind> => {
  const env = {
    MONGODB_URI: `${store.mongoUri}-${log}`,
    TABLETALK_STREAM: log,
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  }
  const api = await startChild<Api>(program('service.ts'), env)
  await api.ask(`ask 0 ${rounds * (streams + 1)}`)
  return { log, api, writer: log === 'memory' ? api : await startChild<Api>(program('service.ts'), env) }
}

const readersOf = ({ ready }: Measured<Api>, from: number, count: number): Promise<Measured<string>> =>
  startChild<string>(program('readers.ts'), {
    PORT: String(ready.port),
    ORG_KEY: ready.orgKey,
    FROM: String(from),
    COUNT: String(count),
  })

/** Waits until pieces have arrived. @returns their delays */
const heard = async (readers: Measured<string>, wanted: number): Promise<Pieces & { readonly byMs: number }> => {
  const all: Pieces[] = []
  const count = () => all.reduce((sum, each) => sum + each.count, 0)
  while (count() < wanted) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    all.push(await readers.ask<Pieces>('pieces'))
  }
  const kept = all.filter((each) => each.count > 0)
  return {
    count: count(),
    p50: median(kept.map(({ p50 }) => p50)),
    p99: Math.max(...kept.map(({ p99 }) => p99)),
    byMs: performance.now(),
  }
}

const alone = async ({ api, writer }: Kind, from: number) => {
  const readers = await readersOf(api, from, 1)
  await writer.ask(`begin ${from} 1`)
  await readers.ask('open')
  await writer.ask(`write ${from} 1 ${ALONE_PIECES} ${ALONE_EVERY_MS}`)
  const pieces = await heard(readers, ALONE_PIECES)
  await readers.stop()
  return pieces
}

const together = async ({ api, writer }: Kind, from: number) => {
  const readers = await readersOf(api, from, streams)
  await writer.ask(`begin ${from} ${streams}`)
  await readers.ask('open')
  const [cpu, begun] = [api.processorMs(), performance.now()]
  const [pieces] = await Promise.all([
    heard(readers, streams * MANY_PIECES),
    writer.ask(`write ${from} ${streams} ${MANY_PIECES} 0`),
  ])
  await readers.stop()
  const cpuMs = (api.processorMs() - cpu) / pieces.count
  return { perSecond: (1000 * pieces.count) / (pieces.byMs - begun), cpuMs }
}

console.log(machine())
const kinds = await Promise.all(
  (redis === undefined ? (['memory', 'mongo'] as const) : (['memory', 'mongo', 'redis'] as const)).map(startKind),
)
const figures = kinds.map((kind) => ({
  kind,
  p50: [] as number[],
  p99: [] as number[],
  perSecond: [] as number[],
  cpuMs: [] as number[],
}))
for (let round = 0; round < rounds; round++)
  for (const figure of figures) {
    const from = round * (streams + 1)
    const one = await alone(figure.kind, from)
    const many = await together(figure.kind, from + 1)
    figure.p50.push(one.p50)
    figure.p99.push(one.p99)
    figure.perSecond.push(many.perSecond)
    figure.cpuMs.push(many.cpuMs)
  }
const table = new Table({
  head: ['log', 'piece p50 (ms)', 'p99 (ms)', `pieces/s to ${streams} streams`, 'CPU ms a piece in the API'],
  style: { head: [], border: [], compact: true },
})
for (const { kind, p50, p99, perSecond, cpuMs } of figures)
  table.push([
    kind.log === 'memory' ? 'memory, one process' : `${kind.log}, two processes`,
    ...[median(p50).toFixed(1), median(p99).toFixed(1), median(perSecond).toFixed(0), median(cpuMs).toFixed(2)],
  ])
console.log(table.toString())
for (const { api, writer } of kinds) {
  if (writer !== api) await writer.stop()
  await api.stop()
}
await redis?.stop()
await store.stop()

const place = await startLocalServers()
const ours = await startChild<DemoData>(path.join(import.meta.dirname, 'turn', 'ours.ts'), {
  TEMPORAL_ADDRESS: place.temporalAddress,
  MONGODB_URI: place.mongoUri,
  HOME_OF_BENCH: place.home,
  SECRET: place.secret,
  // The organization exceeds any rate limit.
  TABLETALK_LIMITS: 'off',
})
await firstEvents(ours.ready, requests)
const first: Awaited<ReturnType<typeof firstEvents>>[] = []
for (let round = 0; round < rounds; round++) first.push(await firstEvents(ours.ready, requests))
console.log(
  `first event ${median(first.map(({ p50 }) => p50)).toFixed(1)} ms after its request (p50), ` +
    `p99 ${median(first.map(({ p99 }) => p99)).toFixed(1)} ms; ${rounds} rounds of ${requests}`,
)
await ours.stop()
await place.stop()
process.exit()
