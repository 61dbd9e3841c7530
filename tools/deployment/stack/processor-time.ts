import Table from 'cli-table3'
import { containerStats } from './container-stats.ts'
import type { Stack } from './stack.ts'

/** Milliseconds of processor that each service has taken since its containers began, all of them together. */
export type ProcessorTime = ReadonlyMap<string, number>

export const processorTime = async (stack: Stack): Promise<ProcessorTime> => {
  const running = (await stack.containers()).filter(({ state }) => state === 'running')
  const taken = await Promise.all(
    running.map(async ({ name, service }) => ({ service, ms: (await containerStats(name)).processorMs })),
  )
  const services = Map.groupBy(taken, ({ service }) => service)
  return new Map([...services].map(([service, all]) => [service, all.reduce((sum, { ms }) => sum + ms, 0)]))
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
