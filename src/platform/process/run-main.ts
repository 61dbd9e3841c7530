import { Mendable } from '../problems/mendable.ts'

/** Runs an entry point; what stops it is told in one line where the reader can mend it, with its stack otherwise. */
export const runMain = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Mendable ? error.message : error)
    process.exitCode = 1
  }
  // A worker's native threads would keep a process that has nothing left to do.
  process.exit()
}
