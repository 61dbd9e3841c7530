import { parseStoreAddress } from '../store/store-address.ts'
import { absent, type Finding, found } from './finding.ts'
import type { RunningInstance } from './running-instance.ts'

/** What works with the home folder: its state, addresses and processes; no secrets, which stay in `runtime.json`. */
export const runningFinding = (running: RunningInstance | undefined): Finding => {
  if (running === undefined) return absent('running', 'no service is running with this home folder')
  const { base_url, temporal_address, temporal_ui, mongodb_uri, codec_endpoint } = running.runtime ?? {}
  const store = mongodb_uri === undefined ? undefined : parseStoreAddress(mongodb_uri).shown
  const codec =
    codec_endpoint === undefined ? undefined : 'codec endpoint for the Temporal UI: codec_endpoint in runtime.json'
  const addresses = { API: base_url, Temporal: temporal_address, UI: temporal_ui, store, codec }
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
