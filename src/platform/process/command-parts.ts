import type { Limits } from '../../access/limits/limits.ts'
import type { Organization } from '../../access/rules/organization.ts'
import { type Config, ConfigError } from '../../config.ts'
import type { Engine } from '../../engines/engine.ts'
import type { RouteParts } from '../../http/route-parts.ts'
import type { Accounts } from '../../manage/accounts/accounts.ts'
import type { PaymentProcessor } from '../../manage/billing/payment-processor.ts'
import type { ManagedDatabases } from '../../manage/databases/managed-databases.ts'
import type { ManagedOrganizations } from '../../manage/organizations/managed-organizations.ts'
import type { RemovalTools } from '../../manage/organizations/remove-organization.ts'
import { connectionClock } from '../../store/connection-clock.ts'
import { accountKeys, deriveKey, storeKeys } from '../../store/sealer.ts'
import type { Store } from '../../store/store.ts'
import { Problem } from '../problems/problem.ts'
import type { PartOf } from '../values/part-of.ts'
import type { StorePlace } from './locate-store.ts'
import { openTemporal } from './open-temporal.ts'

/**
 * With what an operator's command works: the store, and the parts that routes of management have in the service. Parts are made
 * when a command asks for them, because most are heavy and few commands need several.
 */
export interface CommandParts
  extends Pick<RouteParts, 'config' | 'store'>,
    PartOf<RouteParts, { databases: 'database' }> {
  readonly place: StorePlace
  /** By which tenants are sampled. */
  readonly samplingKey: Uint8Array
  /** Where requests are counted. @throws ConfigError where it does not answer */
  limits(): Promise<Limits>
  accounts(): Promise<Accounts>
  /** Under `npm start`, private hosts are allowed here too. */
  engines(): Promise<readonly Engine[]>
  managed(): Promise<ManagedDatabases>
  /** Asked what organizations pay for. */
  processor(): Promise<PaymentProcessor>
  removalTools(): Promise<RemovalTools>
  /** @throws as `limits` */
  organizations(): Promise<ManagedOrganizations>
  close(): Promise<void>
}

export interface CommandOptions {
  /** Makes each change that the audit log records, so that an interruption may wait for it. */
  whileChanging<Value>(change: () => Promise<Value>): Promise<Value>
}

const CONNECT_MS = 5_000

/** Connects to the store. @throws StoreUnusable and StoreTooNew of the store */
export const createCommandParts = async (
  config: Config,
  place: StorePlace,
  { whileChanging }: CommandOptions,
): Promise<CommandParts> => {
  // Heavy: no other command waits for it.
  const [{ openStore }, { createStore }] = await Promise.all([
    import('../../store/open-store.ts'),
    import('../../store/store.ts'),
  ])
  const connection = await openStore(place.mongoUri, { timeoutMs: CONNECT_MS })
  const clock = connectionClock(connection)
  const opened = createStore(connection, storeKeys(place.secret, config.previousSecrets), undefined, {
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
  const samplingKey = deriveKey(place.secret, 'sampling')
  const allowPrivateHosts = config.allowPrivateHosts ?? place.isLocal
  const limits = once(async () => {
    const { openLimits, openRedis } = await import('../../access/limits/open-limits.ts')
    const redis = await openRedis({ ...config, stream: 'mongo' }).catch((cause: unknown) => {
      throw new ConfigError('Redis does not respond. Check REDIS_URL.', { cause })
    })
    if (redis !== undefined) closing.push(() => redis.close())
    // What a process counts in its own memory is not to be seen from here.
    return openLimits({ limits: config.limits === 'memory' ? 'off' : config.limits }, connection, redis, clock)
  })
  const engines = once(async () => {
    const { allEngines } = await import('../../engines/index.ts')
    const all: readonly Engine[] = allEngines({ allowPrivateHosts })
    closing.push(...all.map((engine) => () => engine.close()))
    return all
  })
  const removals = once(async () => {
    const temporal = await openTemporal({ config, place })
    if (temporal === undefined) return undefined
    closing.push(temporal.close)
    const { temporalRemovals } = await import('../../temporal/removals.ts')
    return temporalRemovals(temporal.client, temporal.taskQueue)
  })
  const processor = once(async () =>
    (await import('../../manage/billing/open-processor.ts')).openProcessor(config.payments.stripe),
  )
  const removalTools = once(async () => {
    const [{ endPaying }, paid] = await Promise.all([import('../../manage/billing/managed-billing.ts'), processor()])
    return {
      store,
      removals: await removals(),
      endPaying: (organization: Pick<Organization, 'id' | 'billing'>) => endPaying(paid, organization),
    }
  })
  return {
    config,
    place,
    store,
    samplingKey,
    limits,
    processor,
    removalTools,
    databases: {
      async database(caller, id) {
        const found = await store.databases.find(caller, id)
        if (found === undefined) throw new Problem('database_not_found')
        return found
      },
    },
    accounts: once(async () => {
      const [{ accountParts, accounts }, { signOn }] = await Promise.all([
        import('../../manage/accounts/accounts.ts'),
        import('../../manage/sso/sign-on.ts'),
      ])
      const provider = signOn({ allowPrivate: allowPrivateHosts, observe: () => undefined })
      return accounts({
        ...accountParts({ store, mails: NO_MAILS }, accountKeys(place.secret, config.previousSecrets)),
        // Where the issuer leads is judged by the service, which may be in another network than this command.
        signOn: { ...provider, isPrivate: async () => false },
        allowPrivateHosts,
        portalUrl: config.portalUrl,
      })
    }),
    engines,
    managed: once(async () => {
      const { managedDatabases } = await import('../../manage/databases/managed-databases.ts')
      const { modelPrices } = config
      // Who runs a command may read the files of this machine.
      return managedDatabases({ store, engines: await engines(), allowPrivateHosts: true, samplingKey, modelPrices })
    }),
    organizations: once(async () => {
      const { managedOrganizations } = await import('../../manage/organizations/managed-organizations.ts')
      const { graceDays } = config.payments
      return managedOrganizations({ ...(await removalTools()), limits: await limits(), graceDays })
    }),
    async close() {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

/** Operators vouch for those they add: a command mails nobody. */
const NO_MAILS = {
  async send(): Promise<never> {
    throw new Error('A command sends no mail.')
  },
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
