import type { Engine } from '../../engines/engine.ts'
import type { IncludePatterns } from '../../guard/included-tables.ts'
import { Problem } from '../../platform/problems/problem.ts'
import type { Store } from '../../store/store.ts'
import type { DatabaseSettings } from './rules/database-settings.ts'

/** The address of a database and its engine. */
export interface ConnectedAddress {
  readonly engine: Engine
  /** Absolute, also for files. */
  readonly address: string
  /** The included tables; absent: all. */
  readonly include?: IncludePatterns
}

/** The engine and the address of a stored database. @throws Problem `database_unreachable` */
export const openDatabase = async (
  { store }: { readonly store: Pick<Store, 'databases'> },
  engines: readonly Engine[],
  { id, organizationId, engine: name, include }: Pick<DatabaseSettings, 'id' | 'organizationId' | 'engine' | 'include'>,
): Promise<ConnectedAddress> => {
  const engine = engines.find((candidate) => candidate.name === name)
  const address = await store.databases.findAddress({ organizationId }, id)
  if (engine === undefined || address === undefined) throw new Problem('database_unreachable')
  return { engine, address, include }
}
