import { cellText } from '../../wording/index.ts'
import type { Condition, Group, Measure, QueryTree } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { scopeOf } from './conditions.ts'
import { groupFor } from './groups.ts'
import { measureFor, namedMeasure } from './measures.ts'
import { momentsOf } from './moments.ts'
import { partsOf } from './syntax.ts'
import { rankFor } from './trees.ts'

/** Sentence words without quotes, for answers. */
const plainly = (words: string): string =>
  partsOf(words)
    .join('')
    .replace(/“([^“”]*)”/g, (_, value: string) => cellText(value))

/** Conditions after the noun of rows: ` with status paid from 1 to 31 October 2026`; empty if they cannot be phrased. */
export const scopeWords = (catalog: Catalog, table: string, where: readonly Condition[]): string =>
  plainly(scopeOf(catalog, table).say(where) ?? ' that meet the conditions that were asked for')

/** Whether all conditions are time conditions. */
export const areMoments = (catalog: Catalog, table: string, where: readonly Condition[]): boolean =>
  where.every((one) => momentsOf(catalog, table).say(one) !== null)

/** `number of orders`, `revenue`, `highest price of products`. */
export const measureWords = (catalog: Catalog, anchor: string, measure: Measure): string => {
  const named = namedMeasure(catalog, measure)
  const words = measureFor(catalog, anchor, 'bare').say(named ?? measure) ?? measure.name.replaceAll('_', ' ')
  return named === undefined ? `${words} of ${catalog.tables.get(measure.table)?.plural ?? measure.table}` : words
}

/** `month`, `customer`; `region` without its table. */
export const groupWords = (catalog: Catalog, anchor: string, group: Group): string => {
  const words = group.type === 'periods' ? 'period' : (groupFor(catalog, anchor).say(group) ?? 'group')
  return words.replace(/^(?:value of |.*'s )/, '')
}

/** `highest price`, `newest`; null for other orders. */
export const rankWords = (catalog: Catalog, anchor: string, order: QueryTree['order'][number]): string | null =>
  rankFor(catalog, anchor).say(order)
