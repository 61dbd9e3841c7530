import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { connectionOptions, type TemporalAccess } from './access.ts'
import { endOnClosedChannel } from './closed-channel.ts'
import { traceCalls } from './trace-calls.ts'

interface TemporalSettings extends TemporalAccess {
  readonly namespace: string
  readonly dataConverter: DataConverter
  /** Where calls become spans; absent: nowhere. */
  readonly tracing?: Tracing | undefined
}

/**
 * Fast reconnection after an outage or a change of address: the gRPC defaults back off to two minutes, and resolve the name at
 * most every 30 seconds.
 */
const RECONNECT_OPTIONS = {
  'grpc.initial_reconnect_backoff_ms': 500,
  'grpc.max_reconnect_backoff_ms': 4_000,
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
}

/** For modules that may not import the SDK. */
export type TemporalClient = Client

/** A client that connects on first use, so that the API starts while Temporal is unavailable. */
export const connectTemporal = (settings: TemporalSettings): TemporalClient => {
  const { namespace, dataConverter, tracing } = settings
  const connection = Connection.lazy({
    ...connectionOptions(settings),
    connectTimeout: '5s',
    channelArgs: RECONNECT_OPTIONS,
    // These replace the default interceptors, so retries must be added again.
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), endOnClosedChannel],
  })
  const interceptors = tracing?.isEnabled === true ? { workflow: [traceCalls(tracing)] } : {}
  return new Client({ connection, namespace, dataConverter, interceptors })
}
