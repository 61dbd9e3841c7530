import type { Measure } from '../query/index.ts'
import { countMeasure } from '../schema/index.ts'
import { isMarked, namedMeasures, partsOf } from './pieces.ts'
import { isGroup, type Scene } from './scene.ts'
import type { Tally } from './tally.ts'
import { unnamedMeasures } from './unnamed-measure.ts'

/** What a question says is to be counted, summed or averaged. */
export const saidMeasures = (scene: Scene, tally: Tally): readonly Measure[] => {
  // "How many minutes were spent" are no money.
  const named = isMarked(scene, 'long') ? [] : namedMeasures(scene, tally)
  return named.length > 0 ? named : unnamedMeasures(scene)
}

/** What is counted, summed or averaged. */
export const measuresOf = (scene: Scene, tally: Tally): readonly Measure[] => {
  const said = saidMeasures(scene, tally)
  const { subject } = scene
  if (subject === null) return said
  if (said.length > 0) return isCountedBeside(scene, said) ? [countMeasure(scene.catalog, subject), ...said] : said
  const isShown = partsOf(scene, 'noun').some((part) => part.noun.kind !== 'table' && !isGroup(part))
  const splits = partsOf(scene, 'noun').some(
    (part) =>
      isGroup(part) && (part.noun.kind === 'column' || (part.noun.kind === 'table' && part.noun.table !== subject)),
  )
  const isSplit = splits || partsOf(scene, 'bucket').length > 0 || isSetBeside(scene)
  // "Appointments per month": rows that are split are counted.
  const isCounted = isSplit && !isShown && partsOf(scene, 'rank').length === 0 && partsOf(scene, 'order').length === 0
  return isCounted ? [countMeasure(scene.catalog, subject)] : []
}

/** "Orders and revenue per channel": rows are counted beside what they are worth. */
const isCountedBeside = (scene: Scene, [measure]: readonly Measure[]): boolean => {
  const [head, next] = partsOf(scene, 'noun')
  const isPair =
    head?.noun.kind === 'table' && head.lead === 'head' && next?.noun.kind === 'measure' && next.lead === 'and'
  return isPair && next.at === head.end + 1 && measure?.table === scene.subject
}

const APART = /^(vs|versus|than|against|compared)$/

/** "More private or business customers?", "orders this month vs last month": two numbers of the same. */
const isSetBeside = (scene: Scene): boolean =>
  partsOf(scene, 'value').some(({ apart, values }) => apart || (values.length > 1 && isMarked(scene, 'versus'))) ||
  partsOf(scene, 'time').some(
    ({ at, end, windows }) =>
      windows.length > 1 && scene.words.tokens.slice(at, end).some(({ lower }) => APART.test(lower)),
  ) ||
  (isMarked(scene, 'versus') && (partsOf(scene, 'time').length > 1 || partsOf(scene, 'value').length > 1))
