import type { Measure } from '../query/index.ts'
import { countMeasure } from '../schema/index.ts'
import { isMarked, namedMeasures, partsOf } from './pieces.ts'
import { isGroup, type Reading } from './reading.ts'
import type { UncertaintyNotes } from './uncertainty-notes.ts'
import { unnamedMeasures } from './unnamed-measure.ts'

/** The measures that a question names: what is counted, summed or averaged. */
export const statedMeasures = (reading: Reading, doubts: UncertaintyNotes): readonly Measure[] => {
  // "How many minutes were spent" asks for a duration, not for money.
  const named = isMarked(reading, 'long') ? [] : namedMeasures(reading, doubts)
  return named.length > 0 ? named : unnamedMeasures(reading)
}

/** The measures of a query: named ones, or those implied by its form. */
export const measuresOf = (reading: Reading, doubts: UncertaintyNotes): readonly Measure[] => {
  const stated = statedMeasures(reading, doubts)
  const { subject } = reading
  if (subject === null) return stated
  if (stated.length > 0)
    return isCountedBeside(reading, stated) ? [countMeasure(reading.catalog, subject), ...stated] : stated
  const isShown = partsOf(reading, 'noun').some((part) => part.noun.kind !== 'table' && !isGroup(part))
  const splits = partsOf(reading, 'noun').some(
    (part) =>
      isGroup(part) && (part.noun.kind === 'column' || (part.noun.kind === 'table' && part.noun.table !== subject)),
  )
  const isSplit = splits || partsOf(reading, 'bucket').length > 0 || isComparison(reading)
  // "Appointments per month": with a group, rows are counted.
  const isCounted =
    isSplit && !isShown && partsOf(reading, 'rank').length === 0 && partsOf(reading, 'order').length === 0
  return isCounted ? [countMeasure(reading.catalog, subject)] : []
}

/** "Orders and revenue per channel": rows are counted beside their revenue. */
const isCountedBeside = (reading: Reading, [measure]: readonly Measure[]): boolean => {
  const [head, next] = partsOf(reading, 'noun')
  const isPair =
    head?.noun.kind === 'table' && head.lead === 'head' && next?.noun.kind === 'measure' && next.lead === 'and'
  return isPair && next.at === head.end + 1 && measure?.table === reading.subject
}

const APART = /^(vs|versus|than|against|compared)$/

/** "More private or business customers?", "orders this month vs last month": the same number for two groups. */
const isComparison = (reading: Reading): boolean =>
  partsOf(reading, 'value').some(({ apart, values }) => apart || (values.length > 1 && isMarked(reading, 'versus'))) ||
  partsOf(reading, 'time').some(
    ({ at, end, windows }) =>
      windows.length > 1 && reading.words.tokens.slice(at, end).some(({ lower }) => APART.test(lower)),
  ) ||
  (isMarked(reading, 'versus') && (partsOf(reading, 'time').length > 1 || partsOf(reading, 'value').length > 1))
