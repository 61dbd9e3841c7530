import { isoDay } from './iso-day.ts'

export type SlotKind = 'number' | 'date' | 'text'

/** A value in a question, with the quotation marks around it. */
export interface Span {
  readonly kind: SlotKind
  readonly start: number
  readonly end: number
  /** A number as `1500.5`, a date as `2026-11-21`, a text as it is written. */
  readonly value: string
}

/** Longer texts are no values. */
const SPAN_WORDS_MAX = 8
/** Longer questions are not like any that was verified. */
const READ_MAX = 1_000

/** A question whose values can be told from its other words. */
export class QuestionReading {
  /** As it was written, but for white space and forms of characters. */
  readonly text: string
  /** The same in small letters, character for character in the same places. */
  readonly lower: string
  readonly #words: readonly { readonly start: number; readonly end: number }[]
  readonly #fixed = new Map<number, Span[]>()

  private constructor(text: string, lower: string) {
    this.text = text
    this.lower = lower
    this.#words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }))
    for (const span of [...datesIn(text), ...numbersIn(text)])
      this.#fixed.set(span.start, [...(this.#fixed.get(span.start) ?? []), span])
  }

  /** Undefined where its places cannot be told: too long, or of letters that are more in small. */
  static of(question: string): QuestionReading | undefined {
    if (question.length > READ_MAX) return undefined
    const text = question.normalize('NFKC').replace(/\s+/g, ' ').trim()
    const lower = text.toLowerCase()
    return lower.length === text.length ? new QuestionReading(text, lower) : undefined
  }

  /** Where values may begin. */
  get starts(): readonly number[] {
    return [...new Set(this.#words.flatMap(({ start }) => [this.#quoted(start, start).start, start]))]
  }

  /** The values that begin there: of texts, all that could be one, the longest first. */
  spansAt(start: number, kind: SlotKind): readonly Span[] {
    if (kind !== 'text') return (this.#fixed.get(start) ?? []).filter((span) => span.kind === kind)
    const first = this.#words.findIndex((word) => word.start === start || word.start === start + 1)
    const spans: Span[] = []
    for (const { end } of first < 0 ? [] : this.#words.slice(first, first + SPAN_WORDS_MAX)) {
      const from = this.#words[first]?.start ?? start
      const quoted = this.#quoted(from, end)
      if (quoted.start === start) spans.push({ kind, ...quoted, value: this.text.slice(from, end) })
    }
    return spans.reverse()
  }

  /** All values, of texts all that could be one. */
  get spans(): readonly Span[] {
    const texts = this.starts.flatMap((start) => this.spansAt(start, 'text'))
    return [...[...this.#fixed.values()].flat(), ...texts]
  }

  /** With the quotation marks around, where there are any. */
  #quoted(start: number, end: number): { readonly start: number; readonly end: number } {
    const closing = QUOTES.get(this.text.charAt(start - 1))
    if (closing === undefined) return { start, end }
    // Of one word it is not known yet where it ends.
    if (start === end) return this.text.indexOf(closing, start) < 0 ? { start, end } : { start: start - 1, end }
    return this.text.charAt(end) === closing ? { start: start - 1, end: end + 1 } : { start, end }
  }
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ...([
    ['"', '"'],
    ["'", "'"],
    ['“', '”'],
    ['‘', '’'],
    ['„', '“'],
    ['«', '»'],
  ] as const),
])

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
const DATES = new RegExp(
  [
    '(?<![\\p{L}\\p{N}-])(?:(\\d{4})-(\\d\\d)-(\\d\\d)',
    `(\\d{1,2})(?:st|nd|rd|th)? (${MONTHS}),? (\\d{4})`,
    `(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4}))(?![\\p{L}\\p{N}]|-\\d)`,
  ].join('|'),
  'giu',
)

const datesIn = (text: string): readonly Span[] =>
  [...text.matchAll(DATES)].flatMap(({ 0: written, index, ...found }): Span[] => {
    const year = found[1] ?? found[6] ?? found[9]
    const month = found[2] ?? monthNumber(found[5] ?? found[7])
    const value = isoDay(year, month, found[3] ?? found[4] ?? found[8])
    return value === undefined ? [] : [{ kind: 'date', start: index, end: index + written.length, value }]
  })

const monthNumber = (name: string | undefined): string =>
  String(MONTHS.split('|').indexOf((name ?? '').toLowerCase()) + 1)

/** Not a part of a word, of a date, of a time, or of a range; nothing below zero. */
const NUMBERS = /(?<![\p{L}\p{N}_.,:/–-])(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,6})?(?![\p{L}\p{N}_]|[.,:/–-]\d)/gu

const numbersIn = (text: string): readonly Span[] =>
  [...text.matchAll(NUMBERS)].map(({ 0: written, index }) => ({
    kind: 'number',
    start: index,
    end: index + written.length,
    value: String(Number(written.replaceAll(',', ''))),
  }))
