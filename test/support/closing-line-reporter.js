/** Ends a run with one plain line that any tool can read: `12 passed, 0 failed, 1 skipped`. */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results
    const failed = numFailedTests + numRuntimeErrorTestSuites
    process.stdout.write(`\n${numPassedTests} passed, ${failed} failed, ${numPendingTests} skipped\n`)
  }
}
