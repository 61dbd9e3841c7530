import { randomInt } from 'node:crypto'
import { shownReport } from '../../../chaos/report.ts'
import { runChaos } from '../../../chaos/run-chaos.ts'
import { silentProgress } from '../../../src/local/progress.ts'

const MINUTES = 2
const seed = process.env.CHAOS_SEED ?? String(randomInt(2 ** 31))

it(`Service violates no invariant during ${MINUTES} minutes of random faults (seed ${seed})`, async () => {
  const report = await runChaos({ faults: [], minutes: MINUTES, seed }, silentProgress)
  if (report.violations.length > 0) console.error(shownReport(report))
  expect(report.violations).toEqual([])
  expect(report.turns).toBeGreaterThan(0)
}, 900_000)
