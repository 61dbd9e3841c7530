import type { Row } from '../../ask/rules/outcome.ts'
import { amountText } from './amount-text.ts'
import { capital } from './capital.ts'
import type { FiguredColumn } from './figures-of.ts'
import { isSeveral } from './scope-of.ts'
import type { Comparison, Subject } from './subject.ts'

/** One side of a comparison with its amount. */
interface ComparedSide {
  readonly says: string
  readonly amount: number
}

/** The verdict on two rows, with their difference; undefined without two numbers. */
export const comparedRows = (
  rows: readonly Row[],
  columns: readonly FiguredColumn[],
  subject: Subject,
): string | undefined => {
  const { comparison } = subject
  const [label, value, other] = columns
  if (comparison === null || label === undefined || value === undefined || other !== undefined) return undefined
  const weigh = ({ label: wanted, says }: Comparison['first']): ComparedSide | undefined => {
    const cell = rows.find((row) => String(row[label.name] ?? '') === wanted)?.[value.name]
    if (typeof cell === 'number') return { says, amount: cell }
    // A missing row means a count of zero.
    return cell === undefined && value.figure.one !== null ? { says, amount: 0 } : undefined
  }
  const [first, second] = [weigh(comparison.first), weigh(comparison.second)]
  if (first === undefined || second === undefined) return undefined
  const { figure } = value
  const isCount = figure.one !== null
  const verb = isSeveral(subject.measure) ? 'are' : 'is'
  return worded(comparison, {
    first,
    second,
    lead: isCount ? '' : `the ${subject.asked} ${verb} `,
    // "216 orders" says already what is counted.
    scope: isCount ? subject.scope : '',
    text: (amount) => amountText(amount, figure),
    again: (amount) => amountText(amount, isCount ? { ...figure, unit: null, one: null } : figure),
  })
}

interface Weighing {
  readonly first: ComparedSide
  readonly second: ComparedSide
  /** Introduces the first amount: `the revenue is `. */
  readonly lead: string
  /** Which rows were counted, if the lead does not say so. */
  readonly scope: string
  text(amount: number): string
  /** Formats an amount after another of its kind. */
  again(amount: number): string
}

const worded = ({ asks, isMore }: Comparison, weighing: Weighing): string => {
  const { first, second, lead, scope, text } = weighing
  if (first.amount === second.amount) {
    const same = `${lead === '' ? '' : `${lead}the same, `}${text(first.amount)}${scope}`
    return `${asks === 'whether' ? `No: ${same}` : capital(same)} for both ${first.says} and ${second.says}.`
  }
  if (asks === 'how-much') return differenceOf(weighing)
  const isFirst = first.amount > second.amount === isMore
  if (asks === 'whether') return `${isFirst ? 'Yes' : 'No'}: ${differenceText(first, second, weighing)}.`
  const [winner, loser] = isFirst ? [first, second] : [second, first]
  return `${capital(winner.says)}: ${differenceText(winner, loser, weighing)}.`
}

/** `the revenue is 216.00 EUR for November against 195.00 EUR for October, 21.00 EUR more (10.77 %)`. */
const differenceText = (a: ComparedSide, b: ComparedSide, { lead, scope, text, again }: Weighing): string => {
  const more = `${again(Math.abs(a.amount - b.amount))} ${a.amount > b.amount ? 'more' : 'less'}`
  return `${lead}${text(a.amount)}${scope} for ${a.says} against ${again(b.amount)} for ${b.says}, ${more}${percentOf(a, b)}`
}

const percentOf = (a: ComparedSide, b: ComparedSide): string =>
  b.amount > 0 ? ` (${PERCENT.format((100 * Math.abs(a.amount - b.amount)) / b.amount)} %)` : ''

const PERCENT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

const differenceOf = ({ first, second, lead, scope, text, again }: Weighing): string => {
  const by = `${again(Math.abs(first.amount - second.amount))}${percentOf(first, second)}`
  const isHigher = first.amount > second.amount
  if (lead === '')
    return `${text(first.amount)}${scope} for ${first.says} against ${again(second.amount)} for ${second.says}: ${by} ${isHigher ? 'more' : 'less'}.`
  return `${capital(lead.slice('the '.length))}${by} ${isHigher ? 'higher' : 'lower'} for ${first.says} (${text(first.amount)}) than for ${second.says} (${text(second.amount)}).`
}
