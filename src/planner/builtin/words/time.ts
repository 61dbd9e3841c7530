import type { Token } from '../../../words/index.ts'
import { addDays, addMonths, addUnits, type Day, startOf, type Unit, yearOf } from './calendar.ts'
import { type Period, periodAt, smallNumber, unitOf, type When } from './period.ts'

/** A half-open stretch of days; an open end is null. */
export interface Window {
  readonly from: Day | null
  readonly to: Day | null
}

export type Bucket = Unit | 'weekday'

/** What time words at some place of a question mean. */
export type TimeMention =
  | { readonly kind: 'window'; readonly length: number; readonly window: Window; readonly unit: Unit }
  | { readonly kind: 'bucket'; readonly length: number; readonly bucket: Bucket }

const lowerAt = (tokens: readonly Token[], i: number): string => {
  const token = tokens[i]
  return token === undefined || token.quoted ? '' : token.lower
}

const mention = (length: number, from: Day | null, to: Day | null, unit: Unit): TimeMention => ({
  kind: 'window',
  length,
  window: { from, to },
  unit,
})

/** Both ends of "from A to B": a year said once counts for both, and A never comes after B. */
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

const TO_WORDS = ['to', 'until', 'till', 'through', 'and', '-']

/** `between A and B`, `from A to B`, and `A to B`. */
const spanAt = (tokens: readonly Token[], i: number, when: When): TimeMention | undefined => {
  const opener = lowerAt(tokens, i)
  const start = opener === 'between' || opener === 'from' ? i + 1 : i
  const first = periodAt(tokens, start, when)
  if (first === undefined) return undefined
  const middle = start + first.length
  const joiner = lowerAt(tokens, middle)
  const allowed =
    opener === 'between'
      ? ['and', 'to']
      : opener === 'from'
        ? TO_WORDS.filter((w) => w !== 'and')
        : ['to', 'until', 'till', 'through']
  if (!allowed.includes(joiner)) return undefined
  const second = periodAt(tokens, middle + 1, when)
  if (second === undefined) return undefined
  const { from, to } = joinEnds(first, second)
  return mention(middle + 1 + second.length - i, from, to, second.unit)
}

const OPEN: ReadonlyMap<string, (p: Period) => Window> = new Map<string, (p: Period) => Window>([
  ['since', (p) => ({ from: p.from, to: null })],
  ['after', (p) => ({ from: p.to, to: null })],
  ['before', (p) => ({ from: null, to: p.from })],
  ['until', (p) => ({ from: null, to: p.to })],
  ['till', (p) => ({ from: null, to: p.to })],
  ['through', (p) => ({ from: null, to: p.to })],
])

const LEADS: readonly (readonly [readonly string[], string])[] = [
  [['since'], 'since'],
  [['after'], 'after'],
  [['later', 'than'], 'after'],
  [['before'], 'before'],
  [['earlier', 'than'], 'before'],
  [['prior', 'to'], 'before'],
  [['until'], 'until'],
  [['till'], 'until'],
  [['up', 'to'], 'until'],
  [['through'], 'until'],
  [['by', 'the', 'end', 'of'], 'until'],
  [['by', 'end', 'of'], 'until'],
  [['as', 'of'], 'since'],
  [['starting'], 'since'],
  [['starting', 'in'], 'since'],
  [['starting', 'from'], 'since'],
  [['beginning'], 'since'],
]

const FILLERS = ['the', 'start', 'beginning', 'of', 'end']

/** "the year" in "since the start of the year". */
const currentUnit = (tokens: readonly Token[], at: number, when: When): Period | undefined => {
  const unit = unitOf(tokens[at])
  if (unit === undefined || tokens[at]?.lower.endsWith('s') === true) return undefined
  const from = startOf(unit, when.today)
  return { length: 1, unit, from, to: addUnits(unit, from, 1), dated: true }
}

const openAt = (tokens: readonly Token[], i: number, when: When): TimeMention | undefined => {
  for (const [words, sense] of LEADS) {
    if (!words.every((word, k) => lowerAt(tokens, i + k) === word)) continue
    let at = i + words.length
    const end = at + FILLERS.length
    while (at < end && FILLERS.includes(lowerAt(tokens, at)) && periodAt(tokens, at, when) === undefined) at++
    const found = periodAt(tokens, at, when) ?? (at > i + words.length ? currentUnit(tokens, at, when) : undefined)
    const open = OPEN.get(sense)
    if (found === undefined || open === undefined) continue
    const window = open(found)
    return mention(at + found.length - i, window.from, window.to, found.unit)
  }
  return undefined
}

/** `more than 30 days ago`, `over a year ago`, `in less than 3 days` is left to others. */
const olderAt = (tokens: readonly Token[], i: number, when: When): TimeMention | undefined => {
  const more =
    lowerAt(tokens, i) === 'over' ? 1 : lowerAt(tokens, i) === 'more' && lowerAt(tokens, i + 1) === 'than' ? 2 : 0
  const older = lowerAt(tokens, i) === 'older' && lowerAt(tokens, i + 1) === 'than' ? 2 : 0
  if (more + older === 0) return undefined
  const at = i + more + older
  const count = lowerAt(tokens, at) === 'a' ? 1 : smallNumber(tokens[at])
  const unit = unitOf(tokens[at + 1])
  if (count === undefined || unit === undefined) return undefined
  const ago = lowerAt(tokens, at + 2) === 'ago' || lowerAt(tokens, at + 2) === 'old'
  if (more > 0 && !ago) return undefined
  const shifted =
    unit === 'day'
      ? addDays(when.today, -count)
      : unit === 'week'
        ? addDays(when.today, -7 * count)
        : addMonths(when.today, -count * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12))
  return mention(at + 2 + (ago ? 1 : 0) - i, null, shifted, unit)
}

const PREPOSITIONS = ['in', 'during', 'on', 'for', 'of', 'at', 'within', 'over', 'throughout', 'from', 'across']

const plainAt = (tokens: readonly Token[], i: number, when: When): TimeMention | undefined => {
  const skip = PREPOSITIONS.includes(lowerAt(tokens, i)) ? 1 : 0
  const found = periodAt(tokens, i + skip, when)
  if (found === undefined) return undefined
  const end = i + skip + found.length
  const onwards = ['onward', 'onwards', 'on'].includes(lowerAt(tokens, end)) && lowerAt(tokens, i) === 'from'
  if (onwards) return mention(end + 1 - i, found.from, null, found.unit)
  return mention(end - i, found.from, found.to, found.unit)
}

const ADVERBS: ReadonlyMap<string, Bucket> = new Map([
  ['daily', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['quarterly', 'quarter'],
  ['yearly', 'year'],
  ['annual', 'year'],
  ['annually', 'year'],
])

const BUCKET_LEADS = ['per', 'by', 'each', 'every', 'a']

const bucketUnit = (tokens: readonly Token[], i: number): { bucket: Bucket; length: number } | undefined => {
  const word = lowerAt(tokens, i)
  if (word === 'weekday' || word === 'weekdays') return { bucket: 'weekday', length: 1 }
  if (word === 'day' && lowerAt(tokens, i + 1) === 'of') {
    const the = lowerAt(tokens, i + 2) === 'the' ? 1 : 0
    if (lowerAt(tokens, i + 2 + the) === 'week') return { bucket: 'weekday', length: 3 + the }
  }
  if (word === 'calendar' || word === 'single') return bucketUnit(tokens, i + 1)
  const unit = unitOf(tokens[i])
  return unit === undefined || word.endsWith('s') ? undefined : { bucket: unit, length: 1 }
}

/** `per month`, `by week`, `for each quarter`, `monthly`, `over time`, `month by month`. */
const bucketAt = (tokens: readonly Token[], i: number): TimeMention | undefined => {
  const word = lowerAt(tokens, i)
  const adverb = ADVERBS.get(word)
  if (adverb !== undefined) return { kind: 'bucket', length: 1, bucket: adverb }
  if (word === 'over' && lowerAt(tokens, i + 1) === 'time') return { kind: 'bucket', length: 2, bucket: 'month' }
  const unit = unitOf(tokens[i])
  if (unit !== undefined && lowerAt(tokens, i + 1) === 'by' && lowerAt(tokens, i + 2) === word) {
    return { kind: 'bucket', length: 3, bucket: unit }
  }
  let at = i
  if (['for', 'in', 'on'].includes(word) && ['each', 'every'].includes(lowerAt(tokens, i + 1))) at = i + 1
  if (!BUCKET_LEADS.includes(lowerAt(tokens, at))) return undefined
  if (lowerAt(tokens, at) === 'a' && lowerAt(tokens, at - 1) !== 'times') return undefined
  const found = bucketUnit(tokens, at + 1)
  if (found === undefined) return undefined
  return { kind: 'bucket', length: at + 1 + found.length - i, bucket: found.bucket }
}

/** What the words from `i` on say about time, if anything; the longest reading wins. */
export const timeAt = (tokens: readonly Token[], i: number, when: When): TimeMention | undefined =>
  spanAt(tokens, i, when) ??
  openAt(tokens, i, when) ??
  olderAt(tokens, i, when) ??
  plainAt(tokens, i, when) ??
  bucketAt(tokens, i)
