import type { Stack } from '../stack/stack.ts'
import { atPace } from './at-pace.ts'
import type { Fault } from './faults.ts'

export interface UpgradeSettings {
  /** Of the proxy. */
  readonly address: string
  /** Tags of the version that runs, and of the one that replaces it. */
  readonly from: string
  readonly to: string
}

const PROBES_PER_SECOND = 10
const PROBE_WITHIN_MS = 5_000

/** The upgrade and the way back, by the command of docs/deployment.md: no probe of the proxy may fail meanwhile. */
export const upgradesOf = ({ address, from, to }: UpgradeSettings): readonly Fault[] => {
  const replacedBy = (args: readonly string[]) => async (stack: Stack) => {
    const failed = await failedProbes(address, () => stack.run('deploy/upgrade', args))
    return failed.length === 0
      ? undefined
      : `${failed.length} probes of /readyz failed: ${failed.slice(0, 3).join('; ')}`
  }
  return [
    { what: 'upgrade', service: 'api', happen: replacedBy([to]) },
    { what: 'upgrade taken back', service: 'api', happen: replacedBy(['--back', from]) },
  ]
}

/** Probes `/readyz` over the proxy until the work is done. @returns what came where it was not 200 */
const failedProbes = async (address: string, work: () => Promise<unknown>): Promise<readonly string[]> => {
  const over = new AbortController()
  const probes = atPace(PROBES_PER_SECOND, over.signal, () => probe(address))
  try {
    await work()
  } finally {
    over.abort()
  }
  return (await probes).flatMap((failure) => failure ?? [])
}

const probe = async (address: string): Promise<string | undefined> => {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PROBE_WITHIN_MS) })
    const body = await response.text()
    return response.status === 200 ? undefined : `${response.status} ${body.slice(0, 200)}`
  } catch (error) {
    return String(error)
  }
}
