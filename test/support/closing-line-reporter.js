import { writeFileSync } from 'node:fs'
import path from 'node:path'

const SLOWEST = 20

/**
 * Ends a run with the files that took longest and one plain line that any tool can read:
 * `12 passed, 0 failed, 1 skipped`. `TABLETALK_FAILED_FILES` names a file that gets the paths of files that failed.
 */
export default class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } = results
    const files = results.testResults.map(({ testFilePath, perfStats, numFailingTests, testExecError }) => ({
      name: path.relative(process.cwd(), testFilePath),
      seconds: (perfStats.end - perfStats.start) / 1000,
      isFailed: numFailingTests > 0 || testExecError != null,
    }))
    const failed = files.filter(({ isFailed }) => isFailed).map(({ name }) => name)
    const list = process.env.TABLETALK_FAILED_FILES
    if (list !== undefined) writeFileSync(list, failed.map((name) => `${name}\n`).join(''))
    if (files.length > SLOWEST) {
      const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
      const lines = slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}\n`)
      process.stdout.write(`\nThe ${SLOWEST} slowest of ${files.length} files:\n${lines.join('')}`)
    }
    const failures = numFailedTests + numRuntimeErrorTestSuites
    process.stdout.write(`\n${numPassedTests} passed, ${failures} failed, ${numPendingTests} skipped\n`)
  }
}
