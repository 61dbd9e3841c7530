/** A number as it stands in a text. */
export interface WrittenNumber {
  /** What it may mean: "1.234" is a thousand to some readers and a little more than one to others. */
  readonly readings: readonly Reading[]
  readonly negative: boolean
  readonly percent: boolean
  /** True when it only orders or counts what is listed: "2." at the start of a line, "3rd", "top 3", "two largest". */
  readonly counting: boolean
}

export interface Reading {
  readonly value: number
  /** The place that it is rounded to: 0.01 for 3.14, 100,000 for "1.2 million". */
  readonly step: number
  /** The less likely reading of "1,234": only fits what has three decimals, or 800 could be written "800,000". */
  readonly onlyThousandths?: boolean
}

/** The numbers of a text: in digits of any script, in separators of any country, and in English words. */
export const numbersIn = (text: string): WrittenNumber[] => {
  const plain = withLatinDigits(text)
  return [...plain.matchAll(NUMBER)].flatMap((match) => {
    const raw = match[0]
    const after = plain.slice(match.index + raw.length)
    const before = plain.slice(0, match.index)
    const parts = DATE.test(raw) ? raw.split(/[./]/) : [raw]
    return parts.flatMap((part) => {
      const readings = readingsOf(part, before, after)
      return readings.length === 0 ? [] : [{ readings, ...circumstances(before, after) }]
    })
  })
}

const UNITS = 'two three four five six seven eight nine'.split(' ')
const TEENS = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const WORDS: ReadonlyMap<string, number> = new Map([
  ['one', 1],
  ...UNITS.map((word, at) => [word, at + 2] as const),
  ...TEENS.map((word, at) => [word, at + 10] as const),
  ...TENS.map((word, at) => [word, (at + 2) * 10] as const),
])

const MAGNITUDES: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['m', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['trillion', 1e12],
])

const SPACES = "'’\\u00a0\\u202f\\u2009 "
const NUMBER = new RegExp(
  [
    '\\d{1,2}[./]\\d{1,2}[./]\\d{4}(?!\\d)',
    `(?<!\\d)\\d{1,3}(?:[.,${SPACES}]\\d{2,3})*[.,${SPACES}]\\d{3}(?!\\d)(?:[.,]\\d+)?`,
    '\\d+(?:[.,]\\d+)?',
    `\\b(?:${TENS.join('|')})(?:[- ](?:one|${UNITS.join('|')}))?\\b`,
    `\\b(?:one|${[...UNITS, ...TEENS].join('|')})\\b`,
  ].join('|'),
  'gi',
)
const DATE = /^\d{1,2}[./]\d{1,2}[./]\d{4}$/
const WORD_MAGNITUDE = /^[\s-]?(hundred|thousand|million|billion|trillion)\b/i
const SHORT_MAGNITUDE = /^\s?(k|m|bn|b)\b/i
const HEDGE =
  /(?:about|around|roughly|approximately|nearly|almost|over|more than|under|less than|some|ca\.?|circa|rund|environ|[~≈])\s*[€$£¥]?$/i

const readingsOf = (raw: string, before: string, after: string): Reading[] => {
  const plain = /\d/.test(raw) ? digitReadings(raw, HEDGE.test(before)) : wordReadings(raw)
  const word = WORD_MAGNITUDE.exec(after)?.[1]
  if (word !== undefined) return plain.map((reading) => times(reading, word))
  // "one" alone is rarely a number.
  if (raw.toLowerCase() === 'one') return []
  const short = SHORT_MAGNITUDE.exec(after)?.[1]
  return short === undefined ? plain : [...plain, ...plain.map((reading) => times(reading, short))]
}

const times = (reading: Reading, magnitude: string): Reading => {
  const factor = MAGNITUDES.get(magnitude.toLowerCase()) ?? 1
  const value = reading.value * factor
  // "One thousand" is not how anyone writes 800: a single digit counts as two.
  return { ...reading, value, step: Math.min(reading.step * factor, value / 10) }
}

const wordReadings = (raw: string): Reading[] => {
  const value = raw
    .toLowerCase()
    .split(/[- ]/)
    .reduce((sum, word) => sum + (WORDS.get(word) ?? 0), 0)
  return [{ value, step: 1 }]
}

const digitReadings = (raw: string, hedged: boolean): Reading[] => {
  const text = raw.replace(new RegExp(`[${SPACES}]`, 'g'), '')
  const separators = text.replace(/\d/g, '')
  const last = separators.at(-1)
  if (last === undefined) return [whole(text, hedged)]
  const thousands = whole(text.replace(/[.,]/g, ''), hedged)
  if (separators.length > 1 && separators === last.repeat(separators.length)) return [thousands]
  const at = text.lastIndexOf(last)
  const decimals = text.slice(at + 1)
  const value = Number(`${text.slice(0, at).replace(/[.,]/g, '')}.${decimals}`)
  const decimal = { value, step: 10 ** -decimals.length }
  return separators.length === 1 && decimals.length === 3 && at <= 3
    ? [{ ...decimal, onlyThousandths: true }, thousands]
    : [decimal]
}

/** "About 1,200" has been rounded to hundreds; without such a word only to the unit. */
const whole = (digits: string, hedged: boolean): Reading => {
  const zeros = hedged ? (/^\d{2,}?(0+)$/.exec(digits)?.[1]?.length ?? 0) : 0
  return { value: Number(digits), step: 10 ** zeros }
}

const circumstances = (before: string, after: string) => ({
  negative: /(?:^|[\s(])[-−][€$£¥]?$/.test(before),
  percent: /^\s?(?:%|per\s?cent|prozent|pour cent|por ciento)/i.test(after),
  counting:
    (/(?:^|\n)\s*$/.test(before) && /^[.)]\s/.test(after)) ||
    /^(?:st|nd|rd|th)\b/.test(after) ||
    /^\s(?:[a-z]+est|most|least)\b/i.test(after) ||
    /\b(?:top|first|last|bottom|following|next)\s$/i.test(before),
})

/** Digits of other scripts stand in runs of ten, so a digit's value is its place in its run. */
const withLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    if (digit <= '9') return digit
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    return String((code - zero) % 10)
  })
