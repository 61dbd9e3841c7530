import type { Engine } from '../../engines/engine.ts'
import type { Loaders } from '../../engines/loaders.ts'
import { once } from './once.ts'

/** The engines of a command, made when they are asked for: parsers and drivers are heavy. */
export interface EngineParts {
  engines(): Promise<readonly Engine[]>
  /** Fill databases with rows, by the name of the engine. */
  loaders(): Promise<Loaders>
  /** Ends pools and processes of the engines that were made. */
  close(): Promise<void>
}

export const createEngineParts = (allowPrivateHosts: boolean): EngineParts => {
  let made: readonly Engine[] = []
  return {
    engines: once(async () => {
      const { allEngines } = await import('../../engines/index.ts')
      made = allEngines({ allowPrivateHosts })
      return made
    }),
    loaders: once(async () => (await import('../../engines/loaders.ts')).allLoaders({ allowPrivateHosts })),
    async close() {
      await Promise.all(made.map((engine) => engine.close()))
    },
  }
}
