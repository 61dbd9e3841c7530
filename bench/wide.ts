import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import type { DemoData } from '../src/local/home/demo-file.ts'
import { startChild } from './measure/child.ts'
import type { Memory } from './measure/heap.ts'
import { startLocalServers } from './measure/local-servers.ts'
import { machine } from './measure/machine.ts'
import { manyTables } from './tables/many-tables.ts'

/**
 * Benchmarks wide databases on a service as in `npm start`: each is connected over HTTP and asked twice, and the
 * resident memory of the process (API and worker) is read from the system, including garbage. Indexing jobs are not
 * awaited: they begin a minute after each database was connected.
 * `node bench/wide.ts [--databases 8] [--tables 500] [--columns 120]`
 */
const { values } = parseArgs({
  options: {
    databases: { type: 'string', default: '8' },
    tables: { type: 'string', default: '500' },
    columns: { type: 'string', default: '120' },
  },
})
const [databases, tables, columns] = [values.databases, values.tables, values.columns].map(Number) as [
  number,
  number,
  number,
]
const MIB = 2 ** 20

const place = await startLocalServers()
const service = await startChild<DemoData>(path.join(import.meta.dirname, 'turn', 'ours.ts'), {
  TEMPORAL_ADDRESS: place.temporalAddress,
  MONGODB_URI: place.mongoUri,
  HOME_OF_BENCH: place.home,
  SECRET: place.secret,
})
const { base_url: base, org_key: key, tenants } = service.ready

/** @returns the body's data, and `milliseconds (of the processor)` */
const post = async (
  route: string,
  body: object,
): Promise<readonly [data: Readonly<Record<string, unknown>>, cost: string]> => {
  const [begun, spent] = [performance.now(), service.processorMs()]
  const response = await fetch(`${base}/api/v1${route}`, {
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'X-Tenant-Id': String(tenants[0]?.id),
      'X-Scope-Id': 'bench',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`)
  const [ms, processor] = [performance.now() - begun, service.processorMs() - spent]
  return [JSON.parse(text).data, `${ms.toFixed(0)} (${processor.toFixed(0)})`]
}
const ask = async (databaseId: string, message: string): Promise<string> => {
  const [{ results }, cost] = await post('/chat/message', { message, database_id: databaseId })
  if (!Array.isArray(results) || results.length !== 1) throw new Error(`not the answer: ${JSON.stringify(results)}`)
  return cost
}
const resident = (): string => (service.residentBytes() / MIB).toFixed(0)

console.log(machine())
console.log(
  `${databases} SQLite files of ${tables} tables of ${columns} columns; milliseconds (of the processor), and MiB of the process`,
)
const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-wide-'))
const table = new Table({
  head: ['', 'connecting', 'first question', 'another', 'resident'],
  style: { head: [], border: [], compact: true },
})
// Warms up the JIT compiler and the demo.
for (let n = 0; n < 5; n++) await ask(service.ready.database_id, 'How many customers are there?')
table.push(['before', '', '', '', resident()])
for (let n = 1; n <= databases; n++) {
  const file = path.join(folder, `wide-${n}.sqlite`)
  manyTables(file, tables, columns)
  const body = { name: `wide ${n}`, url: `sqlite:${file}`, scoping: { tenant_column: 'tenant_id' } }
  const [connected, connecting] = await post('/databases', body)
  const id = String(connected.id)
  const first = await ask(id, 'How many payments are there?')
  const another = await ask(id, 'How many customers are there?')
  table.push([`${n}`, connecting, first, another, resident()])
}
const { rss, heapUsed } = await service.ask<Memory>('memory')
table.push(['collected', '', '', '', `${(rss / MIB).toFixed(0)} (objects ${(heapUsed / MIB).toFixed(0)})`])
console.log(table.toString())
await service.stop()
await place.stop()
rmSync(folder, { recursive: true })
process.exit()
