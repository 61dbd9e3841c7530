import pluralize from 'pluralize'
import type { FigureKind } from './subject.ts'

const SYMBOLS = ['€', '$', '£', '¥', 'euro', 'dollar', 'pound', 'franc', 'yen', 'crown', 'krona', 'krone', 'zloty']
const CURRENCIES = new Set([...Intl.supportedValuesOf('currency'), ...SYMBOLS])

/** Words for amounts of money, in any domain. */
const MONEY = new Set(
  'price cost revenue amount salary wage fee fare budget balance payment turnover income profit expense spend rent tax discount'.split(
    ' ',
  ),
)
/** Words for numbers that identify their row instead of measuring it. */
const NAMES = new Set('id uuid year number no nr num code zip postcode postal phone isbn ean barcode sku'.split(' '))
const YEARS = new Set('year founded established built born opened since'.split(' '))
/** Units at the end of column names. */
const UNITS = new Set(
  'millisecond second minute hour day week month km kilometre kilometer mile metre meter cm mm kg gram ton tonne litre liter percent celsius'.split(
    ' ',
  ),
)

export const isCurrency = (unit: string | null): boolean =>
  unit !== null && (CURRENCIES.has(unit.toUpperCase()) || CURRENCIES.has(pluralize.singular(unit.toLowerCase())))

/** The kind of a column's numbers, by its words (`lead time days`) and its unit, if known. */
export const numberKind = (words: readonly string[], unit: string | null): FigureKind => {
  const last = words.at(-1) ?? ''
  if (isCurrency(unit)) return 'money'
  if (unit === '%' || last === 'percent' || last === 'percentage') return 'percent'
  if (unit !== null) return 'number'
  if (NAMES.has(last) || (words.length === 1 && YEARS.has(last))) return 'plain'
  return words.some((word) => MONEY.has(pluralize.singular(word))) ? 'money' : 'number'
}

/** Splits a unit off the end of a column's words: `lead time`, `days`. */
export const withoutUnit = (
  words: readonly string[],
  known: string | null,
): { readonly words: readonly string[]; readonly unit: string | null } => {
  const last = words.at(-1) ?? ''
  const singular = pluralize.singular(last)
  const isUnit = known === null ? UNITS.has(singular) : pluralize.singular(known.toLowerCase()) === singular
  if (words.length < 2 || !isUnit) return { words, unit: known }
  return { words: words.slice(0, -1), unit: known ?? (last.length > 2 ? pluralize.plural(last) : last) }
}
