import { lexiconOf } from './lexicon.ts'
import { choiceOf } from './measures.ts'
import { isPlural, nounAfter, rank, takeLimit } from './ranking-words.ts'
import { targetAt } from './read-head.ts'
import type { MeasureChoice, Reader } from './reader.ts'

const EXTREME_WORDS = /\b(best|top|biggest|most|largest|bestseller|bestsellers|bestselling|highest)\b/

const LOW_WORDS = /\b(worst|least|lowest|smallest)\b/

/** "best customers", "best selling", "sold best": a phrase of the glossary that is a measure and an order at once. */
export const readRankedMeasure = (reader: Reader, index: number): void => {
  const item = reader.items[index]
  if (item === undefined || !(EXTREME_WORDS.test(item.lower) || LOW_WORDS.test(item.lower))) return
  const choice = renamed(reader, choiceOf(item))
  const [measure] = choice.options
  takeLimit(reader, index)
  const last = lexiconOf(reader.catalog.view).lookup([item.lower.split(' ').at(-1) ?? ''])
  const named = last.find((link) => link.kind === 'table' && link.weight >= 0.9)
  const at = nounAfter(reader, index)
  reader.use(index)
  rank(reader, !LOW_WORDS.test(item.lower), { kind: 'measure', choice })
  const adjacent =
    reader.noun(
      reader.next(
        index + 1,
        (k) => reader.noun(k) !== null,
        (k) => reader.isFiller(k),
      ),
    )?.kind === 'table'
  if (named !== undefined && !adjacent) {
    reader.target = { kind: 'table', table: named.table }
    reader.singular = !isPlural(item.lower)
  } else if (at >= 0 && (reader.target === null || reader.targetAt === index || reader.targetAt === at)) {
    reader.target = targetAt(reader, at)
    reader.singular = !isPlural(reader.items[at]?.lower ?? '')
    reader.use(at)
  } else if (reader.target === null && measure !== undefined) {
    const owner = namedParent(reader, measure.table)
    if (owner !== null) reader.target = { kind: 'table', table: owner }
    reader.singular = !isPlural(item.lower)
  }
}

/** "best customer" is measured by what another phrase calls "revenue": that is the better name for a column. */
const renamed = (reader: Reader, { options }: MeasureChoice): MeasureChoice => ({
  options: options.map((option) => {
    const plain = reader.catalog.view.glossary.phrases.find(
      ({ phrase, table, measure }) =>
        table === option.table &&
        measure?.aggregate === option.aggregate &&
        (measure.column ?? null) === option.column &&
        (measure.times ?? null) === option.times &&
        !EXTREME_WORDS.test(phrase) &&
        !LOW_WORDS.test(phrase) &&
        !/\b(sells?|sold) (best|most)\b/.test(phrase),
    )
    return plain === undefined
      ? option
      : { ...option, name: plain.phrase.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase() }
  }),
})

/** The named thing that rows of a table are about: the product of a line item. */
export const namedParent = (reader: Reader, table: string): string | null => {
  const parents = reader.catalog.graph.stepsFrom(table).filter((step) => {
    const parent = reader.catalog.tables.get(step.to)
    return (
      step.up &&
      !reader.catalog.graph.isHub(step.to) &&
      parent !== undefined &&
      !parent.primaryKey.includes(parent.label)
    )
  })
  return parents.length === 1 ? (parents[0]?.to ?? null) : null
}
