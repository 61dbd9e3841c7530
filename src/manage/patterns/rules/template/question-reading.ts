import { isoDay } from './iso-day.ts'

export type SlotKind = 'number' | 'date' | 'text'

/** A value in a question, including its quotation marks. */
export interface Span {
  readonly kind: SlotKind
  readonly start: number
  readonly end: number
  /** A number as `1500.5`, a date as `2026-11-21`, a text verbatim. */
  readonly value: string
}

/** Longer texts are not values. */
const SPAN_WORDS_MAX = 8
/** Longer questions match no verified question. */
const READ_MAX = 1_000

/** A question parsed into values and other words. */
export class QuestionReading {
  /** The question with normalized white space and characters (NFKC). */
  readonly text: string
  /** `text` in lower case; character offsets are equal. */
  readonly lower: string
  readonly #words: readonly { readonly start: number; readonly end: number }[]
  readonly #numbersAndDates = new Map<number, Span[]>()

  private constructor(text: string, lower: string) {
    this.text = text
    this.lower = lower
    this.#words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }))
    for (const span of [...datesIn(text), ...numbersIn(text)])
      this.#numbersAndDates.set(span.start, [...(this.#numbersAndDates.get(span.start) ?? []), span])
  }

  /** @returns undefined if the question is too long, or if lower case changes its length */
  static of(question: string): QuestionReading | undefined {
    if (question.length > READ_MAX) return undefined
    const text = question.normalize('NFKC').replace(/\s+/g, ' ').trim()
    const lower = text.toLowerCase()
    return lower.length === text.length ? new QuestionReading(text, lower) : undefined
  }

  /** Offsets where values may begin. */
  get starts(): readonly number[] {
    return [...new Set(this.#words.flatMap(({ start }) => [this.#quoted(start, start).start, start]))]
  }

  /** The values that begin at an offset; for texts all candidates, longest first. */
  spansAt(start: number, kind: SlotKind): readonly Span[] {
    if (kind !== 'text') return (this.#numbersAndDates.get(start) ?? []).filter((span) => span.kind === kind)
    const first = this.#words.findIndex((word) => word.start === start || word.start === start + 1)
    const spans: Span[] = []
    for (const { end } of first < 0 ? [] : this.#words.slice(first, first + SPAN_WORDS_MAX)) {
      const from = this.#words[first]?.start ?? start
      const quoted = this.#quoted(from, end)
      if (quoted.start === start) spans.push({ kind, ...quoted, value: this.text.slice(from, end) })
    }
    return spans.reverse()
  }

  /** All values, and all candidates for texts. */
  get spans(): readonly Span[] {
    const texts = this.starts.flatMap((start) => this.spansAt(start, 'text'))
    return [...[...this.#numbersAndDates.values()].flat(), ...texts]
  }

  /** Extends a range by the quotation marks around it. */
  #quoted(start: number, end: number): { readonly start: number; readonly end: number } {
    const closing = QUOTES.get(this.text.charAt(start - 1))
    if (closing === undefined) return { start, end }
    // An empty range is a beginning: its end is not known yet.
    if (start === end) return this.text.indexOf(closing, start) < 0 ? { start, end } : { start: start - 1, end }
    return this.text.charAt(end) === closing ? { start: start - 1, end: end + 1 } : { start, end }
  }
}

const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['„', '“'],
  ['«', '»'],
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

/** Non-negative numbers that are not part of a word, date, time or range. */
const NUMBERS = /(?<![\p{L}\p{N}_.,:/–-])(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,6})?(?![\p{L}\p{N}_]|[.,:/–-]\d)/gu

const numbersIn = (text: string): readonly Span[] =>
  [...text.matchAll(NUMBERS)].map(({ 0: written, index }) => ({
    kind: 'number',
    start: index,
    end: index + written.length,
    value: String(Number(written.replaceAll(',', ''))),
  }))
