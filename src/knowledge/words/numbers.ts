import type { Token } from './tokenise.ts'

/** Words for numbers up to nineteen, and for tens. */
export const SMALL_NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
      .split(' ')
      .map((word, value): [string, number] => [word, value]),
    'twenty thirty forty fifty sixty seventy eighty ninety'
      .split(' ')
      .map((word, at): [string, number] => [word, 20 + 10 * at]),
  ].flat(),
)

const SCALES: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])

const MINUS = /^(minus|negative)$/

/** The value of a written number; undefined if it has more digits than a double holds. */
export const numberOf = (lower: string): number | undefined => {
  const parts = NUMERAL.exec(lower)
  if (parts === null) return undefined
  const [, sign = '', digits = '', half = '', power = '', thousands = ''] = parts
  // "Vitamin K", "E5": a scale without a number.
  if (digits === '' && half === '') return undefined
  const plain = digits.replaceAll(',', '')
  const value = Number(`${plain === '' ? '0' : plain}${power}`) + (HALVES.get(half) ?? 0)
  if (!isExact(plain, value) && power === '' && half === '') return undefined
  return (sign === '' ? 1 : -1) * value * (thousands === '' ? 1 : 1e3)
}
const NUMERAL = /^([-−]?)(\d+(?:,\d{3})*(?:\.\d+)?|\.\d+|)([½¼¾]?)(e[+-]?\d+)?(k?)$/
const HALVES: ReadonlyMap<string, number> = new Map([
  ['½', 0.5],
  ['¼', 0.25],
  ['¾', 0.75],
])

const isExact = (digits: string, value: number): boolean => {
  const trimmed = (digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits)
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
  return String(value) === (trimmed === '' ? '0' : trimmed)
}

interface NumberSpan {
  readonly value: number
  readonly end: number
}

/** A number in words, or in digits followed by a scale: "two thousand", "one hundred and five", "1.5 million". */
const numberAt = (tokens: readonly Token[], from: number): NumberSpan | undefined => {
  const wordAt = (at: number): string => (tokens[at]?.quoted === true ? '' : (tokens[at]?.lower ?? ''))
  const partAt = (at: number): NumberSpan | undefined => {
    const word = wordAt(at)
    if (/^half$/.test(word) && wordAt(at + 1) === 'a') return { value: 0.5, end: at + 2 }
    if (word === 'a' && SCALES.has(wordAt(at + 1))) return { value: 1, end: at + 1 }
    const value = tokens[at]?.quoted === true ? undefined : (tokens[at]?.number ?? SMALL_NUMBERS.get(word))
    if (value === undefined) return undefined
    const ones = SMALL_NUMBERS.get(wordAt(at + 1))
    // "Twenty five."
    const isPair = SMALL_NUMBERS.has(word) && value >= 20 && ones !== undefined && ones > 0 && ones < 10
    return isPair ? { value: value + ones, end: at + 2 } : { value, end: at + 1 }
  }
  const first = partAt(from)
  if (first === undefined) return undefined
  let total = 0
  let { value, end } = first
  for (;;) {
    const scale = SCALES.get(wordAt(end))
    if (scale !== undefined) {
      value *= scale
      end++
      continue
    }
    const next = wordAt(end) === 'and' && value >= 100 ? end + 1 : end
    const more = value >= 100 && SMALL_NUMBERS.has(wordAt(next)) ? partAt(next) : undefined
    if (more === undefined) break
    total += value
    value = more.value
    end = more.end
    // "Two thousand three hundred": the next part may have a scale of its own.
    if (SCALES.has(wordAt(end)) && (SCALES.get(wordAt(end)) ?? 0) >= total) return undefined
  }
  return { value: total + value, end }
}

/** Merges the tokens of a number into one: "minus five", "two thousand", "1.5 million", "half a million". */
export const withNumbers = (tokens: readonly Token[]): Token[] => {
  const made: Token[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]
    if (token === undefined) break
    const isMinus = MINUS.test(token.lower) && !token.quoted
    const span = numberAt(tokens, isMinus ? at + 1 : at)
    if (span === undefined || span.end <= at + 1) {
      made.push(token)
      at++
      continue
    }
    const text = tokens
      .slice(at, span.end)
      .map((one) => one.text)
      .join(' ')
    const lower = text.toLowerCase()
    made.push({
      text,
      lower,
      stem: lower,
      quoted: false,
      capital: token.capital,
      number: isMinus ? -span.value : span.value,
    })
    at = span.end
  }
  return made
}
