import type { Engine } from '../engines/engine.ts'
import type { Store } from '../store/store.ts'

/** What is needed to work on connected databases. */
export interface Connections {
  readonly store: Pick<
    Store,
    | 'database'
    | 'databaseAddress'
    | 'addDatabase'
    | 'changeDatabase'
    | 'isLeaving'
    | 'removeDatabase'
    | 'catalogShape'
    | 'putCatalog'
    | 'removeCatalog'
  >
  readonly engines: readonly Engine[]
  /** Whether databases may be on private and loopback addresses, and files of this machine. */
  readonly allowPrivateHosts: boolean
}
