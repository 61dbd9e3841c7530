import type { ProcessMark } from './process-identity.ts'
import { changeRuntime, type Runtime, SERVER_NAMES, type ServerName } from './runtime-file.ts'

/** The part of `runtime.json` about the servers of a start. Only the holder of the home's lock may write it. */
export interface ServersEntry {
  set(part: Omit<Runtime, 'processes' | 'started_at'>): Promise<void>
  setProcess(name: ServerName, mark: ProcessMark): Promise<void>
  /** Removes everything but the entries of other processes. */
  remove(): Promise<void>
}

/** Starts a new entry, and keeps only the ports and the entries of other processes. */
export const openServersEntry = async (home: string): Promise<ServersEntry> => {
  await changeRuntime(home, ({ ports, processes }) => ({
    ...(ports === undefined ? {} : { ports }),
    started_at: new Date().toISOString(),
    processes: withoutServers(processes),
  }))
  return {
    set: (part) => changeRuntime(home, (runtime) => ({ ...runtime, ...part })),
    setProcess: (name, mark) =>
      changeRuntime(home, (runtime) => ({ ...runtime, processes: { ...runtime.processes, [name]: mark } })),
    remove: () =>
      changeRuntime(home, ({ started_at, processes }) => ({ started_at, processes: withoutServers(processes) })),
  }
}

const withoutServers = (processes: Runtime['processes']): Runtime['processes'] =>
  Object.fromEntries(Object.entries(processes).filter(([name]) => !SERVER_NAMES.some((server) => server === name)))
