import { type Factor, productText, type Times } from '../../../ask/rules/formula.ts'
import type { VisibleColumn, VisibleTable } from '../../../ask/rules/knowledge.ts'
import { tableName } from '../../../guard/schema.ts'
import { eachSliced, type Sliced } from '../../../platform/values/sliced.ts'
import { type DraftSubject, type GlossaryProposal, isNumber } from './proposal.ts'
import { spelledOut, tableSpelledOut } from './spelled-out.ts'

const REVENUE = 'revenue'
/** Tables of what customers owe or pay, the one that says most first. */
const SALES = ['sale', 'order', 'invoice', 'booking', 'transaction', 'payment', 'bill', 'receipt', 'ticket', 'rental']
/** Tables of what was bought, offered or put aside. */
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
/** A discount of these is no share of the price. */
const NO_SHARE = /\b(amount|total|value|price|cents|eur|usd|code|id|type|cost)\b/

interface Amount {
  readonly rank: number
  readonly proposal: GlossaryProposal
}

/**
 * What customers pay, as "revenue": of lines quantity × price × (1 − discount), else the total of a table of sales. It is
 * proposed once: two figures of one name would contradict each other.
 */
export function* proposeMeasures({ schema, glossary }: DraftSubject): Sliced<readonly GlossaryProposal[]> {
  const isSaid =
    glossary.phrases.some(({ phrase }) => phrase.toLowerCase() === REVENUE) ||
    schema.tables.some(({ columns }) => columns.some(({ name }) => name.toLowerCase() === REVENUE))
  if (isSaid) return []
  const amounts = yield* eachSliced(schema.tables, (table) => [...lineAmounts(table), ...totals(table)])
  const [best] = amounts.flat().toSorted((a, b) => a.rank - b.rank)
  return best === undefined ? [] : [best.proposal]
}

/** The rank of a table as the source of sales amounts, smaller is likelier; undefined where it is none. */
const salesRank = ({ name }: VisibleTable): number | undefined => {
  const words = spelledOut(name).join(' ')
  if (NO_SALES.test(words)) return undefined
  const at = SALES.findIndex((word) => words.includes(word))
  return at === -1 ? undefined : at
}

const LINES = /\b(item|line|detail|position|product|article)s?\b/

const lineAmounts = (table: VisibleTable): readonly Amount[] => {
  const words = spelledOut(table.name).join(' ')
  const rank = salesRank(table) ?? (LINES.test(words) && !NO_SALES.test(words) ? SALES.length : undefined)
  if (rank === undefined) return []
  // Columns of one array of documents, or of the rows themselves.
  const rows = Map.groupBy(table.columns.filter(isNumber), ({ name }) => name.slice(0, name.lastIndexOf('.') + 1))
  return [...rows.values()].flatMap((columns): readonly Amount[] => {
    const said = columns.map((column) => ({ column, words: spelledOut(lastOf(column.name)).join(' ') }))
    const quantity = said.find((one) => /\b(quantity|units|pieces)$/.test(one.words))?.column
    const prices = said.filter((one) => /\bprice\b/.test(one.words) && !/\b(total|list|cost|old)\b/.test(one.words))
    const price = (prices.find((one) => /\bunit\b/.test(one.words)) ?? prices[0])?.column
    const discount = said.find((one) => /\b(discount|rebate|rabatt)\b/.test(one.words) && !NO_SHARE.test(one.words))
    if (quantity === undefined || price === undefined) return []
    const less = discount === undefined ? undefined : shareOf(discount.column)
    const times: Times = less === undefined ? price.name : [price.name, less.factor]
    const has = [`a quantity (${quantity.name})`, `a price (${price.name})`, ...(less === undefined ? [] : [less.says])]
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

/** What is left after a discount: whole numbers, and what is called so, are in percent. */
const shareOf = ({ name, type }: VisibleColumn): { readonly factor: Factor; readonly says: string } => {
  const isPercent = /int|long/i.test(type) || spelledOut(name).includes('percent')
  return {
    factor: { from: 1, minus: name, ...(isPercent ? { per: 100 } : {}) },
    says: `a discount (${name}) ${isPercent ? 'in percent' : 'as a share of 1'}`,
  }
}

const totals = (table: VisibleTable): readonly Amount[] => {
  const rank = salesRank(table)
  if (rank === undefined) return []
  const numbers = table.columns.filter((column) => isNumber(column) && column.arrays === undefined)
  const own = new Set(tableSpelledOut(table.name))
  const called = new Map(
    numbers.map(({ name }) => {
      const words = spelledOut(lastOf(name))
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
