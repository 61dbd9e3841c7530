import { type Bucket, unitOf } from '../../words/index.ts'
import type { ColumnOption } from '../links/index.ts'
import type { StatedWindow } from './part.ts'
import { isDoing, RELATING, type Sentence, wordAt } from './phrases.ts'
import type { FoundPhrase, State } from './state.ts'

/** Words between periods, and whether they compare these. */
const JOINTS: ReadonlyMap<string, boolean> = new Map([
  ['or', false],
  ['and', true],
  [',', true],
  ['vs', true],
  ['versus', true],
  ['than', true],
  ['against', true],
  ['with', true],
  ['to', true],
])

const textOf = ({ tokens }: Sentence, from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

interface Times {
  readonly windows: readonly StatedWindow[]
  readonly end: number
  readonly apart: boolean
}

/** "in 2014", "2014 or 2015", "2014 or after", "this month vs last month". */
const timesAt = (sentence: Sentence, at: number): Times | undefined => {
  const found = sentence.times[at]
  if (found?.kind !== 'window') return undefined
  let end = at + found.length
  const windows: StatedWindow[] = [{ ...found.window, text: textOf(sentence, at, end) }]
  let apart = false
  for (let tries = 0; tries < 6; tries++) {
    let next = end
    const isJoint = JOINTS.has(wordAt(sentence, next))
    if (isJoint) next++
    const more = next > end ? sentence.times[next] : undefined
    if (more?.kind !== 'window') break
    apart ||= JOINTS.get(wordAt(sentence, next - 1)) === true
    windows.push({ ...more.window, text: textOf(sentence, next, next + more.length) })
    end = next + more.length
  }
  if (!/^or (after|later)$/.test(`${wordAt(sentence, end)} ${wordAt(sentence, end + 1)}`))
    return { windows, end, apart }
  const { from, text } = windows[0] ?? { from: null, text: '' }
  return { windows: [{ from, to: null, text }], end: end + 2, apart: false }
}

const timed = (sentence: Sentence, { at, both }: State): FoundPhrase[] => {
  const found = sentence.times[at]
  if (found?.kind === 'bucket')
    return [{ body: { kind: 'bucket', bucket: found.bucket }, end: at + found.length, weight: found.length }]
  const times = timesAt(sentence, at)
  if (times === undefined) return []
  const { windows, end, apart } = times
  return [{ body: { kind: 'time', windows, column: null, both, apart }, end, weight: end - at }]
}

interface Done {
  readonly options: readonly ColumnOption[]
  readonly end: number
  readonly weight: number
}

/** A past verb with a date column: "signed up". */
const doneAt = (sentence: Sentence, at: number): readonly Done[] =>
  (sentence.mentions[at] ?? []).flatMap(({ meaning, length }): Done[] =>
    meaning.kind === 'date' ? [{ options: meaning.options, end: at + length, weight: meaning.weight * length }] : [],
  )

const BEFORE_TIME = /^(in|on|at|is|are|was|were|the|be|,|it|already|again|there|here|us|any|a|an)$/

/** "Signed up this year", "due next week": the date column right before a time. */
const doneThen = (sentence: Sentence, { at, both }: State): FoundPhrase[] =>
  doneAt(sentence, at).flatMap(({ options, end: from, weight }): FoundPhrase[] => {
    let next = from
    while (next < from + 2 && sentence.times[next]?.kind !== 'window' && BEFORE_TIME.test(wordAt(sentence, next)))
      next++
    const times = timesAt(sentence, next)
    if (times === undefined) return []
    const { windows, end, apart } = times
    return [{ body: { kind: 'time', windows, column: options, both, apart }, end, weight: weight + end - from }]
  })

/** "Who placed an order": a verb that does not ask for a date. */
const done = (sentence: Sentence, { at, parts, clause }: State): FoundPhrase[] => {
  if (parts.every(({ kind }) => kind === 'mark') && clause === 0) return relatedAt(sentence, at)
  const verbs = doneAt(sentence, at).filter(({ weight, end }) => isDoing(sentence, at, weight / (end - at)))
  return [
    ...verbs.map(({ options, end, weight }): FoundPhrase => ({ body: { kind: 'done', options }, end, weight })),
    ...relatedAt(sentence, at),
  ]
}

/** "Assigned to", "live in": relates what follows to what precedes. */
const relatedAt = (sentence: Sentence, at: number): FoundPhrase[] =>
  (sentence.mentions[at] ?? []).flatMap(({ meaning, length }): FoundPhrase[] =>
    meaning.kind === 'column' && length > 1 && RELATING.test(wordAt(sentence, at + length - 1))
      ? [{ body: { kind: 'done', options: meaning.options }, end: at + length, weight: meaning.weight * length }]
      : [],
  )

/** "In which month", "by channel and month": a group, as in "per month". */
const asked = (sentence: Sentence, { at, parts }: State): FoundPhrase[] => {
  const last = parts.at(-1)
  const isSplit = last?.kind === 'bucket' || (last?.kind === 'noun' && (last.lead === 'by' || last.lead === 'each'))
  const isMore = isSplit && /^(and|,)$/.test(wordAt(sentence, at - 1))
  const start = /^(in|on|during|for|at|from)$/.test(wordAt(sentence, at)) ? at + 1 : at
  const from = isMore ? at : /^(which|what)$/.test(wordAt(sentence, start)) ? start + 1 : undefined
  const bucket = from === undefined ? undefined : bucketAt(sentence, from)
  if (from === undefined || bucket === undefined) return []
  return [{ body: { kind: 'bucket', bucket }, end: from + 1, weight: from + 1 - at }]
}

const bucketAt = (sentence: Sentence, at: number): Bucket | undefined =>
  /^weekdays?$/.test(wordAt(sentence, at)) ? 'weekday' : unitOf(sentence.tokens[at])

export const timeRules = [timed, doneThen, done, asked] as const
