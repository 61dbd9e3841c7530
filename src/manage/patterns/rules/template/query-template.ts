import { withoutClosingPunctuation } from '../../../../ask/rules/closing-punctuation.ts'
import { constantsRequiredInQuestion, dayOf, identifiesRow, questionMatcher } from './constants.ts'
import { type Literal, type QueryReading, readQuery } from './query-reading.ts'
import { QuestionReading, type SlotKind, type Span } from './question-reading.ts'
import { containsWords, wordsOf } from './words-of.ts'

/** A value that occurs once in a question and once in its query. */
export interface Slot {
  readonly span: Span
  readonly literal: Literal
}

/** A question and its query with slots for values. */
export interface QueryTemplate {
  /** Shared by questions that differ only in their values: slots are replaced by their kinds in upper case. */
  readonly key: string
  /** In the order of the question; at least one. */
  readonly slots: readonly Slot[]
  /** Text constants of the query that are not in the question: they may stay only if they are published. */
  readonly textsNotInQuestion: readonly string[]
  readonly reading: QueryReading
}

/** Questions with more values have no template. */
const SLOTS_MAX = 6

/**
 * The replaceable values of a verified question: those that occur once in it and once in its query. A value is not replaceable
 * if it occurs twice, if a name or another constant of the query contains its words, or if a number or a date of the query may
 * be computed from it.
 *
 * @returns undefined if there is none, or if the query has a constant that is not in the question and may depend on a
 *   replaceable value: the VAT number of a customer, the country of a town
 */
export const templateOf = (question: string, query: string): QueryTemplate | undefined => {
  const [asked, reading] = [QuestionReading.of(question), readQuery(query)]
  if (asked === undefined || reading === undefined) return undefined
  const slots = slotsOf(asked, reading)
  if (slots.length === 0 || slots.length > SLOTS_MAX) return undefined
  const spans = slots.map(({ span }) => span)
  const isInQuestion = questionMatcher(textBetween(asked.text, spans))
  // The question may mean the other occurrence of a number that occurs twice in the query: "top 5" does not state `id = 5`.
  const times = Map.groupBy(reading.literals, ({ kind, value }) => (kind === 'number' ? Number(value) : undefined))
  const occursOnce = ({ kind, value }: Literal): boolean => kind === 'text' || times.get(Number(value))?.length === 1
  const unsaid = constantsRequiredInQuestion(
    reading.literals,
    slots.map(({ literal }) => literal),
  ).filter((literal) => !(isInQuestion(literal) && occursOnce(literal)))
  const mayDepend = unsaid.length > 0 && slots.some(({ literal }) => identifiesRow(literal))
  if (mayDepend || unsaid.some((literal) => literal.kind === 'number' || dayOf(literal) !== undefined)) return undefined
  return { key: keyOf(asked, spans), slots, textsNotInQuestion: unsaid.map(({ value }) => value), reading }
}

const slotsOf = (asked: QuestionReading, reading: QueryReading): readonly Slot[] => {
  const spans = Map.groupBy(asked.spans, ({ kind, value }) => valueKey(kind, value))
  const paired = reading.literals.flatMap((literal): Slot[] => {
    const key = keyOfLiteral(literal)
    const [span, another] = (key === undefined ? undefined : spans.get(key)) ?? []
    return span === undefined || another !== undefined ? [] : [{ span, literal }]
  })
  // Excludes values with two constants, and overlapping values.
  const apart = paired.filter((slot) => paired.every((other) => other === slot || !overlap(slot.span, other.span)))
  const otherWords = [
    ...reading.names.map(({ text }) => ({ literal: undefined, words: wordsOf(text) })),
    ...reading.literals.flatMap((literal) =>
      literal.kind === 'text' ? [{ literal, words: wordsOf(literal.value) }] : [],
    ),
  ]
  const definedWords = new Set(
    [...reading.definedNames].flatMap(wordsOf).filter((word) => word.length >= TELLING_WORD_MIN),
  )
  const slots = apart
    .filter(({ literal, span }) => {
      const words = wordsOf(span.value)
      if (span.kind === 'text' && words.some((word) => definedWords.has(word))) return false
      return !otherWords.some((other) => other.literal !== literal && containsWords(other.words, words))
    })
    .toSorted((a, b) => a.span.start - b.span.start)
  const certain = withoutUncertain(slots, reading.literals)
  // Repeated: a slot that was left out may be the constant that another slot is computed from.
  return withoutUncertain(certain, reading.literals)
}

const withoutUncertain = (slots: readonly Slot[], literals: readonly Literal[]): readonly Slot[] => {
  const own = new Set(slots.map(({ literal }) => literal))
  const others = literals.filter((literal) => !own.has(literal))
  return slots.filter(({ literal }) => !mayBeComputedFrom(literal, others))
}

/** Minimum length of a word of a value that can occur in a name of the query: `AS acme_total`. */
const TELLING_WORD_MIN = 3

/** The slot kind of a constant; undefined if it cannot be a value of a question. */
const kindOf = (literal: Literal): SlotKind | undefined => {
  if (literal.kind === 'number') return literal.role === 'form' ? undefined : 'number'
  if (dayOf(literal) !== undefined) return 'date'
  return literal.compared === 'equal' && literal.column !== undefined ? 'text' : undefined
}

/** A key that is equal for all spellings of a value. */
const valueKey = (kind: SlotKind, value: string): string => {
  if (kind === 'text') return `text ${wordsOf(value).join(' ')}`
  return `${kind} ${kind === 'number' ? Number(value) : value}`
}

const keyOfLiteral = (literal: Literal): string | undefined => {
  const kind = kindOf(literal)
  if (kind === undefined || literal.value.length > VALUE_MAX) return undefined
  return valueKey(kind, kind === 'date' ? (dayOf(literal) ?? '') : literal.value)
}

const VALUE_MAX = 200

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** Whether another constant may be computed from the value of a slot: the day after it, its double. */
const mayBeComputedFrom = (literal: Literal, others: readonly Literal[]): boolean => {
  if (kindOf(literal) === 'date') return others.some((other) => /\d{4}-\d\d/.test(other.value))
  return (
    literal.kind === 'number' &&
    others.some((other) =>
      other.kind === 'text'
        ? other.role === undefined && holdsNumber(other.value, Number(literal.value))
        : kindOf(other) === 'number' && isNear(Number(other.value), literal),
    )
  )
}

/** Example: `W02` contains 2. */
const holdsNumber = (text: string, number: number): boolean =>
  (text.match(/\d+/g) ?? []).some((digits) => Number(digits) === number)

const isNear = (other: number, { value }: Literal): boolean => {
  const own = Number(value)
  if (Math.abs(other - own) <= 1) return true
  const isMultiple = own > 1 && other % own === 0 && !Number.isInteger(Math.log10(Math.abs(other)))
  return other !== 0 && (other === -own || isMultiple || other * 2 === own)
}

/** The parts of a text between its values. */
const textBetween = (text: string, spans: readonly Span[]): readonly string[] => {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start))
    at = end
  }
  return [...parts, text.slice(at)]
}

/** The key of a template: the lower-case question with its slots replaced by their kinds. */
const keyOf = ({ lower }: QuestionReading, spans: readonly Span[]): string =>
  withoutClosingPunctuation(
    textBetween(lower, spans)
      .map((part, at) => part + (spans[at] === undefined ? '' : SLOT_PLACEHOLDERS[spans[at].kind]))
      .join(''),
  )

/** Placeholders in upper case, which cannot collide with the lower-case words of a key. */
export const SLOT_PLACEHOLDERS: Readonly<Record<SlotKind, string>> = { number: 'NUMBER', date: 'DATE', text: 'TEXT' }
