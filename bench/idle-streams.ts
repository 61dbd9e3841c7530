import path from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { startStoreServer } from './http/store-server.ts'
import { startChild } from './measure/child.ts'
import type { Memory } from './measure/heap.ts'
import { machine } from './measure/machine.ts'
import { median } from './measure/quantile.ts'

/**
 * Benchmarks idle streams: so many on one API process with all of its middleware, each of its own turn, read over
 * sockets by other processes. `node bench/idle-streams.ts [--streams 10000] [--rounds 3] [--log memory|mongo]`. Sockets
 * count as open files, so `ulimit -n` has to allow for them.
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    log: { type: 'string', default: 'memory' },
  },
})
const [streams, rounds] = [values.streams, values.rounds].map(Number) as [number, number]
const READERS = 2
/** The first streams grow the process itself. */
const WARM = 200

const program = (name: string): string => path.join(import.meta.dirname, 'streams', name)
const place = await startStoreServer()

/** One service, and the memory of its streams. */
const measured = async (isFirst: boolean) => {
  const service = await startChild<{ port: number; orgKey: string }>(program('service.ts'), {
    MONGODB_URI: place.mongoUri,
    TABLETALK_STREAM: values.log,
  })
  if (isFirst) await service.ask(`ask 0 ${WARM + streams}`)
  if (isFirst || values.log === 'memory') await service.ask(`begin 0 ${WARM + streams}`)
  const reader = (from: number, count: number) =>
    startChild<string>(program('readers.ts'), {
      PORT: String(service.ready.port),
      ORG_KEY: service.ready.orgKey,
      FROM: String(from),
      COUNT: String(count),
    })
  const warm = await reader(0, WARM)
  await warm.ask('open')
  const before = await service.ask<Memory>('memory')
  const share = Math.ceil(streams / READERS)
  const readers = await Promise.all(Array.from({ length: READERS }, (_, index) => reader(WARM + index * share, share)))
  const [cpuBefore, begun] = [service.processorMs(), performance.now()]
  await Promise.all(readers.map((one) => one.ask('open')))
  const [openedMs, cpuMs] = [performance.now() - begun, service.processorMs() - cpuBefore]
  const after = await service.ask<Memory>('memory')
  const cpuIdle = service.processorMs()
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const idleShare = (service.processorMs() - cpuIdle) / IDLE_MS
  await Promise.all([warm, ...readers].map((one) => one.stop()))
  await service.stop()
  const each = (name: keyof Memory): number => (after[name] - before[name]) / (share * READERS)
  return { rss: each('rss'), heap: each('heapUsed') + each('external'), openedMs, cpuMs: cpuMs / streams, idleShare }
}

/** Longer than two heartbeats of a stream. */
const IDLE_MS = 32_000

console.log(machine())
const all: Awaited<ReturnType<typeof measured>>[] = []
for (let round = 0; round < rounds; round++) all.push(await measured(round === 0))
await place.stop()

const of = (name: keyof (typeof all)[number]): number => median(all.map((one) => one[name]))
const spread = (name: 'rss' | 'heap'): string => all.map((one) => (one[name] / 1024).toFixed(1)).join(', ')
const table = new Table({
  head: [`${streams} idle streams, log: ${values.log}`, 'median', 'rounds'],
  style: { head: [], border: [], compact: true },
})
table.push(
  ['resident memory of a stream (KB)', (of('rss') / 1024).toFixed(1), spread('rss')],
  ['of it, objects (KB)', (of('heap') / 1024).toFixed(1), spread('heap')],
  ['processor time to open one (ms)', of('cpuMs').toFixed(2), all.map(({ cpuMs }) => cpuMs.toFixed(2)).join(', ')],
  [
    'share of a processor for all, heartbeats included',
    `${(100 * of('idleShare')).toFixed(1)} %`,
    all.map(({ idleShare }) => (100 * idleShare).toFixed(1)).join(', '),
  ],
)
console.log(table.toString())
process.exit()
