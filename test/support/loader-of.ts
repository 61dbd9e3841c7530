import type { Loader } from '../../src/engines/loader.ts'
import { allLoaders } from '../../src/engines/loaders.ts'

/** The loader of an engine, for servers of this machine. @throws RangeError for an engine without a loader */
export const loaderOf = (engine: string): Loader => {
  const loader = allLoaders({ allowPrivateHosts: true }).get(engine)
  if (loader === undefined) throw new RangeError(`${engine} has no loader`)
  return loader
}
