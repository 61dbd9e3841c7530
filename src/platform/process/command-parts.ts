import type { Limits } from '../../access/limits/limits.ts'
import { type Config, ConfigError } from '../../config.ts'
import type { RouteParts } from '../../http/route-parts.ts'
import type { Accounts } from '../../manage/accounts/accounts.ts'
import type { PaymentProcessor } from '../../manage/billing/payment-processor.ts'
import type { ManagedDatabases } from '../../manage/databases/managed-databases.ts'
import type { ManagedOrganizations } from '../../manage/organizations/managed-organizations.ts'
import type { RemovalDependencies } from '../../manage/organizations/remove-organization.ts'
import type { RemovalInput } from '../../manage/organizations/rules/removal.ts'
import { connectionClock } from '../../store/connection-clock.ts'
import { sealerFor, storeKeys } from '../../store/sealer.ts'
import type { Store } from '../../store/store.ts'
import type { TemporalParts } from '../../temporal/temporal-parts.ts'
import { Problem } from '../problems/problem.ts'
import type { PartOf } from '../values/part-of.ts'
import { createEngineParts, type EngineParts } from './engine-parts.ts'
import type { StoreLocation } from './locate-store.ts'
import { once } from './once.ts'

/**
 * What an operator's command uses: the store, and the services that routes of management use. A service is made when a command
 * asks for it, because most are heavy and few commands need several. Under `npm start`, private hosts are allowed here too.
 */
export interface CommandParts
  extends Pick<RouteParts, 'config' | 'store'>,
    PartOf<RouteParts, { databases: 'database' }>,
    EngineParts {
  readonly location: StoreLocation
  accounts(): Promise<Accounts>
  managed(): Promise<ManagedDatabases>
  /** What organizations pay for is read from it. */
  processor(): Promise<PaymentProcessor>
  /** Undefined if no Temporal server is configured or running; it connects when it is first used. */
  temporal(): Promise<TemporalParts | undefined>
  removalTools(): Promise<RemovalDependencies>
  /** @throws ConfigError if Redis, which counts requests, does not respond */
  organizations(): Promise<ManagedOrganizations>
}

interface CommandOptions {
  /** Makes each change that the audit log records, so that an interruption may wait for it. */
  whileChanging<Value>(change: () => Promise<Value>): Promise<Value>
}

const CONNECT_MS = 5_000

/** Connects to the store. @throws StoreUnusable and StoreTooNew of the store */
export const createCommandParts = async (
  config: Config,
  location: StoreLocation,
  { whileChanging }: CommandOptions,
): Promise<CommandParts> => {
  // Heavy: no other command waits for it.
  const [{ openStore }, { createStore }] = await Promise.all([
    import('../../store/open-store.ts'),
    import('../../store/store.ts'),
  ])
  const { secret } = location
  const connection = await openStore(location.mongoUri, { timeoutMs: CONNECT_MS })
  const clock = connectionClock(connection)
  const opened = createStore(connection, storeKeys(secret, config.previousSecrets), undefined, {
    clock,
    made: 'when needed',
  })
  const store: Store = {
    ...opened,
    audit: {
      ...opened.audit,
      record: (caller, change, how) => whileChanging(() => opened.audit.record(caller, change, how)),
    },
  }
  const closing: (() => Promise<unknown>)[] = [opened.close]
  const allowPrivateHosts = config.allowPrivateHosts ?? location.isLocal
  const { engines, loaders, ...engineParts } = createEngineParts(allowPrivateHosts)
  closing.push(engineParts.close)
  const limits = async (): Promise<Limits> => {
    const { openLimits, openRedis } = await import('../../access/limits/open-limits.ts')
    const redis = await openRedis({ ...config, stream: 'mongo' }).catch((cause: unknown) => {
      throw new ConfigError('Redis does not respond. Check REDIS_URL.', { cause })
    })
    if (redis !== undefined) closing.push(() => redis.close())
    // Counts in the memory of another process cannot be read here.
    return openLimits({ limits: config.limits === 'memory' ? 'off' : config.limits }, connection, redis, clock)
  }
  const temporal = once(async () => {
    const { temporalAddress: address } = location
    if (address === undefined) return undefined
    const { temporalParts } = await import('../../temporal/temporal-parts.ts')
    const { turns, ...parts } = temporalParts({
      ...config.temporal,
      address,
      cipher: sealerFor('payloads', secret, config.previousSecrets),
      onAway: unobserved,
      onBack: unobserved,
    })
    closing.push(turns.close)
    return parts
  })
  const processor = once(async () =>
    (await import('../../manage/billing/open-processor.ts')).openProcessor(config.payments.stripe),
  )
  const removalParts = async () => ({
    store,
    // Connects only to remove an organization: the client is large, and others only read organizations.
    removals:
      location.temporalAddress === undefined
        ? undefined
        : { start: async (removal: RemovalInput) => await (await temporal())?.removals.start(removal) },
    processor: await processor(),
  })
  return {
    config,
    location,
    store,
    engines,
    loaders,
    processor,
    temporal,
    databases: {
      async database(caller, id) {
        const found = await store.databases.find(caller, id)
        if (found === undefined) throw new Problem('database_not_found')
        return found
      },
    },
    accounts: once(async () => {
      const { composeAccounts } = await import('./compose-accounts.ts')
      const parts = { config, secret, store, mails: NO_MAILS, observe: unobserved, allowPrivateHosts }
      return composeAccounts({ ...parts, checksIssuerHosts: false })
    }),
    managed: once(async () => {
      const { composeDatabases } = await import('./compose-databases.ts')
      // A user who runs commands may read the files of this machine.
      return composeDatabases({ config, secret, store, engines: await engines(), allowPrivateHosts: true })
    }),
    async removalTools() {
      const { composeRemoval } = await import('./compose-organizations.ts')
      return composeRemoval(await removalParts())
    },
    organizations: once(async () => {
      const { composeOrganizations } = await import('./compose-organizations.ts')
      return composeOrganizations({ ...(await removalParts()), config, limits: await limits() })
    }),
    async close() {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

const unobserved = (): void => undefined

/** Users that an operator adds need no invitation: a command sends no mail. */
const NO_MAILS = {
  async send(): Promise<never> {
    throw new Error('A command sends no mail.')
  },
}
