import type { Config } from '../config.ts'
import { accepts, parseHostPort } from '../local/servers/probe.ts'
import { TEMPORAL_PORT } from '../local/servers/start-temporal.ts'
import { CommandFailed } from './command-failed.ts'
import { givenStoreFinding } from './given-store-finding.ts'

const ANSWERS_WITHIN_MS = 5_000

/**
 * Looks whether the servers that the environment names answer, before anything is started beside them.
 *
 * @throws CommandFailed with each address that does not, and what to do
 */
export const requireGivenServers = async ({
  mongoUri,
  temporal,
}: Pick<Config, 'mongoUri' | 'temporal'>): Promise<void> => {
  const { address } = temporal
  const [store, temporalAnswers] = await Promise.all([
    mongoUri === undefined ? undefined : givenStoreFinding(mongoUri),
    address === undefined || accepts(parseHostPort(address, TEMPORAL_PORT), ANSWERS_WITHIN_MS),
  ])
  const silent = [
    ...(store?.state === 'missing' ? [`The store cannot be reached. ${store.detail}`] : []),
    ...(temporalAnswers ? [] : [`Temporal cannot be reached. TEMPORAL_ADDRESS: ${address} does not answer`]),
  ]
  if (silent.length === 0) return
  const help = 'Start what is named, name another address, or leave the setting out: then one is made here.'
  throw new CommandFailed([...silent, help].join('\n'))
}
