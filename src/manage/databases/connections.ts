import type { Embedder } from '../../ask/rules/embedder.ts'
import type { ModelPrices } from '../../ask/rules/spending.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Store } from '../../store/store.ts'
import type { StoredDatabase } from './store/databases.ts'

/** What is needed to work on connected databases. */
export interface Connections {
  readonly store: Pick<
    Store,
    'apiKeys' | 'catalogs' | 'databases' | 'modelUsage' | 'organizations' | 'patterns' | 'usageDays'
  >
  readonly engines: readonly Engine[]
  /** Whether databases may be on private and loopback addresses, and files of this machine. */
  readonly allowPrivateHosts: boolean
  /** The key that selects sampled tenants: unpredictable outside of the installation. */
  readonly samplingKey: Uint8Array
  /** Makes vectors of tables; absent: they are found by words alone. */
  readonly embedder?: Embedder
  /** What its calls cost. */
  readonly modelPrices?: ModelPrices
  /** Schedules indexing of a database, and returns at once; absent without automatic indexing. */
  beginIndexing?(database: Pick<StoredDatabase, 'id' | 'organizationId'>): void
}
