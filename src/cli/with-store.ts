import type { Config } from '../config.ts'
import { readDemoFile } from '../local/home/demo-file.ts'
import { locateStore, type StorePlace } from '../process/locate-store.ts'
import { storeKeys } from '../sealer.ts'
import type { Store } from '../store/store.ts'
import { parseStoreAddress } from '../store/store-address.ts'
import { CommandFailed } from './command-failed.ts'

/** What a command of an operator works with. */
export interface Operator {
  readonly config: Config
  readonly store: Store
  readonly place: StorePlace
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
  const [{ connectStore }, { createStore }] = await Promise.all([
    import('../store/connection.ts'),
    import('../store/store.ts'),
  ])
  const connection = await connectStore(place.mongoUri, CONNECT_MS).catch((cause: unknown) => {
    const { shown } = parseStoreAddress(place.mongoUri)
    const help = place.isLocal ? 'Start Tabletalk with: npm start' : 'Is MONGODB_URI right?'
    throw new CommandFailed(`The store at ${shown} does not answer. ${help}`, { cause })
  })
  const store = createStore(connection, storeKeys(place.secret, config.previousSecrets))
  try {
    const demo = place.isLocal ? await readDemoFile(config.home) : undefined
    return await work({ config, store, place, demoOrganization: demo?.organization_id })
  } finally {
    await store.close()
  }
}
