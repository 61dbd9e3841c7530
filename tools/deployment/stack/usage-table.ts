import Table from 'cli-table3'
import { docker } from '../docker/docker.ts'
import type { Stack } from './stack.ts'

interface Stats {
  readonly Name: string
  readonly CPUPerc: string
  readonly MemUsage: string
  readonly PIDs: string
}

/** What runs, and how much processor, memory and processes each container takes at this moment. */
export const usageTable = async (stack: Stack): Promise<string> => {
  const containers = await stack.containers()
  const running = containers.filter(({ state }) => state === 'running').map(({ name }) => name)
  const lines = running.length === 0 ? '' : await docker(['stats', '--no-stream', '--format', '{{json .}}', ...running])
  const stats = new Map(
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Stats => JSON.parse(line))
      .map((one) => [one.Name, one] as const),
  )
  const table = new Table({
    head: ['container', 'state', 'memory', 'processor', 'threads'],
    style: { head: [], border: [] },
  })
  for (const { name, state, health, exitCode } of containers) {
    const one = stats.get(name)
    const status = state === 'exited' ? `ended with ${exitCode}` : health === '' ? state : health
    table.push([name, status, one?.MemUsage ?? '', one?.CPUPerc ?? '', one?.PIDs ?? ''])
  }
  return table.toString()
}
