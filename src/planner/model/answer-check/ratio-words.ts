/** A fraction or multiple in words: "a third", "one in five", "twice". */
interface WrittenRatio {
  readonly start: number
  readonly end: number
  readonly value: number
  /** A multiple is no share of a total. */
  readonly isMultiple: boolean
}

const COUNTS = new Map(
  'a,an,one,ein,eine,einem,einer,einen,jede,jeder,jedes,every/two,zwei/three,drei/four,vier/five,fünf/six,sechs/seven,sieben/eight,acht/nine,neun/ten,zehn'
    .split('/')
    .flatMap((words, at) => words.split(',').map((word) => [word, at + 1] as const)),
)
const PARTS = new Map(
  'half,halves,hälfte,halb,halbe,halben/third,thirds,drittel,dritte/quarter,quarters,fourth,fourths,viertel,vierte/fifth,fifths,fünftel,fünfte/sixth,sixths,sechstel,sechste/seventh,sevenths,siebtel,siebte/eighth,eighths,achtel,achte/ninth,ninths,neuntel,neunte/tenth,tenths,zehntel,zehnte'
    .split('/')
    .flatMap((words, at) => words.split(',').map((word) => [word, at + 2] as const)),
)
const one = (words: Iterable<string>): string => [...words].toSorted((a, b) => b.length - a.length).join('|')
const count = `(${one(COUNTS.keys())}|\\d{1,3})`
const patternOf = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'giu')

const countOf = (word: string | undefined): number => {
  const known = COUNTS.get((word ?? '').toLowerCase())
  return known ?? Number(word ?? 'NaN')
}
const partOf = (word: string | undefined): number =>
  PARTS.get((word ?? '').toLowerCase().replace(/[nrsm]$/u, '')) ?? PARTS.get((word ?? '').toLowerCase()) ?? Number.NaN

type Read = (found: readonly (string | undefined)[]) => number

const TIMES = new Map([
  ['twice', 2],
  ['thrice', 3],
  ['double', 2],
  ['triple', 3],
  ['treble', 3],
  ['quadruple', 4],
  ['doppelt', 2],
  ['verdoppel', 2],
  ['verdreifach', 3],
  ['vervierfach', 4],
  ['verfünffach', 5],
  ['verzehnfach', 10],
  ['halve', 0.5],
  ['halving', 0.5],
  ['halbier', 0.5],
  ['doubl', 2],
  ['tripl', 3],
  ['quadrupl', 4],
  ['quintupl', 5],
])

/** In the order in which they are tried. */
const PATTERNS: readonly { readonly pattern: RegExp; readonly read: Read; readonly isMultiple?: true }[] = [
  // "One in five", "25 out of 200" are fractions; "jedes fünfte" too.
  {
    pattern: patternOf(`${count}\\s(?:in|out\\sof(?:\\severy)?|von)\\s(${one(COUNTS.keys())}|\\d{1,2})`),
    read: ([, of, all]) => countOf(of) / countOf(all),
  },
  {
    pattern: patternOf(`jede[rsnm]?\\s(zweite|${one(PARTS.keys())})[nrsm]?`),
    read: ([, nth]) => 1 / (/^zweite/i.test(nth ?? '') ? 2 : partOf(nth)),
  },
  {
    pattern: patternOf('every\\s(second|other|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)'),
    read: ([, nth]) => 1 / (/second|other/i.test(nth ?? '') ? 2 : partOf(nth)),
  },
  {
    pattern: patternOf('(?:one\\sand\\sa\\shalf|anderthalb|eineinhalb)(?:\\s?(?:times|mal|fach\\p{L}*))?'),
    read: () => 1.5,
    isMultiple: true,
  },
  {
    pattern: patternOf(`${count}(?:\\s(?:and\\sa\\s)half)?[\\s-]?(?:times|fold|mal|fach\\p{L}{0,2})`),
    read: ([all, of]) => countOf(of) + (/half/.test(all ?? '') ? 0.5 : 0),
    isMultiple: true,
  },
  {
    pattern: patternOf('(\\d{1,3}(?:[.,]\\d{1,2})?)[\\s-]?(?:[×x](?!\\s?\\d)|times|fold|mal|-?fach\\p{L}{0,2})'),
    read: ([, of]) => Number((of ?? '').replace(',', '.')),
    isMultiple: true,
  },
  {
    pattern: patternOf(
      '(?:twice|thrice|double[sd]?|doubling|triple[sd]?|tripling|trebled?|quadruple[sd]?|quintuple[sd]?|halve[sd]|halving|doppelt\\p{L}{0,2}|(?:ver(?:doppel|dreifach|vierfach|fünffach|zehnfach)|halbier)\\p{L}{0,4})',
    ),
    read: ([all]) => [...TIMES].find(([stem]) => all?.toLowerCase().startsWith(stem))?.[1] ?? Number.NaN,
    isMultiple: true,
  },
  {
    pattern: patternOf(
      `(?:${count}[\\s-])(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|halve|half)s?|(?:${count}\\s)?(?:${one([...PARTS.keys()].filter((word) => /tel$|^hälfte$|^halbe?n?$|^half$/.test(word)))})`,
    ),
    read: ([all, of, other]) =>
      (of === undefined && other === undefined ? 1 : countOf(of ?? other)) / partOf(all?.split(/[\s-]/).at(-1)),
  },
]

/** Halves and quarters of a year, or of a match, are no fractions of an amount. */
const PERIOD = /(?:first|second|last|latter|previous|next|1st|2nd|erste\p{L}?|zweite\p{L}?)\s$/iu
const OF_YEAR = /^\s(?:year|of\s(?:the\syear(?!['’]s)|(?:19|20)\d\d)|(?:ein)?(?:stunde|jahr)|an?\s(?:year|hour|day))/iu

/** The ratios in a text in words, and the text with spaces in their place. */
export const ratiosIn = (text: string): { readonly ratios: readonly WrittenRatio[]; readonly rest: string } => {
  const ratios: WrittenRatio[] = []
  let rest = text
  for (const { pattern, read, isMultiple = false } of PATTERNS) {
    for (const found of Array.from(rest.matchAll(pattern))) {
      const [start, end] = [found.index, found.index + found[0].length]
      const value = read(found)
      if (
        !(value > 0) ||
        PERIOD.test(rest.slice(Math.max(0, start - 12), start)) ||
        OF_YEAR.test(rest.slice(end, end + 16))
      )
        continue
      ratios.push({ start, end, value, isMultiple })
      rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
    }
  }
  return { ratios, rest }
}
