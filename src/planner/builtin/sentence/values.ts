import { amountText, type Figure } from '../../wording/index.ts'
import type { Comparator, Scalar } from '../query/index.ts'
import { either, isAt, mapped, matched, oneOf, pair, type Syntax } from './syntax.ts'

/** A quoted text, which must not contain quotes. */
export const quotedText: Syntax<string> = matched(
  /“[^“”]*”/uy,
  (words) => words.slice(1, -1),
  (value) => (/[“”\n]/.test(value) ? null : `“${value}”`),
)

const NUMBER = /-?\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\d])/uy

/** A number formatted as in its column: `2,000.00 EUR`, `25 minutes`; unformatted if formatting would change its value. */
const amount = (figure: Figure): Syntax<number> => {
  const ends = new Set(['', ...[1, 2].map((value) => amountText(value, figure).replace(/^[\d.,]+/, ''))])
  const read: Syntax<number>['read'] = (text, at) => {
    NUMBER.lastIndex = at
    const [words] = NUMBER.exec(text) ?? []
    if (words === undefined) return []
    const end = at + words.length
    return [...ends]
      .filter((unit) => isAt(text, end, unit))
      .map((unit) => [Number(words.replaceAll(',', '')), end + unit.length])
  }
  const isExact = (words: string, value: number): boolean =>
    read(words, 0).some(([number, end]) => number === value && end === words.length)
  return {
    read,
    say: (value) => [amountText(value, figure), String(value)].find((words) => isExact(words, value)) ?? null,
  }
}

const YES_OR_NO = oneOf<Scalar>([
  ['yes', 1],
  ['no', 0],
])

/** Constants for a column's cells. */
export const cellOf = (figure: Figure): Syntax<Scalar> => {
  const text = mapped(quotedText)(
    (value): Scalar => value,
    (value) => (typeof value === 'string' ? value : null),
  )
  const number = mapped(amount(figure))(
    (value): Scalar => value,
    (value) => (typeof value === 'number' ? value : null),
  )
  return figure.kind === 'yes-no' ? either(YES_OR_NO, text, number) : either(text, number)
}

export const COMPARATORS: readonly (readonly [string, Comparator])[] = [
  ['', '='],
  ['other than ', '<>'],
  ['over ', '>'],
  ['at least ', '>='],
  ['under ', '<'],
  ['at most ', '<='],
]

/** `over 5 stars`. */
export const bound = (figure: Figure): Syntax<{ op: Comparator; value: number }> =>
  mapped(pair(oneOf(COMPARATORS), '', amount(figure)))(
    ([op, value]) => ({ op, value }),
    ({ op, value }) => [op, value],
  )
