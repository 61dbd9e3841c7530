import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import Table from 'cli-table3'
import { z } from 'zod'
import type { Stack } from './stack.ts'

/** Milliseconds of processor that each service has taken since its containers began, all of them together. */
export type ProcessorTime = ReadonlyMap<string, number>

const Stats = z.object({ cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }) })
const NS_IN_A_MS = 1e6

/** What `docker stats` does not tell: a sum since the start, rather than a share of this moment. */
export const processorTime = async (stack: Stack): Promise<ProcessorTime> => {
  const running = (await stack.containers()).filter(({ state }) => state === 'running')
  const taken = await Promise.all(running.map(async ({ name, service }) => ({ service, ms: await takenBy(name) })))
  return new Map(
    [...Map.groupBy(taken, ({ service }) => service)].map(([service, all]) => [
      service,
      all.reduce((sum, { ms }) => sum + ms, 0),
    ]),
  )
}

const takenBy = async (container: string): Promise<number> => {
  const path = `/containers/${container}/stats?stream=false&one-shot=true`
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  request({ ...daemonPlace(), path }, (response) => json(response).then(resolve, reject))
    .on('error', reject)
    .end()
  return Stats.parse(await promise).cpu_stats.cpu_usage.total_usage / NS_IN_A_MS
}

const daemonPlace = (): { socketPath: string } | { host: string; port: string } => {
  const { protocol, pathname, hostname, port } = new URL(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock')
  return protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port }
}

export interface Spent {
  readonly before: ProcessorTime
  readonly after: ProcessorTime
  readonly seconds: number
  readonly turns: number
}

/** What a turn takes of each service, and how much of one processor that is, all that runs beside turns included. */
export const processorTable = ({ before, after, seconds, turns }: Spent): string => {
  const table = new Table({
    head: ['service', 'ms of a processor a turn', 'of one processor'],
    style: { head: [], border: [] },
    colAligns: ['left', 'right', 'right'],
  })
  const spent = [...after].map(([service, ms]) => ({ service, ms: ms - (before.get(service) ?? 0) }))
  const all = { service: 'together', ms: spent.reduce((sum, { ms }) => sum + ms, 0) }
  for (const { service, ms } of [...spent.toSorted((a, b) => b.ms - a.ms), all])
    table.push([service, (ms / turns).toFixed(1), `${Math.round(ms / (seconds * 10))} %`])
  return table.toString()
}
