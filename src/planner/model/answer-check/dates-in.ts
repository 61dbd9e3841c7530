/** A date or period in a text; absent fields are unspecified. */
export interface TimeParts {
  readonly year?: number
  readonly half?: number
  readonly quarter?: number
  readonly month?: number
  readonly day?: number
  readonly hour?: number
  readonly minute?: number
}

/** A time in a text. Ambiguous ones have several readings: `3/4/2026`. */
export interface WrittenTime {
  readonly start: number
  readonly end: number
  readonly readings: readonly TimeParts[]
}

const MONTHS = [
  'january jan januar jänner',
  'february feb februar',
  'march mar märz mrz',
  'april apr',
  'may mai',
  'june jun juni',
  'july jul juli',
  'august aug',
  'september sept sep',
  'october oct oktober okt',
  'november nov',
  'december dec dezember dez',
].map((names) => names.split(' '))

const MONTH_BY_NAME = new Map(MONTHS.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))
const MONTH = `(${MONTHS.flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|')})\\b\\.?`
const ORDINALS = [
  ['first', '1st', 'erste'],
  ['second', '2nd', 'zweite'],
  ['third', '3rd', 'dritte'],
  ['fourth', '4th', 'vierte'],
]
const ORDINAL = '(first|second|third|fourth|1st|2nd|3rd|4th|(?:erste|zweite|dritte|vierte)[nrsm]?|[1-4]\\.)'
const YEAR = '(?:,?\\s(?:of\\s|in\\s|des\\sjahres\\s|im\\sjahr\\s)?((?:19|20)\\d\\d)\\b)?'

type Read = (found: readonly (string | undefined)[]) => readonly TimeParts[]

const patternOf = (source: string, flags = 'giu'): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${source}`, flags)

const monthOf = (name: string | undefined): number => MONTH_BY_NAME.get((name ?? '').toLowerCase()) ?? 0
const quarterOf = (ordinal: string | undefined): number =>
  1 +
  ORDINALS.findIndex((names, at) =>
    names.some((n) => ordinal?.toLowerCase().startsWith(n) || ordinal?.startsWith(`${at + 1}`)),
  )

const partsOf = (year: string | undefined, more: TimeParts): readonly TimeParts[] => [
  year === undefined ? more : { ...more, year: Number(year) },
]

/** In order: text matched by one pattern is skipped by later ones. */
const PATTERNS: readonly (readonly [RegExp, Read])[] = [
  [
    patternOf('(\\d{4})-(\\d\\d)(?:-(\\d\\d)(?:[t ](\\d\\d):(\\d\\d)[\\d:.]*z?)?)?(?![\\d-])'),
    ([, year, month, day, hour, minute]) =>
      partsOf(year, {
        month: Number(month),
        ...(day === undefined ? {} : { day: Number(day) }),
        ...(hour === undefined ? {} : { hour: Number(hour), minute: Number(minute) }),
      }),
  ],
  [
    patternOf('(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?((?:19|20)\\d\\d)(?!\\d)'),
    ([, day, month, year]) => partsOf(year, { day: Number(day), month: Number(month) }),
  ],
  [
    patternOf('(?<=(?:am|vom|bis|zum|dem|den|seit|ab|und|–)\\s)(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?!\\d)'),
    ([, day, month]) => partsOf(undefined, { day: Number(day), month: Number(month) }),
  ],
  [
    patternOf('(\\d{1,2})/(\\d{1,2})/((?:19|20)\\d\\d)(?!\\d)'),
    ([, one, other, year]) => [
      ...partsOf(year, { day: Number(one), month: Number(other) }),
      ...partsOf(year, { day: Number(other), month: Number(one) }),
    ],
  ],
  [
    patternOf(`(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?${MONTH}${YEAR}`),
    ([, day, month, year]) => partsOf(year, { day: Number(day), month: monthOf(month) }),
  ],
  [
    patternOf(`${MONTH}\\s(\\d{1,2})(?:st|nd|rd|th)?(?![\\d.:,]\\d|\\d)${YEAR}`),
    ([, month, day, year]) => partsOf(year, { day: Number(day), month: monthOf(month) }),
  ],
  [patternOf(`${MONTH}${YEAR}(?!\\p{L})`), ([, month, year]) => partsOf(year, { month: monthOf(month) })],
  [
    patternOf('q([1-4])(?:[\\s/-]?((?:19|20)\\d\\d))?(?![\\p{L}\\p{N}])'),
    ([, q, year]) => partsOf(year, { quarter: Number(q) }),
  ],
  [
    patternOf(
      '(first|second|1st|2nd|erste[nsr]?|zweite[nsr]?|1\\.|2\\.)\\s(?:half\\sof\\s(?:the\\syear|((?:19|20)\\d\\d))|halbjahrs?(?:\\s((?:19|20)\\d\\d))?)(?![\\p{L}\\p{N}])',
    ),
    ([, nth, year, jahr]) => partsOf(year ?? jahr, { half: quarterOf(nth) }),
  ],
  [
    patternOf('h([12])(?:\\s((?:19|20)\\d\\d))?(?![\\p{L}\\p{N}])'),
    ([, half, year]) => partsOf(year, { half: Number(half) }),
  ],
  [patternOf('((?:19|20)\\d\\d)-q([1-4])(?!\\d)'), ([, year, q]) => partsOf(year, { quarter: Number(q) })],
  [
    patternOf(`${ORDINAL}\\s(?:quarter|quartals?)${YEAR}`),
    ([, nth, year]) => partsOf(year, { quarter: quarterOf(nth) }),
  ],
  [
    patternOf(
      '(\\d{1,2})[:.](\\d\\d)(?::\\d\\d)?\\s?(am|pm|a\\.m\\.|p\\.m\\.|uhr)(?!\\p{L})|(\\d{1,2}):(\\d\\d)(?::\\d\\d)?(?!\\d)',
    ),
    ([, hour, minute, half, plainHour, plainMinute]) => [
      { hour: hourOf(Number(hour ?? plainHour), half), minute: Number(minute ?? plainMinute) },
    ],
  ],
  [
    patternOf('(\\d{1,2})\\s?(am|pm|a\\.m\\.|p\\.m\\.|uhr)(?!\\p{L})'),
    ([, hour, half]) => [{ hour: hourOf(Number(hour), half) }],
  ],
]

const hourOf = (hour: number, half: string | undefined): number => {
  if (half === undefined || /uhr/i.test(half)) return hour
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

const YEAR_ALONE =
  /(?<=(?:\b(?:in|of|for|im jahr|jahre?s?|im|since|seit|until|bis|to|from|von|and|und|with|than|through|year|vs|als|gegenüber|für|,|;)\s|[(/–-]))(?:19|20)\d\d(?![\d\p{L}]|[.,]\d)(?!\s(?:eur|euros?|usd|dollars?|[€$£%])|[€$£%])/giu

/** The first of two days: `1 to` in "1 to 31 October". */
const FIRST_DAY =
  /(?<![\p{L}\p{N}.,])(\d{1,2})(?:st|nd|rd|th|\.)?\s?(?:to|and|until|through|–|-|bis|und)(?:\s(?:the|dem|zum))?\s?$/iu
/** "May" and "march" are also verbs in lower case or at the beginning of a question. */
const isVerb = (found: string): boolean => /^(?:march|may|mar|jan|dec|sep)$/.test(found)

/** The times in a text from `legible`, and the text with spaces in their place. A year alone counts only after a word of time. */
export const timesIn = (text: string): { readonly times: readonly WrittenTime[]; readonly rest: string } => {
  const times: WrittenTime[] = []
  let rest = text
  const take = (start: number, end: number, readings: readonly TimeParts[]) => {
    times.push({ start, end, readings })
    rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
  }
  for (const [pattern, read] of PATTERNS) {
    for (const found of Array.from(rest.matchAll(pattern))) {
      const readings = read(found).filter(isPossible)
      if (readings.length === 0 || isVerb(found[0])) continue
      // A sentence may end in an abbreviated month, and its dot is not the month's.
      take(found.index, found.index + found[0].trimEnd().length, readings)
      const [, day] = FIRST_DAY.exec(rest.slice(Math.max(0, found.index - 24), found.index)) ?? []
      if (day === undefined || readings[0]?.day === undefined) continue
      const at = rest.lastIndexOf(day, found.index)
      take(
        at,
        at + day.length,
        readings.map((parts) => ({ ...parts, day: Number(day) })),
      )
    }
  }
  for (const found of rest.matchAll(YEAR_ALONE)) take(found.index, found.index + 4, [{ year: Number(found[0]) }])
  return { times: times.toSorted((a, b) => a.start - b.start), rest }
}

const isPossible = ({ month = 1, day = 1, hour = 0, minute = 0 }: TimeParts): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 25 && minute < 60

/** The time in a cell: `2026-10`, `2026-10-31T14:30:00Z`, `2026-Q3`. */
export const timeOfCell = (cell: string): TimeParts | undefined => {
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(cell) ?? []
  if (year !== undefined) return { year: Number(year), quarter: Number(quarter) }
  const [, y, month, day, hour, minute] =
    /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d).*)?)?$/s.exec(cell.slice(0, 40)) ?? []
  if (y === undefined) return undefined
  return {
    year: Number(y),
    month: Number(month),
    ...(day === undefined ? {} : { day: Number(day) }),
    ...(hour === undefined ? {} : { hour: Number(hour), minute: Number(minute) }),
  }
}

/** Whether a stated time equals or contains a given one. */
export const isTimeOf = (stated: TimeParts, there: TimeParts): boolean => {
  const quarter = there.quarter ?? (there.month === undefined ? undefined : Math.ceil(there.month / 3))
  const known: TimeParts = quarter === undefined ? there : { ...there, quarter, half: Math.ceil(quarter / 2) }
  return (['year', 'half', 'quarter', 'month', 'day', 'hour', 'minute'] as const).every(
    (part) => stated[part] === undefined || stated[part] === known[part],
  )
}
