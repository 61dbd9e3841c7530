import { markProcess } from './process-identity.ts'
import { changeRuntime, type Runtime } from './runtime-file.ts'

/** The role of a process that uses a home folder and is no server of its start. */
export type Role = 'api' | 'worker'

/** Lists this process in `runtime.json` until `leave`; after `kill -9` the next writer removes it. */
export const registerProcess = async (home: string, roles: readonly Role[]): Promise<{ leave(): Promise<void> }> => {
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

/** The first free name of `api`, `api-2`, `api-3`, … */
const freeName = (role: Role, taken: Runtime['processes']): string => {
  for (let number = 1; ; number++) {
    const name = number === 1 ? role : `${role}-${number}`
    if (taken[name] === undefined) return name
  }
}
