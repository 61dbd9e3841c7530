import { writeFileSync } from 'node:fs'
import Table from 'cli-table3'
import type { Violation } from './audit/evidence.ts'
import type { Recovery } from './audit/recovery.ts'
import { CRASH_POINTS, type CrashPoint } from './crash-points.ts'
import { EXACT_CASES, FAULT_NAMES, type Fault } from './drive/exact-cases.ts'

export interface ChaosReport {
  readonly seed: string
  readonly minutes: number
  /** By fault and case, what was wrong with it. */
  readonly exact: Readonly<Partial<Record<Fault, Readonly<Record<string, readonly string[]>>>>>
  /** How often the random driver broke what. */
  readonly random: Readonly<Record<string, number>>
  /** Turns that were asked for and ended, as the store has them. */
  readonly turns: number
  readonly violations: readonly Violation[]
  /** How soon turns went on. */
  readonly recovery: Recovery
}

const POINTS = Object.keys(CRASH_POINTS).filter((name): name is CrashPoint => name in CRASH_POINTS)

/** Faults by crash points, passed of tried. */
const exactTable = ({ exact }: ChaosReport): string => {
  const table = new Table({ head: ['', ...POINTS], style: { head: [], border: [] } })
  for (const fault of FAULT_NAMES) {
    const verdicts = exact[fault]
    if (verdicts === undefined) continue
    table.push([
      fault,
      ...POINTS.map((point) => {
        const own = EXACT_CASES[fault].filter((one) => one.point === point)
        const passed = own.filter(({ name }) => verdicts[name]?.length === 0)
        return own.length === 0 ? '' : `${passed.length}/${own.length}`
      }),
    ])
  }
  return table.toString()
}

const countTable = ({ random }: ChaosReport): string => {
  const table = new Table({ head: ['what happened', 'times'], style: { head: [], border: [] } })
  table.push(...Object.entries(random))
  return table.toString()
}

const shownRecovery = ({ nextAttemptMs, endedMs }: Recovery): string[] => [
  ...spread('a step of a killed worker began again after', nextAttemptMs),
  ...spread('after everything was killed, turns had ended', endedMs),
]

const spread = (what: string, times: readonly number[]): string[] => {
  const [middle = 0, last = 0] = [0.5, 1].map(
    (share) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1],
  )
  return times.length === 0 ? [] : [`${what} ${middle} ms (median of ${times.length}), at most ${last} ms`]
}

/** The report for people. */
export const shownReport = (report: ChaosReport): string =>
  [
    ...(Object.keys(report.exact).length === 0 ? [] : [exactTable(report)]),
    ...(report.minutes === 0 ? [] : [`seed ${report.seed}, ${report.minutes} minutes`, countTable(report)]),
    ...shownRecovery(report.recovery),
    `${report.turns} turns, ${report.violations.length} violations`,
    ...report.violations.map(({ invariant, scope, what }) => `  ${invariant} ${scope}: ${what}`),
  ].join('\n')

export const writeReport = (file: string, report: ChaosReport): void =>
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)

/** Whether every promise was kept, and every case ended as it should. */
export const isClean = ({ exact, violations }: ChaosReport): boolean =>
  violations.length === 0 &&
  Object.values(exact).every((cases) => Object.values(cases).every((faults) => faults.length === 0))
