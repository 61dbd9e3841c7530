import { ConfigError } from '../config.ts'
import { StoreAddressInvalid } from '../store/store-address.ts'
import { StoreTooNew, StoreUnusable } from '../store/store-unusable.ts'
import { WorkerBroke } from './worker-broke.ts'

const MENDABLE = [ConfigError, StoreAddressInvalid, StoreTooNew, StoreUnusable, WorkerBroke]

/** Runs an entry point; what stops it is told in one line where the reader can mend it, with its stack otherwise. */
export const runMain = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    const isMendable = MENDABLE.some((kind) => error instanceof kind)
    console.error(isMendable && error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
  // A worker's native threads would keep a process that has nothing left to do.
  process.exit()
}
