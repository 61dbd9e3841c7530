import type { EngineOptions } from './index.ts'
import type { Loader } from './loader.ts'
import { mongodbLoader } from './mongodb/load/loader.ts'
import { mysqlLoader } from './mysql/load/loader.ts'
import { postgresLoader } from './postgres/load/loader.ts'
import { SQLITE_LOADER } from './sqlite/load/loader.ts'

/** What fills databases, by the name of their engine; a name that is missing is an engine for which nobody wrote it. */
export type Loaders = ReadonlyMap<string, Loader>

/** Every loader, one line each. They keep nothing open. */
export const allLoaders = ({ allowPrivateHosts }: EngineOptions): Loaders =>
  new Map([
    ['mongodb', mongodbLoader(allowPrivateHosts)],
    ['mysql', mysqlLoader(allowPrivateHosts)],
    ['postgres', postgresLoader(allowPrivateHosts)],
    ['sqlite', SQLITE_LOADER],
  ])
