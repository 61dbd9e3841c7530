import type { Config } from '../config.ts'
import { readDemoFile } from '../local/home/demo-file.ts'
import { hostToCall } from '../local/host-to-call.ts'
import { type CommandParts, createCommandParts } from '../platform/process/command-parts.ts'
import { locateStore, type StorePlace } from '../platform/process/locate-store.ts'
import { parseStoreAddress } from '../store/store-address.ts'
import { StoreUnusable } from '../store/store-unusable.ts'
import { CommandFailed } from './command-failed.ts'
import { unreachableReason } from './unreachable.ts'

/** What a command of an operator works with. */
export interface Operator extends CommandParts {
  /** The organization that `npm start` makes, where one runs here. */
  readonly demoOrganization: number | undefined
}

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
  const parts = await createCommandParts(config, place, { whileChanging }).catch((error: unknown) => {
    throw storeFailure(error, place)
  })
  try {
    const demo = place.isLocal ? await readDemoFile(config.home) : undefined
    return await work({ ...parts, demoOrganization: demo?.organization_id })
  } finally {
    await parts.close()
  }
}

const storeFailure = (error: unknown, { mongoUri, isLocal }: StorePlace): unknown => {
  if (!(error instanceof StoreUnusable) || error.reason !== undefined) return error
  const { cause } = error
  const { shown } = parseStoreAddress(mongoUri)
  const help = isLocal ? 'Start Tabletalk with: npm start' : 'Check MONGODB_URI, and that the store is running.'
  return new CommandFailed(`The store at ${shown} cannot be reached: ${unreachableReason(cause)}. ${help}`, { cause })
}

/** A Ctrl-C that comes while a change is made leaves nothing half made: what it has given is shown. A second one ends it. */
const whileChanging = async <Value>(change: () => Promise<Value>): Promise<Value> => {
  const heard = () => process.stderr.write('\nWaiting for the change to finish. Press Ctrl-C again to abort it.\n')
  process.once('SIGINT', heard)
  try {
    return await change()
  } finally {
    process.off('SIGINT', heard)
  }
}

/** Where the API of an installation is, as far as anybody here knows. */
export const baseUrlOf = ({ place, config }: Pick<Operator, 'place' | 'config'>): string =>
  place.baseUrl ?? `http://${hostToCall(config.host)}:${config.port ?? 3000}`
