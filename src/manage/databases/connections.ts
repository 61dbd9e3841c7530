import type { Embedder } from '../../ask/rules/embedder.ts'
import type { ModelPrices } from '../../ask/rules/spending.ts'
import type { Engine } from '../../engines/engine.ts'
import type { Store } from '../../store/store.ts'
import type { StoredDatabase } from './store/databases.ts'

/** Dependencies of the operations on connected databases. */
export interface Connections {
  readonly store: Pick<
    Store,
    'apiKeys' | 'catalogs' | 'databases' | 'modelUsage' | 'organizations' | 'patterns' | 'usageDays'
  >
  readonly engines: readonly Engine[]
  /** Whether databases may have private and loopback addresses, or be local files. */
  readonly allowPrivateHosts: boolean
  /** Key for sampling tenants, so that outsiders cannot predict the sample. */
  readonly samplingKey: Uint8Array
  /** Computes table vectors; absent: tables are found by words only. */
  readonly embedder?: Embedder
  /** Prices of the embedder's calls. */
  readonly modelPrices?: ModelPrices
  /** Starts an indexing job soon and returns immediately; absent if databases are indexed on request only. */
  beginIndexing?(database: Pick<StoredDatabase, 'id' | 'organizationId'>): void
}
