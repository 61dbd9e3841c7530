import type { Config } from '../config.ts'
import { CommandFailed } from './command-failed.ts'
import { givenStoreFinding } from './given-store-finding.ts'
import { givenTemporalTrouble } from './given-temporal-trouble.ts'

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
  const [store, temporalTrouble] = await Promise.all([
    mongoUri === undefined ? undefined : givenStoreFinding(mongoUri),
    address === undefined ? undefined : givenTemporalTrouble({ temporal }, address),
  ])
  const silent = [
    ...(store?.state === 'missing' ? [`The store cannot be reached. ${store.detail}`] : []),
    ...(temporalTrouble === undefined ? [] : [temporalTrouble]),
  ]
  if (silent.length === 0) return
  const help = 'Start this server, change its address, or unset the setting: then `npm start` runs one locally.'
  throw new CommandFailed([...silent, help].join('\n'))
}
