import { OperatorError } from '../problems/operator-error.ts'

/** Runs an entry point. Errors that the operator can fix are printed as one line, others with a stack trace. */
export const runMain = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof OperatorError ? error.message : error)
    process.exitCode = 1
  }
  // Native threads of a worker would keep the process alive.
  process.exit()
}
