import { randomInt } from 'node:crypto'
import { EXACT_CASES, FAULTS, type Fault } from '../../../chaos/drive/exact-cases.ts'
import { type ChaosReport, shownReport } from '../../../chaos/report.ts'
import { runChaos } from '../../../chaos/run-chaos.ts'
import { createProgress } from '../../../src/local/progress.ts'

/** Of the table, what fails most often where it is run; and a minute of the random driver. */
const SLICE: readonly Fault[] = ['F2', 'F7']
const MINUTES = 1
const seed = process.env.CHAOS_SEED ?? String(randomInt(2 ** 31))

let report: ChaosReport
beforeAll(async () => {
  report = await runChaos({ faults: SLICE, minutes: MINUTES, seed }, createProgress(process.stderr))
  process.stderr.write(`${shownReport(report)}\n`)
}, 1_200_000)

describe(`a slice of chaos (seed ${seed})`, () => {
  it.each(SLICE.flatMap((fault) => EXACT_CASES[fault].map(({ name }) => [fault, name] as const)))(
    `answers a turn through %s at %s`,
    (fault, name) => {
      expect(report.exact[fault]?.[name]).toEqual([])
    },
  )

  it(`breaks no promise while ${SLICE.map((fault) => FAULTS[fault]).join(', ')}, and for a minute of everything`, () => {
    expect(report.violations).toEqual([])
    expect(report.turns).toBeGreaterThan(0)
  })
})
