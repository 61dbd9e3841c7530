import { markProcess } from './process-identity.ts'
import { changeRuntime, type Runtime } from './runtime-file.ts'

/** What a process may be to a home folder, besides a server that was made there. */
export type Role = 'api' | 'worker'

/** Names this process in `runtime.json` until it leaves; after `kill -9` the next writer drops it. */
export const enterRuntime = async (home: string, roles: readonly Role[]): Promise<{ leave(): Promise<void> }> => {
  const mark = await markProcess(process.pid)
  await changeRuntime(home, (runtime) => {
    const names = roles.map((role) => [freeName(role, runtime.processes), mark])
    return { ...runtime, processes: { ...runtime.processes, ...Object.fromEntries(names) } }
  })
  return {
    leave: () =>
      changeRuntime(home, ({ processes, ...rest }) => ({
        ...rest,
        processes: Object.fromEntries(
          Object.entries(processes).filter(([, { pid, identity }]) => pid !== mark.pid || identity !== mark.identity),
        ),
      })),
  }
}

/** `api`, then `api-2`, `api-3`, … */
const freeName = (role: Role, taken: Runtime['processes']): string => {
  for (let number = 1; ; number++) {
    const name = number === 1 ? role : `${role}-${number}`
    if (taken[name] === undefined) return name
  }
}
