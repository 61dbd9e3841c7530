import type { Config } from '../config.ts'
import { accepts, parseHostPort } from '../local/servers/probe.ts'
import { TEMPORAL_PORT } from '../local/servers/start-temporal.ts'
import { connectTemporal, ensureSearchAttributes } from '../temporal/connection.ts'
import { CommandFailed } from './command-failed.ts'

const CALL_MS = 10_000
const ACCEPTS_MS = 2_000
const NOT_FOUND = 5
const DENIED: readonly unknown[] = [7, 16]

/**
 * Declares the search attributes of turns in the namespace.
 *
 * @throws CommandFailed where Temporal does not do it, with why
 */
export const prepareTemporal = async ({ temporal }: Pick<Config, 'temporal'>): Promise<void> => {
  const { address, namespace } = temporal
  if (address === undefined) return
  // The client waits for seconds where nobody listens.
  if (!(await accepts(parseHostPort(address, TEMPORAL_PORT), ACCEPTS_MS))) throw new CommandFailed(silent(address))
  const client = connectTemporal({ address, namespace, dataConverter: {} })
  try {
    await client.withDeadline(Date.now() + CALL_MS, () => ensureSearchAttributes(client, namespace))
  } catch (cause) {
    throw new CommandFailed(reasonOf(cause, address, namespace), { cause })
  } finally {
    await client.connection.close()
  }
}

const silent = (address: string): string => `Temporal at ${address} does not answer. TEMPORAL_ADDRESS names it.`

const reasonOf = (error: unknown, address: string, namespace: string): string => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === NOT_FOUND)
    return `Temporal at ${address} has no namespace ${namespace}: make it, or set TEMPORAL_NAMESPACE to another.`
  if (DENIED.includes(code))
    return `Temporal at ${address} does not let us declare search attributes in the namespace ${namespace}.`
  return silent(address)
}
