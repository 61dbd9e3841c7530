import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Ends a run with one plain line that any tool can read: `12 passed, 0 failed, 1 skipped`. Where a test command is
 * several runs, `TABLETALK_TEST_COUNTS` names the file in which they count together.
 */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results
    const file = process.env.TABLETALK_TEST_COUNTS
    const before = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [0, 0, 0]
    const own = [numPassedTests, numFailedTests + numRuntimeErrorTestSuites, numPendingTests]
    const counts = own.map((count, index) => count + before[index])
    if (file !== undefined) writeFileSync(file, JSON.stringify(counts))
    const [passed, failed, skipped] = counts
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  }
}
