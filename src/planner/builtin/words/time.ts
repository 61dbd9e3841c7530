import type { Token } from '../../../knowledge/words/index.ts'
import { addMonths, addUnits, type Day, startOf, type Unit, yearOf } from './calendar.ts'
import { countOf, type Period, type PeriodContext, periodAt, textAt, unitOf, wordsIn } from './period.ts'

/** A half-open range of days; an open end is null. */
export interface Window {
  readonly from: Day | null
  readonly to: Day | null
}

export type Bucket = Unit | 'weekday'

/** The meaning of a time expression. */
export type TimeMention =
  | { readonly kind: 'window'; readonly length: number; readonly window: Window }
  | { readonly kind: 'bucket'; readonly length: number; readonly bucket: Bucket }

const mention = (length: number, from: Day | null, to: Day | null): TimeMention => ({
  kind: 'window',
  length,
  window: { from, to },
})

/** Both ends of "from A to B": a year named once applies to both, and A never comes after B. */
const joinEnds = (a: Period, b: Period): { from: Day; to: Day } => {
  let from = a.from
  if (!a.dated && b.dated) from = addMonths(from, 12 * (yearOf(b.from) - yearOf(from)))
  if (from >= b.to) from = addMonths(from, -12)
  let to = b.to
  // "between March 2024 and June": the second month follows the first.
  if (a.dated && !b.dated) {
    to = addMonths(b.to, 12 * (yearOf(a.from) - yearOf(b.from)))
    from = a.from
    if (to <= from) to = addMonths(to, 12)
  }
  return { from, to }
}

/** `between A and B`, `from A to B`, and `A to B`. */
const spanAt = (tokens: readonly Token[], start: number, when: PeriodContext): TimeMention | undefined => {
  const opener = /^(between|from) /.exec(textAt(tokens, start))?.[1]
  const first = periodAt(tokens, opener === undefined ? start : start + 1, when)
  if (first === undefined) return undefined
  const middle = start + (opener === undefined ? 0 : 1) + first.length
  const joint = opener === 'between' ? /^(and|to)$/ : /^(to|until|till|through)$/
  const second = joint.test(tokens[middle]?.lower ?? '') ? periodAt(tokens, middle + 1, when) : undefined
  if (second === undefined) return undefined
  const { from, to } = joinEnds(first, second)
  return mention(middle + 1 + second.length - start, from, to)
}

const OPEN: readonly (readonly [lead: RegExp, window: (period: Period) => Window])[] = [
  [/^(since|as of|starting( in| from)?|beginning)(?= )/, ({ from }) => ({ from, to: null })],
  [/^(after|later than)(?= )/, ({ to }) => ({ from: to, to: null })],
  [/^(before|earlier than|prior to)(?= )/, ({ from }) => ({ from: null, to: from })],
  [/^(until|till|up to|through|by (the )?end of)(?= )/, ({ to }) => ({ from: null, to })],
]

/** "the year" in "since the start of the year". */
const currentUnit = (token: Token | undefined, { today }: PeriodContext): Period | undefined => {
  const unit = unitOf(token)
  if (unit === undefined || token?.lower !== unit) return undefined
  const from = startOf(unit, today)
  return { length: 1, unit, from, to: addUnits(unit, from, 1), dated: true }
}

/** `since March`, `before the start of 2025`. */
const openAt = (tokens: readonly Token[], start: number, when: PeriodContext): TimeMention | undefined => {
  const text = textAt(tokens, start)
  for (const [lead, open] of OPEN) {
    const written = lead.exec(text)?.[0]
    if (written === undefined) continue
    const begin = start + wordsIn(written)
    let at = begin
    while (/^(the|start|beginning|end|of)$/.test(tokens[at]?.lower ?? '') && periodAt(tokens, at, when) === undefined)
      at++
    const found = periodAt(tokens, at, when) ?? (at > begin ? currentUnit(tokens[at], when) : undefined)
    if (found === undefined) return undefined
    const { from, to } = open(found)
    return mention(at + found.length - start, from, to)
  }
  return undefined
}

/** `more than 30 days ago`, `over a year ago`, `older than 2 weeks`. */
const olderAt = (tokens: readonly Token[], start: number, { today }: PeriodContext): TimeMention | undefined => {
  const [written, lead, word, , ago] =
    /^(over|more than|older than) (\S+) (day|week|month|quarter|year)s?( ago| old)?(?= |$)/.exec(
      textAt(tokens, start),
    ) ?? []
  const [count, unit] = [countOf(word), unitOf(tokens[start + wordsIn(`${lead} ${word}`)])]
  if (written === undefined || count === undefined || unit === undefined) return undefined
  if (ago === undefined && lead !== 'older than') return undefined
  return mention(wordsIn(written), null, addUnits(unit, today, -count))
}

const plainAt = (tokens: readonly Token[], start: number, when: PeriodContext): TimeMention | undefined => {
  const [lead] = /^(in|during|on|for|of|at|within|over|throughout|from|across) /.exec(textAt(tokens, start)) ?? []
  const skip = lead === undefined ? 0 : 1
  const found = periodAt(tokens, start + skip, when)
  if (found === undefined) return undefined
  const length = skip + found.length
  const isOpen = lead === 'from ' && /^onwards?$/.test(tokens[start + length]?.lower ?? '')
  return isOpen ? mention(length + 1, found.from, null) : mention(length, found.from, found.to)
}

const BUCKETS: readonly RegExp[] = [
  /^(dai|week|month|quarter|year)ly(?= |$)/,
  /^(day|week|month|quarter|year)s? by \1(?= |$)/,
  /^(?:(?:for|in|on) (?:each|every)|per|by|each|every) (?:calendar |single )?(weekdays?|day of (?:the )?week|day|week|month|quarter|year)(?= |$)/,
]

/** `per month`, `by week`, `for each quarter`, `monthly`, `over time`, `month by month`. */
const bucketAt = (tokens: readonly Token[], start: number): TimeMention | undefined => {
  const text = textAt(tokens, start)
  if (/^over time(?= |$)/.test(text)) return { kind: 'bucket', length: 2, bucket: 'month' }
  if (/^annual(ly)?(?= |$)/.test(text)) return { kind: 'bucket', length: 1, bucket: 'year' }
  for (const pattern of BUCKETS) {
    const [written, word = ''] = pattern.exec(text) ?? []
    if (written === undefined) continue
    const unit = (['week', 'month', 'quarter', 'year'] as const).find((one) => one === word)
    const bucket = unit ?? (/week/.test(word) ? 'weekday' : 'day')
    return { kind: 'bucket', length: wordsIn(written), bucket }
  }
  return undefined
}

/** The longest time expression that begins at `start`, if any. */
export const timeAt = (tokens: readonly Token[], start: number, when: PeriodContext): TimeMention | undefined =>
  spanAt(tokens, start, when) ??
  openAt(tokens, start, when) ??
  olderAt(tokens, start, when) ??
  plainAt(tokens, start, when) ??
  bucketAt(tokens, start)
