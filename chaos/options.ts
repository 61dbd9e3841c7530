import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { FAULT_NAMES, type Fault } from './drive/exact-cases.ts'

export interface ChaosOptions {
  /** Of the random driver; 0 leaves it out. */
  readonly minutes: number
  readonly seed: string
  /** Of the exact driver; none leaves it out. */
  readonly faults: readonly Fault[]
  /** Where the report goes. */
  readonly report: string
}

export const HELP = `Runs the service as processes of its own, breaks one thing after the other, and judges what is left.

  npm run chaos -- [options]

  --minutes N    how long the random driver runs (10); 0 leaves it out
  --seed S       what it breaks when, and who asks what; a random one unless given, and always told
  --faults LIST  of the table of faults and crash points, those alone (all of them): F1,F7
  --no-exact     leaves the table out
  --report FILE  where the report goes (chaos-report.json)
  --help         this text

Ends with 1 when a promise was broken.
`

/** @returns undefined where help is asked for. @throws TypeError for what is no option */
export const readOptions = (args: readonly string[]): ChaosOptions | undefined => {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      exact: { type: 'boolean', default: true },
      faults: { type: 'string', default: FAULT_NAMES.join(',') },
      report: { type: 'string', default: 'chaos-report.json' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const minutes = Number(values.minutes)
  if (!Number.isFinite(minutes) || minutes < 0) throw new TypeError('--minutes takes a number that is not negative')
  const faults = values.exact ? values.faults.split(',').map(faultNamed) : []
  return { minutes, seed: values.seed, faults, report: values.report }
}

const faultNamed = (name: string): Fault => {
  const fault = FAULT_NAMES.find((known) => known === name)
  if (fault === undefined) throw new TypeError(`--faults takes some of ${FAULT_NAMES.join(',')}`)
  return fault
}
