import type { Config } from '../config.ts'
import { CommandFailed } from './command-failed.ts'

/**
 * Declares the search attributes of turns in the namespace.
 *
 * @throws CommandFailed where Temporal does not do it, with why
 */
export const prepareTemporal = async ({ temporal }: Pick<Config, 'temporal'>): Promise<void> => {
  const { address, namespace, credentials } = temporal
  if (address === undefined) return
  // Heavy: it is needed only where somebody has a Temporal of their own.
  const [
    { connectTemporal },
    { ensureSearchAttributes, SearchAttributesMissing },
    { isTemporalTrouble, temporalTrouble, untilPinged },
  ] = await Promise.all([
    import('../temporal/connection.ts'),
    import('../temporal/search-attributes.ts'),
    import('../temporal/trouble.ts'),
  ])
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
