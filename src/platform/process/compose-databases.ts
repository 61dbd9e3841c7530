import type { Config } from '../../config.ts'
import type { Connections } from '../../manage/databases/connections.ts'
import { type ManagedDatabases, managedDatabases } from '../../manage/databases/managed-databases.ts'
import { deriveKey } from '../../store/sealer.ts'

interface DatabaseServices extends Omit<Connections, 'samplingKey' | 'modelPrices'> {
  readonly config: Pick<Config, 'modelPrices'>
  readonly secret: string
}

/** Composes the service of connected databases, for processes and for commands. */
export const composeDatabases = ({ config: { modelPrices }, secret, ...parts }: DatabaseServices): ManagedDatabases =>
  managedDatabases({ ...parts, modelPrices, samplingKey: deriveKey(secret, 'sampling') })
