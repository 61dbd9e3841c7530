/** Runs a tool to its end: a failure is a sentence on the error stream, and 1 is what it ends with. */
export const ended = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
