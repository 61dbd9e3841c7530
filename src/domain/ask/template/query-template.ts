import { withoutClosing } from '../closing-marks.ts'
import { isoDay } from './iso-day.ts'
import { type Literal, type QueryReading, readQuery } from './query-reading.ts'
import { QuestionReading, type SlotKind, type Span } from './question-reading.ts'
import { holdsWords, wordsOf } from './words-of.ts'

/** A value that stands in a question and, at one place, in its query. */
export interface Slot {
  readonly span: Span
  readonly literal: Literal
}

/** A question and its query, both with places for values. */
export interface QueryTemplate {
  /** What the question has in common with those that differ in the values alone: its slots are their kinds in capitals. */
  readonly key: string
  /** In the order of the question; there is one at least. */
  readonly slots: readonly Slot[]
  readonly reading: QueryReading
}

/** More values than a person sees together. */
const SLOTS_MAX = 6

/**
 * Which values of a verified question may be others: those that stand once in it and once in its query. One whose place is
 * not certain is none: where it stands twice, where a name or another constant of the query holds its words, or where a number
 * or a day of the query may be reckoned from it.
 *
 * @returns undefined where there is none
 */
export const templateOf = (question: string, query: string): QueryTemplate | undefined => {
  const [asked, reading] = [QuestionReading.of(question), readQuery(query)]
  if (asked === undefined || reading === undefined) return undefined
  const spans = Map.groupBy(asked.spans, ({ kind, value }) => sameKey(kind, value))
  const paired = reading.literals.flatMap((literal): Slot[] => {
    const key = keyOfLiteral(literal)
    const [span, another] = (key === undefined ? undefined : spans.get(key)) ?? []
    return span === undefined || another !== undefined ? [] : [{ span, literal }]
  })
  // Two constants for one value, or two values in the same words.
  const apart = paired.filter((slot) => paired.every((other) => other === slot || !overlap(slot.span, other.span)))
  const said = [
    ...reading.names.map((name) => ({ literal: undefined, words: wordsOf(name) })),
    ...reading.literals.flatMap((literal) =>
      literal.kind === 'text' ? [{ literal, words: wordsOf(literal.value) }] : [],
    ),
  ]
  const slots = apart
    .filter(({ literal, span }) => {
      const words = wordsOf(span.value)
      return !said.some((other) => other.literal !== literal && holdsWords(other.words, words))
    })
    .toSorted((a, b) => a.span.start - b.span.start)
  const certain = slots.filter(({ literal }) => !mayBeReckoned(literal, reading.literals, slots))
  // What is no slot after all may be what another one is reckoned from.
  const kept = certain.filter(({ literal }) => !mayBeReckoned(literal, reading.literals, certain))
  if (kept.length === 0 || kept.length > SLOTS_MAX) return undefined
  return {
    key: keyOf(
      asked,
      kept.map(({ span }) => span),
    ),
    slots: kept,
    reading,
  }
}

/** A day, with or without the midnight that it begins at. */
const DAY = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)?)?$/

/** The day that a text constant stands for, and what is written after it. */
export const dayOf = ({ kind, value }: Literal): string | undefined => {
  const found = kind === 'text' ? DAY.exec(value) : null
  return found === null ? undefined : isoDay(found[1], found[2], found[3])
}

/** Of which kind a constant is; undefined where it can be no value of a question. */
export const kindOf = (literal: Literal): SlotKind | undefined => {
  if (literal.kind === 'number') return literal.isForm ? undefined : 'number'
  if (dayOf(literal) !== undefined) return 'date'
  return literal.column === undefined ? undefined : 'text'
}

/** The same for two spellings of one value. */
const sameKey = (kind: SlotKind, value: string): string => {
  if (kind === 'text') return `text ${wordsOf(value).join(' ')}`
  return `${kind} ${kind === 'number' ? Number(value) : value}`
}

const keyOfLiteral = (literal: Literal): string | undefined => {
  const kind = kindOf(literal)
  if (kind === undefined || literal.value.length > VALUE_MAX) return undefined
  return sameKey(kind, kind === 'date' ? (dayOf(literal) ?? '') : literal.value)
}

const VALUE_MAX = 200

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end

/** Whether a constant that the question does not say may follow from the value of a slot: the day after it, twice as much. */
const mayBeReckoned = (literal: Literal, literals: readonly Literal[], slots: readonly Slot[]): boolean => {
  const others = literals.filter((other) => !slots.some((slot) => slot.literal === other))
  if (kindOf(literal) === 'date') return others.some((other) => /\d{4}-\d\d/.test(other.value))
  return (
    literal.kind === 'number' &&
    others.some((other) => kindOf(other) === 'number' && isNear(Number(other.value), literal))
  )
}

const isNear = (other: number, { value }: Literal): boolean => {
  const own = Number(value)
  if (Math.abs(other - own) <= 1) return true
  const isMultiple = own > 1 && other % own === 0 && !Number.isInteger(Math.log10(Math.abs(other)))
  return other !== 0 && (other === -own || isMultiple || other * 2 === own)
}

/** What questions have in common whose values are others. */
const keyOf = ({ lower }: QuestionReading, spans: readonly Span[]): string => {
  let key = ''
  let at = 0
  for (const { start, end, kind } of spans) {
    key += lower.slice(at, start) + PLACES[kind]
    at = end
  }
  return withoutClosing(key + lower.slice(at))
}

/** In small letters there are no others. */
export const PLACES: Readonly<Record<SlotKind, string>> = { number: 'NUMBER', date: 'DATE', text: 'TEXT' }
