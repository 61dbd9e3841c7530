import type { Config } from '../config.ts'
import { connectTemporal } from '../temporal/connection.ts'
import { ensureSearchAttributes, SearchAttributesMissing } from '../temporal/search-attributes.ts'
import { isTemporalTrouble, temporalTrouble, untilPinged } from '../temporal/trouble.ts'
import { CommandFailed } from './command-failed.ts'

/**
 * Declares the search attributes of turns in the namespace.
 *
 * @throws CommandFailed where Temporal does not do it, with why
 */
export const prepareTemporal = async ({ temporal }: Pick<Config, 'temporal'>): Promise<void> => {
  const { address, namespace, credentials } = temporal
  if (address === undefined) return
  const access = { ...credentials, address }
  const client = connectTemporal({ ...access, namespace, dataConverter: {} })
  try {
    await untilPinged(() => ensureSearchAttributes(client, namespace), access)
  } catch (cause) {
    if (cause instanceof SearchAttributesMissing) throw new CommandFailed(cause.message, { cause })
    if (!isTemporalTrouble(cause)) throw cause
    throw new CommandFailed(await temporalTrouble(cause, access, namespace), { cause })
  } finally {
    await client.connection.close()
  }
}
