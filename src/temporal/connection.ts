import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { connectionOptions, type TemporalAccess } from './access.ts'
import { endOnClosedChannel } from './closed-channel.ts'

export interface TemporalSettings extends TemporalAccess {
  readonly namespace: string
  readonly dataConverter: DataConverter
}

/**
 * However long Temporal was away, and whatever address it has now: by default it would be looked for once in two minutes in
 * the end, and its name asked for twice a minute.
 */
const SOON_AGAIN = {
  'grpc.initial_reconnect_backoff_ms': 500,
  'grpc.max_reconnect_backoff_ms': 4_000,
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
}

/** Of Temporal, for those who only hand it on. */
export type TemporalClient = Client

/** A client that connects when it is first used, so that the API starts while Temporal is away. */
export const connectTemporal = (settings: TemporalSettings): TemporalClient => {
  const connection = Connection.lazy({
    ...connectionOptions(settings),
    connectTimeout: '5s',
    channelArgs: SOON_AGAIN,
    // Interceptors given here replace the client's own, its retries.
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), endOnClosedChannel],
  })
  return new Client({ connection, namespace: settings.namespace, dataConverter: settings.dataConverter })
}
