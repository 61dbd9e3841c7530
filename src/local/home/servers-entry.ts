import type { ProcessMark } from './process-identity.ts'
import { changeRuntime, type Runtime, SERVER_NAMES, type ServerName } from './runtime-file.ts'

/** What a start tells in `runtime.json` about its servers. Only the holder of the home's lock may write it. */
export interface ServersEntry {
  set(part: Omit<Runtime, 'processes' | 'started_at'>): Promise<void>
  setProcess(name: ServerName, mark: ProcessMark): Promise<void>
  /** Takes everything back but what others have entered. */
  remove(): Promise<void>
}

/** Begins anew: of what was there, only ports and other people's processes stay. */
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
