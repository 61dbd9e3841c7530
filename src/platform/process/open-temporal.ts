import type { Config } from '../../config.ts'
import { sealerFor } from '../../store/sealer.ts'
import { payloadCodec } from '../../temporal/codec.ts'
import type { TemporalClient } from '../../temporal/connection.ts'
import type { StorePlace } from './locate-store.ts'

/** A Temporal client for one command. */
export interface OpenTemporal {
  readonly client: TemporalClient
  readonly taskQueue: string
  readonly address: string
  close(): Promise<void>
}

/** Opens a client, which connects on first use; undefined if the address of Temporal is unknown. */
export const openTemporal = async ({
  config: {
    temporal: { namespace, taskQueue, credentials },
    previousSecrets,
  },
  place: { temporalAddress: address, secret },
}: {
  readonly config: Pick<Config, 'temporal' | 'previousSecrets'>
  readonly place: Pick<StorePlace, 'temporalAddress' | 'secret'>
}): Promise<OpenTemporal | undefined> => {
  if (address === undefined) return undefined
  // Imported lazily: it is large, and other commands do not need it.
  const { connectTemporal } = await import('../../temporal/connection.ts')
  const dataConverter = { payloadCodecs: [payloadCodec(sealerFor('payloads', secret, previousSecrets))] }
  const client = connectTemporal({ ...credentials, address, namespace, dataConverter })
  return { client, taskQueue, address, close: () => client.connection.close() }
}
