import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

/** What the daemon counts of one container, and `docker stats` shows in part only. */
export interface ContainerStats {
  /** Since it began, in ms of one processor. */
  readonly processorMs: number
  /** Held now, without what files are kept in memory. */
  readonly memoryBytes: number
}

const Stats = z.object({
  cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }),
  memory_stats: z.object({ usage: z.number(), stats: z.record(z.string(), z.number()) }),
})
const NS_IN_A_MS = 1e6

export const containerStats = async (container: string): Promise<ContainerStats> => {
  const path = `/containers/${container}/stats?stream=false&one-shot=true`
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  request({ ...daemonPlace(), path }, (response) => json(response).then(resolve, reject))
    .on('error', reject)
    .end()
  const { cpu_stats, memory_stats } = Stats.parse(await promise)
  // The first is of version 1 of control groups, the second of version 2.
  const { total_inactive_file, inactive_file = 0 } = memory_stats.stats
  return {
    processorMs: cpu_stats.cpu_usage.total_usage / NS_IN_A_MS,
    memoryBytes: memory_stats.usage - (total_inactive_file ?? inactive_file),
  }
}

const daemonPlace = (): { socketPath: string } | { host: string; port: string } => {
  const { protocol, pathname, hostname, port } = new URL(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock')
  return protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port }
}
