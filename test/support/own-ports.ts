import getPort from 'get-port'
import { openHome } from '../../src/local/home/home.ts'
import { changeRuntime } from '../../src/local/home/runtime-file.ts'

/**
 * Lets the first start in a home folder take free ports instead of the usual ones, as if servers had been killed there:
 * a suite that runs beside this one must not get the port of a server that is killed and comes back.
 */
export const giveOwnPorts = async (home: string): Promise<void> => {
  await openHome(home)
  const [store, temporal, temporalUi] = await Promise.all([getPort(), getPort(), getPort()])
  await changeRuntime(home, (runtime) => ({ ...runtime, ports: { store, temporal, temporal_ui: temporalUi } }))
}
