import type { Config } from '../config.ts'

const ANSWERS_WITHIN_MS = 5_000

/**
 * What keeps us from the namespace of a Temporal that the environment names, with the certificates and the key that it
 * names too, in one sentence; undefined where nothing does.
 */
export const givenTemporalTrouble = async (
  { temporal: { namespace, credentials } }: Pick<Config, 'temporal'>,
  address: string,
): Promise<string | undefined> => {
  // Heavy: `doctor` needs it only where somebody has a Temporal of their own.
  const [{ connectTemporal }, { temporalTrouble, untilPinged }] = await Promise.all([
    import('../temporal/connection.ts'),
    import('../temporal/trouble.ts'),
  ])
  const access = { ...credentials, address }
  const client = connectTemporal({ ...access, namespace, dataConverter: {} })
  const ping = async (): Promise<void> => {
    await client.withDeadline(Date.now() + ANSWERS_WITHIN_MS, () =>
      client.workflowService.describeNamespace({ namespace }),
    )
  }
  try {
    await untilPinged(ping, access)
    return undefined
  } catch (error) {
    return await temporalTrouble(error, access, namespace)
  } finally {
    await client.connection.close()
  }
}
