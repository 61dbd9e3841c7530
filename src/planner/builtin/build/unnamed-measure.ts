import type { ColumnRef, Measure } from '../query/index.ts'
import { columnMeasure, countMeasure, lineMeasure, mainNumber, senseColumn } from '../schema/index.ts'
import { columnOfNoun, isAmount, isMarked, partsOf } from './pieces.ts'
import { choose, heldOptions, infoOf, isGroup, leadsTo, type Scene } from './scene.ts'
import { tablesOfNoun } from './tables-of-noun.ts'
import { Tally } from './tally.ts'

/** Numbers that are of no use added up. */
const NOT_ADDITIVE =
  /price|rating|score|stars|days|minutes|hours|duration|time|age|rate|percent|height|weight|year|length|size|capacity|population/
const MONEY_NAMES = /amount|total|value|cost|fee|revenue|paid|payment|salary|price/

/**
 * What a question asks to be added up or averaged without saying so: "how much", "how long", "on average", "units per
 * product".
 */
export const unnamedMeasures = (scene: Scene): readonly Measure[] => {
  const shown = amountShown(scene)
  const [long] = partsOf(scene, 'mark').filter(({ mark }) => mark === 'long')
  const isMany = scene.words.tokens.slice(long?.at, long?.end).some(({ lower }) => lower === 'many')
  if (long !== undefined) return found(shown ?? spell(scene), isMany ? 'sum' : 'avg')
  // "How much does the youngest dog weigh?"
  if (isMarked(scene, 'much') && partsOf(scene, 'rank').length === 0)
    return shown !== null ? [columnMeasure(shown, 'sum')] : amountOf(scene)
  if (isMarked(scene, 'total of')) return shown !== null ? [columnMeasure(shown, 'sum')] : total(scene)
  if (isMarked(scene, 'total') && shown === null && scene.subject !== null)
    return isTotalOf(scene) ? total(scene) : [totalOf(scene, scene.subject)]
  if (shown === null) return []
  // "What is the value of all leads": one number.
  if (saysAll(scene) && isAdditive(scene, shown)) return [columnMeasure(shown, 'sum')]
  if (isMarked(scene, 'average')) return [columnMeasure(shown, 'avg')]
  if (!isSplit(scene, shown)) return []
  return [columnMeasure(shown, isAdditive(scene, shown) ? 'sum' : 'avg')]
}

/** "Refund total": said behind what it is of. */
const isTotalOf = (scene: Scene): boolean =>
  partsOf(scene, 'mark').some(
    ({ mark, at }) =>
      mark === 'total' && partsOf(scene, 'noun').some(({ noun, end }) => noun.kind === 'table' && end === at),
  )

/** "The total of the orders": what they are worth. */
const total = ({ subject, catalog }: Scene): readonly Measure[] => {
  const number = subject === null ? null : mainNumber(catalog, subject)
  return found(number, 'sum')
}

/** "Total orders" are so many; "total payments" are so much. */
const totalOf = ({ catalog }: Scene, subject: string): Measure => {
  const number = mainNumber(catalog, subject)
  return number?.column === 'amount' ? columnMeasure(number, 'sum') : countMeasure(catalog, subject)
}

const saysAll = ({ words: { tokens } }: Scene): boolean =>
  tokens.some(({ lower }, at) => lower === 'of' && tokens[at + 1]?.lower === 'all')

/** Whether a column's numbers may be added up. */
export const isAdditive = (scene: Scene, ref: ColumnRef): boolean =>
  infoOf(scene, ref)?.words.some((word) => NOT_ADDITIVE.test(word)) !== true

const found = (column: ColumnRef | null, fold: 'avg' | 'sum'): readonly Measure[] =>
  column === null ? [] : [columnMeasure(column, fold)]

/** How long it takes what is spoken of. */
const spell = (scene: Scene): ColumnRef | null => {
  const done = scene.parts.flatMap((part) =>
    part.kind === 'done' ? part.options.map(({ column }) => column.table) : [],
  )
  const tables = [scene.subject, ...scene.said.map(({ table }) => table), ...done].filter((table) => table !== null)
  return tables.map((table) => senseColumn(scene.catalog, table, 'duration')).find((column) => column !== null) ?? null
}

/** The only number that is to be shown. */
const amountShown = (scene: Scene): ColumnRef | null => {
  // Whoever shows it notes how sure the choice is.
  const tally = new Tally()
  const nouns = partsOf(scene, 'noun').filter((part) => part.noun.kind === 'column' && !isGroup(part) && !part.negated)
  const amounts = nouns.flatMap(({ noun }) => columnOfNoun(scene, noun, [scene.subject], tally) ?? [])
  const [only, more] = amounts.filter((ref) => isAmount(scene, ref))
  return only !== undefined && more === undefined && (amounts.length === 1 || isMarked(scene, 'much')) ? only : null
}

/** "Units per product", "refunds per month": each of them has many rows, or many days. */
const isSplit = (scene: Scene, { table }: ColumnRef): boolean => {
  if (partsOf(scene, 'order').length + partsOf(scene, 'rank').length > 0) return false
  if (partsOf(scene, 'bucket').length > 0) return true
  return partsOf(scene, 'noun')
    .filter(isGroup)
    .some(({ noun }) => {
      if (noun.kind === 'table') return noun.table !== table && leadsTo(scene, table, noun.table)
      const split = noun.kind === 'column' ? choose(scene, noun.options, [table])?.chosen.column : undefined
      return split !== undefined && leadsTo(scene, table, split.table)
    })
}

/** "How much was paid": what the rows that are spoken of are worth. */
const amountOf = (scene: Scene): readonly Measure[] => {
  const tables = [
    scene.subject,
    ...scene.said.map(({ table }) => table),
    ...scene.parts.flatMap((part) => {
      if (part.kind === 'noun') return tablesOfNoun(part.noun).slice(0, 1)
      const options = part.kind === 'done' ? part.options : heldOptions(part)
      return options.slice(0, 1).map(({ column }) => column.table)
    }),
  ].filter((table) => table !== null)
  for (const table of tables) {
    const line = lineMeasure(scene.catalog, table)
    if (line !== null) return [line]
    const number = mainNumber(scene.catalog, table)
    if (number !== null && MONEY_NAMES.test(number.column)) return [columnMeasure(number, 'sum')]
  }
  return []
}
