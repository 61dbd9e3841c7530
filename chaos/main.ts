import { createProgress } from '../src/local/progress.ts'
import { HELP, readOptions } from './options.ts'
import { isClean, shownReport, writeReport } from './report.ts'
import { runChaos } from './run-chaos.ts'

const options = readOptions(process.argv.slice(2))
if (options === undefined) {
  process.stdout.write(HELP)
} else {
  const report = await runChaos(options, createProgress(process.stderr))
  writeReport(options.report, report)
  process.stdout.write(`${shownReport(report)}\n`)
  process.exitCode = isClean(report) ? 0 : 1
}
// What was killed may have left handles behind.
process.exit()
