import type { EngineOptions } from './index.ts'
import type { Loader } from './loader.ts'
import { mongodbLoader } from './mongodb/load/loader.ts'
import { mysqlLoader } from './mysql/load/loader.ts'
import { postgresLoader } from './postgres/load/loader.ts'
import { SQLITE_LOADER } from './sqlite/load/loader.ts'

/** Loaders by engine name; engines without one cannot be filled. */
export type Loaders = ReadonlyMap<string, Loader>

/** All loaders; they hold no resources. */
export const allLoaders = ({ allowPrivateHosts }: EngineOptions): Loaders =>
  new Map([
    ['mongodb', mongodbLoader(allowPrivateHosts)],
    ['mysql', mysqlLoader(allowPrivateHosts)],
    ['postgres', postgresLoader(allowPrivateHosts)],
    ['sqlite', SQLITE_LOADER],
  ])
