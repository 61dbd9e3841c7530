import type { Config } from '../config.ts'
import type { Limits } from '../limits/limits.ts'
import { readDemoFile } from '../local/home/demo-file.ts'
import { locateStore, type StorePlace } from '../process/locate-store.ts'
import type { RedisConnection } from '../redis/redis-connection.ts'
import { deriveKey, storeKeys } from '../sealer.ts'
import { connectionClock } from '../store/connection-clock.ts'
import type { Store } from '../store/store.ts'
import { parseStoreAddress } from '../store/store-address.ts'
import { StoreUnusable } from '../store/store-unusable.ts'
import { CommandFailed } from './command-failed.ts'
import { unreachableReason } from './unreachable.ts'

/** What a command of an operator works with. */
export interface Operator {
  readonly config: Config
  readonly store: Store
  /** Where requests are counted. @throws CommandFailed when it does not answer */
  limits(): Promise<Limits>
  readonly place: StorePlace
  /** By which tenants are sampled. */
  readonly samplingKey: Uint8Array
  /** The organization that `npm start` makes, where one runs here. */
  readonly demoOrganization: number | undefined
}

const CONNECT_MS = 5_000

/**
 * Works on the store of the service that runs here, or of the one that `MONGODB_URI` and `TABLETALK_SECRET` name.
 *
 * @throws ConfigError and CommandFailed that say how to start one
 */
export const withStore = async <Value>(
  config: Config,
  work: (operator: Operator) => Promise<Value>,
): Promise<Value> => {
  const place = await locateStore(config)
  // Heavy: no other command waits for it.
  const [{ openStore }, { createStore }] = await Promise.all([
    import('../store/open-store.ts'),
    import('../store/store.ts'),
  ])
  const connection = await openStore(place.mongoUri, { timeoutMs: CONNECT_MS }).catch((error: unknown) => {
    if (!(error instanceof StoreUnusable) || error.reason !== undefined) throw error
    const { cause } = error
    const { shown } = parseStoreAddress(place.mongoUri)
    const help = place.isLocal ? 'Start Tabletalk with: npm start' : 'Check MONGODB_URI, and that the store is running.'
    throw new CommandFailed(`The store at ${shown} cannot be reached: ${unreachableReason(cause)}. ${help}`, { cause })
  })
  const clock = connectionClock(connection)
  const store = createStore(connection, storeKeys(place.secret, config.previousSecrets), undefined, {
    clock,
    made: 'when needed',
  })
  let redis: RedisConnection | undefined
  const limits = async (): Promise<Limits> => {
    const { openLimits, openRedis } = await import('../open-limits.ts')
    redis = await openRedis({ ...config, stream: 'mongo' }).catch((cause: unknown) => {
      throw new CommandFailed('Redis does not respond. Check REDIS_URL.', { cause })
    })
    // What a process counts in its own memory is not to be seen from here.
    return openLimits({ limits: config.limits === 'memory' ? 'off' : config.limits }, connection, redis, clock)
  }
  try {
    const demo = place.isLocal ? await readDemoFile(config.home) : undefined
    const samplingKey = deriveKey(place.secret, 'sampling')
    return await work({ config, store, limits, place, samplingKey, demoOrganization: demo?.organization_id })
  } finally {
    await Promise.all([store.close(), redis?.close()])
  }
}
