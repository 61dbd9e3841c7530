import { withoutClosing } from '../../../../ask/rules/closing-marks.ts'
import { constantsToBeSaid, dayOf, isIdentity, sayingOf } from './constants.ts'
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
  /** Texts that the question does not say: they may stay only if they are published. */
  readonly unsaid: readonly string[]
  readonly reading: QueryReading
}

/** More values than a person sees together. */
const SLOTS_MAX = 6

/**
 * Which values of a verified question may be others: those that stand once in it and once in its query. One whose place is
 * not certain is none: where it stands twice, where a name or another constant of the query holds its words, or where a number
 * or a day of the query may be reckoned from it.
 *
 * @returns undefined where there is none, and where the query has a constant that the question does not say and that may depend
 *   on one of them: the VAT number of a customer, the country of a town
 */
export const templateOf = (question: string, query: string): QueryTemplate | undefined => {
  const [asked, reading] = [QuestionReading.of(question), readQuery(query)]
  if (asked === undefined || reading === undefined) return undefined
  const slots = slotsOf(asked, reading)
  if (slots.length === 0 || slots.length > SLOTS_MAX) return undefined
  const spans = slots.map(({ span }) => span)
  const isSaid = sayingOf(besides(asked.text, spans))
  // A number that stands twice in the query may have been said for its other place: "top 5" says no `id = 5`.
  const times = Map.groupBy(reading.literals, ({ kind, value }) => (kind === 'number' ? Number(value) : undefined))
  const isOnce = ({ kind, value }: Literal): boolean => kind === 'text' || times.get(Number(value))?.length === 1
  const unsaid = constantsToBeSaid(
    reading.literals,
    slots.map(({ literal }) => literal),
  ).filter((literal) => !(isSaid(literal) && isOnce(literal)))
  const isBound = unsaid.length > 0 && slots.some(({ literal }) => isIdentity(literal))
  if (isBound || unsaid.some((literal) => literal.kind === 'number' || dayOf(literal) !== undefined)) return undefined
  return { key: keyOf(asked, spans), slots, unsaid: unsaid.map(({ value }) => value), reading }
}

const slotsOf = (asked: QuestionReading, reading: QueryReading): readonly Slot[] => {
  const spans = Map.groupBy(asked.spans, ({ kind, value }) => sameKey(kind, value))
  const paired = reading.literals.flatMap((literal): Slot[] => {
    const key = keyOfLiteral(literal)
    const [span, another] = (key === undefined ? undefined : spans.get(key)) ?? []
    return span === undefined || another !== undefined ? [] : [{ span, literal }]
  })
  // Two constants for one value, or two values in the same words.
  const apart = paired.filter((slot) => paired.every((other) => other === slot || !overlap(slot.span, other.span)))
  const said = [
    ...reading.names.map(({ text }) => ({ literal: undefined, words: wordsOf(text) })),
    ...reading.literals.flatMap((literal) =>
      literal.kind === 'text' ? [{ literal, words: wordsOf(literal.value) }] : [],
    ),
  ]
  const given = new Set([...reading.given].flatMap(wordsOf).filter((word) => word.length >= TELLING))
  const slots = apart
    .filter(({ literal, span }) => {
      const words = wordsOf(span.value)
      if (span.kind === 'text' && words.some((word) => given.has(word))) return false
      return !said.some((other) => other.literal !== literal && holdsWords(other.words, words))
    })
    .toSorted((a, b) => a.span.start - b.span.start)
  const certain = uncertainLeftOut(slots, reading.literals)
  // What is no slot after all may be what another one is reckoned from.
  return uncertainLeftOut(certain, reading.literals)
}

const uncertainLeftOut = (slots: readonly Slot[], literals: readonly Literal[]): readonly Slot[] => {
  const own = new Set(slots.map(({ literal }) => literal))
  const others = literals.filter((literal) => !own.has(literal))
  return slots.filter(({ literal }) => !mayBeReckoned(literal, others))
}

/** Letters of a word of a value that the query may have made a name of: `AS acme_total`. */
const TELLING = 3

/** Of which kind a constant is; undefined where it can be no value of a question. */
const kindOf = (literal: Literal): SlotKind | undefined => {
  if (literal.kind === 'number') return literal.role === 'form' ? undefined : 'number'
  if (dayOf(literal) !== undefined) return 'date'
  return literal.compared === 'equal' && literal.column !== undefined ? 'text' : undefined
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
const mayBeReckoned = (literal: Literal, others: readonly Literal[]): boolean => {
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

/** `W02` holds 2. */
const holdsNumber = (text: string, number: number): boolean =>
  (text.match(/\d+/g) ?? []).some((digits) => Number(digits) === number)

const isNear = (other: number, { value }: Literal): boolean => {
  const own = Number(value)
  if (Math.abs(other - own) <= 1) return true
  const isMultiple = own > 1 && other % own === 0 && !Number.isInteger(Math.log10(Math.abs(other)))
  return other !== 0 && (other === -own || isMultiple || other * 2 === own)
}

/** What is left of a text beside its values. */
const besides = (text: string, spans: readonly Span[]): readonly string[] => {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of spans) {
    parts.push(text.slice(at, start))
    at = end
  }
  return [...parts, text.slice(at)]
}

/** What questions have in common whose values are others. */
const keyOf = ({ lower }: QuestionReading, spans: readonly Span[]): string =>
  withoutClosing(
    besides(lower, spans)
      .map((part, at) => part + (spans[at] === undefined ? '' : PLACES[spans[at].kind]))
      .join(''),
  )

/** In small letters there are no others. */
export const PLACES: Readonly<Record<SlotKind, string>> = { number: 'NUMBER', date: 'DATE', text: 'TEXT' }
