import { absent, type Finding, found } from '../platform/values/finding.ts'
import { readLockOwner } from './home/lock-home.ts'
import { type Runtime, readRuntime, runningProcesses } from './home/runtime-file.ts'

const REACHED_WITHIN_MS = 4_000

/** The processes that use a home folder. */
export interface RunningInstance {
  /** The process that holds the lock; undefined: only processes with servers from their settings. */
  readonly pid: number | undefined
  readonly runtime: Runtime | undefined
  /** Process ids of running servers, APIs and workers, by their names in `runtime.json`. */
  readonly processes: Readonly<Record<string, number>>
  readonly ready: boolean
}

/** The processes that use this home folder; undefined if there are none. */
export const runningInstance = async (home: string): Promise<RunningInstance | undefined> => {
  const [owner, runtime] = await Promise.all([readLockOwner(home), readRuntime(home)])
  const living = Object.entries(await runningProcesses(runtime?.processes ?? {}))
  if (owner === undefined && living.length === 0) return undefined
  const processes = Object.fromEntries(living.map(([name, { pid }]) => [name, pid]))
  return { pid: owner?.pid, runtime, processes, ready: await answersReady(runtime?.base_url) }
}

const answersReady = async (baseUrl: string | undefined): Promise<boolean> => {
  if (baseUrl === undefined) return false
  try {
    return (await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(REACHED_WITHIN_MS) })).ok
  } catch {
    return false
  }
}

/**
 * The finding on the processes of a home folder: state, addresses and process ids, without the secrets in `runtime.json`.
 *
 * @param shownStore the address of the store without secrets
 */
export const runningFinding = (running: RunningInstance | undefined, shownStore: string | undefined): Finding => {
  if (running === undefined) return absent('running', 'no service is running with this home folder')
  const { base_url, temporal_address, temporal_ui, codec_endpoint } = running.runtime ?? {}
  const codec =
    codec_endpoint === undefined ? undefined : 'codec endpoint for the Temporal UI: codec_endpoint in runtime.json'
  const addresses = { API: base_url, Temporal: temporal_address, UI: temporal_ui, store: shownStore, codec }
  const known = Object.entries(addresses).flatMap(([name, address]) =>
    address === undefined ? [] : [`${name} ${address}`],
  )
  const processes = Object.entries(running.processes).map(([name, pid]) => `${name} ${pid}`)
  const listed = processes.length === 0 ? [] : [`processes: ${processes.join(', ')}`]
  return found('running', [stateOf(running), ...known, ...listed].join('\n'))
}

const stateOf = ({ pid, runtime, ready, processes }: RunningInstance): string => {
  const hasOthers = Object.keys(processes).some((name) => /^(api|worker)/.test(name))
  if (pid === undefined) return 'no servers with this home folder'
  if (runtime?.base_url !== undefined) return `process ${pid}, ${ready ? 'ready' : 'not ready'}`
  return `process ${pid}, ${hasOthers ? 'servers; API and worker run as separate processes' : 'servers only'}`
}
