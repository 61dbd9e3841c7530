import type { Config } from '../config.ts'
import { readDemoFile } from '../local/home/demo-file.ts'
import { requestHost } from '../local/request-host.ts'
import { type CommandParts, createCommandParts } from '../platform/process/command-parts.ts'
import { locateStore, type StoreLocation } from '../platform/process/locate-store.ts'
import { parseStoreAddress } from '../store/store-address.ts'
import { StoreUnusable } from '../store/store-unusable.ts'
import { CommandFailed } from './command-failed.ts'
import { unreachableReason } from './unreachable.ts'

/** The parts of a command, and the demo organization. */
export interface Operator extends CommandParts {
  /** The demo organization of `npm start`, if the store belongs to a service of this machine. */
  readonly demoOrganization: number | undefined
}

/**
 * Runs `work` with the store of the local service, or the store that `MONGODB_URI` and `TABLETALK_SECRET` name.
 *
 * @throws ConfigError and CommandFailed that say how to start a service
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

const storeFailure = (error: unknown, { mongoUri, isLocal }: StoreLocation): unknown => {
  if (!(error instanceof StoreUnusable) || error.reason !== undefined) return error
  const { cause } = error
  const { shown } = parseStoreAddress(mongoUri)
  const help = isLocal ? 'Start Tabletalk with: npm start' : 'Check MONGODB_URI, and that the store is running.'
  return new CommandFailed(`The store at ${shown} cannot be reached: ${unreachableReason(cause)}. ${help}`, { cause })
}

/** Completes a change despite Ctrl-C, so that its result is stored and shown; a second Ctrl-C aborts it. */
const whileChanging = async <Value>(change: () => Promise<Value>): Promise<Value> => {
  const onInterrupt = () =>
    process.stderr.write('\nWaiting for the change to finish. Press Ctrl-C again to abort it.\n')
  process.once('SIGINT', onInterrupt)
  try {
    return await change()
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

/** The base URL of the API: of the local service, else by HOST and PORT. */
export const baseUrlOf = ({ location, config }: Pick<Operator, 'location' | 'config'>): string =>
  location.baseUrl ?? `http://${requestHost(config.host)}:${config.port ?? 3000}`
