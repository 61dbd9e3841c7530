/** The duration that a time label denotes. */
type TimeGrain = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'moment'

const GRAINS: readonly (readonly [TimeGrain, RegExp])[] = [
  ['year', /^\d{4}$/],
  ['quarter', /^\d{4}-Q[1-4]$/],
  ['month', /^\d{4}-(?:0[1-9]|1[0-2])$/],
  ['week', /^\d{4}-W[0-5]\d$/],
  ['day', /^\d{4}-(?:0[1-9]|1[0-2])-[0-3]\d(?:[T ]00:00:00(?:\.0+)?Z?)?$/],
  ['moment', /^\d{4}-(?:0[1-9]|1[0-2])-[0-3]\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?$/],
]

/** The grain of a time in result format (ISO 8601; quarters as `2026-Q1`); undefined for other texts. */
export const timeGrain = (text: string): TimeGrain | undefined => GRAINS.find(([, form]) => form.test(text))?.[0]

const LABELS_MAX = 400
const DAY_MS = 86_400_000
const QUARTERS = 4
const MONTHS = 12

/**
 * Fills gaps in the times of an axis, so that distances are to scale. Returns the labels unchanged if most would be
 * gaps, or if the grain has no arithmetic here (weeks, moments).
 *
 * @param labels of one grain, ascending, distinct
 */
export const withMissingTimes = (labels: readonly string[]): readonly string[] => {
  const numbers = labels.map(numberOf)
  const known = numbers.filter((number) => number !== undefined)
  if (known.length < Math.max(numbers.length, 2)) return labels
  const steps = known.slice(1).map((number, at) => number - (known[at] ?? number))
  const step = Math.min(...steps)
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined || !(step > 0) || steps.some((one) => one % step !== 0)) return labels
  const count = (last - first) / step + 1
  if (count > LABELS_MAX || count > labels.length * 2) return labels
  const grain = timeGrain(labels[0] ?? '')
  return Array.from({ length: count }, (_, at) => labelAt(first + at * step, grain))
}

const numberOf = (label: string): number | undefined => {
  const [year = 0, month = 1, day = 1] = label.split(/-Q|-|T/).map(Number)
  switch (timeGrain(label)) {
    case 'year':
      return year
    case 'quarter':
      return year * QUARTERS + month - 1
    case 'month':
      return year * MONTHS + month - 1
    case 'day':
      return Date.UTC(year, month - 1, day) / DAY_MS
    default:
      return undefined
  }
}

const labelAt = (number: number, grain: TimeGrain | undefined): string => {
  if (grain === 'quarter') return `${yearOf(number, QUARTERS)}-Q${(number % QUARTERS) + 1}`
  if (grain === 'month') return `${yearOf(number, MONTHS)}-${String((number % MONTHS) + 1).padStart(2, '0')}`
  return grain === 'day' ? new Date(number * DAY_MS).toISOString().slice(0, 10) : yearOf(number, 1)
}

const yearOf = (number: number, parts: number): string => String(Math.floor(number / parts)).padStart(4, '0')
