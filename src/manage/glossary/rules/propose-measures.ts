import { type Factor, productText, type Times } from '../../../ask/rules/formula.ts'
import type { VisibleColumn, VisibleTable } from '../../../ask/rules/knowledge.ts'
import { tableName } from '../../../guard/schema.ts'
import { mapSliced, type Sliced } from '../../../platform/values/sliced.ts'
import { expandAbbreviations, expandTableName } from './expand-abbreviations.ts'
import { type DraftSubject, type GlossaryProposal, isNumber } from './proposal.ts'

const REVENUE = 'revenue'
/** Tables of what customers owe or pay, the most specific first. */
const SALES = ['sale', 'order', 'invoice', 'booking', 'transaction', 'payment', 'bill', 'receipt', 'ticket', 'rental']
/** Tables of purchases, offers and other non-sales. */
const NO_SALES =
  /\b(purchase|supplier|vendor|procurement|quote|offer|cart|basket|refund|return|stock|inventory|budget)s?\b/
const TOTALS = [
  'grand total',
  'total amount',
  'total',
  'amount',
  'total price',
  'order total',
  'net amount',
  'net total',
]
/** Words of a discount that is an amount, not a share of the price. */
const NO_SHARE = /\b(amount|total|value|price|cents|eur|usd|code|id|type|cost)\b/

interface Amount {
  readonly rank: number
  readonly proposal: GlossaryProposal
}

/**
 * Proposes "revenue": quantity × price × (1 − discount) of order lines, or the total of a table of sales. At most one,
 * because two measures with one name would contradict each other.
 */
export function* proposeMeasures({ schema, glossary }: DraftSubject): Sliced<readonly GlossaryProposal[]> {
  const isDefined =
    glossary.phrases.some(({ phrase }) => phrase.toLowerCase() === REVENUE) ||
    schema.tables.some(({ columns }) => columns.some(({ name }) => name.toLowerCase() === REVENUE))
  if (isDefined) return []
  const amounts = yield* mapSliced(schema.tables, (table) => [...lineAmounts(table), ...totals(table)])
  const [best] = amounts.flat().toSorted((a, b) => a.rank - b.rank)
  return best === undefined ? [] : [best.proposal]
}

/** Rank of a table as a source of sales, lower is better; undefined if it is none. */
const salesRank = ({ name }: VisibleTable): number | undefined => {
  const words = expandAbbreviations(name).join(' ')
  if (NO_SALES.test(words)) return undefined
  const at = SALES.findIndex((word) => words.includes(word))
  return at === -1 ? undefined : at
}

const LINES = /\b(item|line|detail|position|product|article)s?\b/

const lineAmounts = (table: VisibleTable): readonly Amount[] => {
  const words = expandAbbreviations(table.name).join(' ')
  const rank = salesRank(table) ?? (LINES.test(words) && !NO_SALES.test(words) ? SALES.length : undefined)
  if (rank === undefined) return []
  // Groups of columns: those of one array of documents, or those of the row itself.
  const rows = Map.groupBy(table.columns.filter(isNumber), ({ name }) => name.slice(0, name.lastIndexOf('.') + 1))
  return [...rows.values()].flatMap((columns): readonly Amount[] => {
    const named = columns.map((column) => ({ column, words: expandAbbreviations(lastOf(column.name)).join(' ') }))
    const quantity = named.find((one) => /\b(quantity|units|pieces)$/.test(one.words))?.column
    const prices = named.filter((one) => /\bprice\b/.test(one.words) && !/\b(total|list|cost|old)\b/.test(one.words))
    const price = (prices.find((one) => /\bunit\b/.test(one.words)) ?? prices[0])?.column
    const discount = named.find((one) => /\b(discount|rebate|rabatt)\b/.test(one.words) && !NO_SHARE.test(one.words))
    if (quantity === undefined || price === undefined) return []
    const rest = discount === undefined ? undefined : shareOf(discount.column)
    const times: Times = rest === undefined ? price.name : [price.name, rest.factor]
    const has = [`a quantity (${quantity.name})`, `a price (${price.name})`, ...(rest === undefined ? [] : [rest.says])]
    return [
      {
        rank,
        proposal: revenue(
          table,
          { column: quantity.name, times },
          `${tableName(table)} has ${has.slice(0, -1).join(', ')} and ${has.at(-1)}: the value of a row is their product.`,
        ),
      },
    ]
  })
}

/** The remaining share after a discount: integers, and columns named "percent", are in percent. */
const shareOf = ({ name, type }: VisibleColumn): { readonly factor: Factor; readonly says: string } => {
  const isPercent = /int|long/i.test(type) || expandAbbreviations(name).includes('percent')
  return {
    factor: { from: 1, minus: name, ...(isPercent ? { per: 100 } : {}) },
    says: `a discount (${name}) ${isPercent ? 'in percent' : 'as a share of 1'}`,
  }
}

const totals = (table: VisibleTable): readonly Amount[] => {
  const rank = salesRank(table)
  if (rank === undefined) return []
  const numbers = table.columns.filter((column) => isNumber(column) && column.arrays === undefined)
  const own = new Set(expandTableName(table.name))
  const called = new Map(
    numbers.map(({ name }) => {
      const words = expandAbbreviations(lastOf(name))
      return [words.filter((word, at) => at === words.length - 1 || !own.has(word)).join(' '), name]
    }),
  )
  const [column] = TOTALS.flatMap((name) => called.get(name) ?? [])
  if (column === undefined) return []
  const evidence = `The name of ${tableName(table)} suggests a table of sales, and the name of ${column} their amount.`
  return [{ rank: 2 * SALES.length + rank, proposal: revenue(table, { column }, evidence) }]
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

const revenue = (
  table: VisibleTable,
  product: { readonly column: string; readonly times?: Times },
  evidence: string,
): GlossaryProposal => {
  const about = tableName(table)
  const gloss = { phrase: REVENUE, table: about, measure: { aggregate: 'sum', ...product } } as const
  const says = `"${REVENUE}": sum of ${productText(product, (name) => name, { times: '×', less: '−' })}`
  return { kind: 'measure', about, says, evidence, entry: { of: 'phrase', gloss } }
}
