import type { DatabaseView, Knowledge } from '../../domain/ask/knowledge.ts'
import type { Unit } from './calendar.ts'
import type { Budget } from './column-index.ts'
import { LEXICON_WORDS_MAX, type Link, lexiconOf } from './lexicon.ts'
import { smallNumber, unitOf, type When } from './period.ts'
import { correctSpelling } from './spelling.ts'
import { type Bucket, otherDates, type TimeMention, timeAt, type Window } from './time.ts'
import { normalWords, type Token, tokenise } from './tokenise.ts'
import { type ValueHit, ValueIndex } from './value-index.ts'
import { CUE_WORDS_MAX, CUES, type Cue, DEMONYMS, SOFT_WORDS, STOP_WORDS } from './vocabulary.ts'

/** One meaningful stretch of the question. A stretch may be a cue and a link at once ("total"). */
export interface Item {
  readonly kind: 'cue' | 'link' | 'window' | 'bucket' | 'number' | 'word'
  readonly text: string
  readonly lower: string
  readonly cue: Cue | null
  readonly links: readonly Link[]
  readonly window: Window | null
  readonly unit: Unit | null
  readonly bucket: Bucket | null
  readonly number: number | null
  /** True for a word that may stay unexplained. */
  readonly soft: boolean
  readonly capital: boolean
}

export interface Linked {
  readonly items: readonly Item[]
  /** `"revnue" read as "revenue"`. */
  readonly corrections: readonly string[]
}

/** Where words are looked up for one question. */
interface Words {
  readonly view: DatabaseView
  readonly values: ValueIndex
  /** Phrases of very many meanings that may still be looked at: a question has one or two. */
  readonly vague: Budget
}

const VAGUE_LINKS = 50
const VAGUE_MAX = 12

interface Span {
  readonly start: number
  readonly length: number
  readonly score: number
  readonly item: Item
}

const VALUE_WORDS_MAX = 8

const item = (tokens: readonly Token[], kind: Item['kind'], extra: Partial<Item>): Item => ({
  kind,
  text: tokens.map((token) => token.text).join(' '),
  lower: tokens.map((token) => token.lower).join(' '),
  cue: null,
  links: [],
  window: null,
  unit: null,
  bucket: null,
  number: null,
  soft: false,
  capital: tokens.some((token) => token.capital),
  ...extra,
})

const timeSpan = (tokens: readonly Token[], start: number, found: TimeMention): Span => {
  const slice = tokens.slice(start, start + found.length)
  const made =
    found.kind === 'window'
      ? item(slice, 'window', { window: found.window, unit: found.unit })
      : item(slice, 'bucket', { bucket: found.bucket })
  return { start, length: found.length, score: 3 * found.length, item: made }
}

const valueLink = (hit: ValueHit, weight: number): Link => ({
  kind: 'value',
  table: hit.table,
  column: { table: hit.table, column: hit.column },
  value: hit.value,
  weight: hit.weight * weight,
})

/** Values named by these tokens. A lower-case word on its own is a weak sign: it may be any English word. */
const valueLinks = (values: ValueIndex, tokens: readonly Token[], atStart: boolean): Link[] => {
  const words = tokens.flatMap((token) => normalWords(token.text))
  const [first = ''] = words
  if (words.length === 0 || !endsInWords(tokens)) return []
  const quoted = tokens.length === 1 && tokens[0]?.quoted === true
  const named = tokens.every((token) => token.capital || token.quoted || token.number !== undefined) && !atStart
  if (words.length === 1 && STOP_WORDS.has(first) && !quoted) return []
  if (words.length === 1 && /^\d+$/.test(first)) return []
  const weight = quoted || named || words.length > 1 ? 1.02 : 0.92
  const hits = values.lookup(words)
  if (hits.length > 0) return hits.map((hit) => valueLink(hit, weight))
  const place = words.length === 1 ? DEMONYMS.get(first) : undefined
  if (place !== undefined) return values.lookup(place.split(' ')).map((hit) => valueLink(hit, 0.95))
  return []
}

const endsInWords = (tokens: readonly Token[]): boolean =>
  [tokens[0], tokens.at(-1)].every((token) => token !== undefined && normalWords(token.text).length > 0)

const followsNumber = (tokens: readonly Token[], start: number): boolean =>
  [1, 2].some((back) => smallNumber(tokens[start - back]) !== undefined)

const cueSpan = (tokens: readonly Token[], start: number, length: number): Cue | undefined => {
  const slice = tokens.slice(start, start + length)
  const cue = slice.some((token) => token.quoted) ? undefined : CUES.get(slice.map((token) => token.lower).join(' '))
  // "500 and above", but "overdue and above 500".
  return cue?.cue === 'compare-after' && !followsNumber(tokens, start) ? undefined : cue
}

const spansAt = ({ view, values, vague }: Words, tokens: readonly Token[], start: number): Span[] => {
  const lexicon = lexiconOf(view)
  const spans: Span[] = []
  for (let length = 1; length <= Math.min(VALUE_WORDS_MAX, tokens.length - start); length++) {
    const slice = tokens.slice(start, start + length)
    const cue = length <= CUE_WORDS_MAX ? cueSpan(tokens, start, length) : undefined
    const plain = !slice.some((token) => token.quoted)
    const found = plain && length <= LEXICON_WORDS_MAX ? lexicon.lookup(slice.map((token) => token.lower)) : []
    const schema = found.length > VAGUE_LINKS && vague.left-- <= 0 ? [] : found
    const literal = !isSoft(slice) || length > 1 || lexicon.words.has(slice[0]?.lower ?? '')
    const known = literal && !isSplitByMost(view, tokens, start, length) ? schema : []
    const links = [...known, ...valueLinks(values, slice, start === 0)]
    const best = Math.max(0, ...links.map((link) => link.weight))
    const linkScore = best * length * 2.2 + 0.3 * (length - 1)
    const cueScore = cue === undefined ? 0 : cueWeight(slice)
    if (links.length === 0 && cue === undefined) continue
    const kind =
      cue !== undefined && (cueScore >= linkScore || (length === 1 && !schema.some((link) => link.kind === 'measure')))
        ? 'cue'
        : 'link'
    spans.push({
      start,
      length,
      score: Math.max(linkScore, cueScore),
      item: item(slice, kind, { cue: cue ?? null, links, soft: isSoft(slice) }),
    })
  }
  return spans
}

/** After "most", a participle and its noun are two things: "the most returned products". */
const isSplitByMost = (view: DatabaseView, tokens: readonly Token[], start: number, length: number): boolean => {
  if (length < 2 || !['most', 'least'].includes(tokens[start - 1]?.lower ?? '')) return false
  const last = tokens[start + length - 1]
  return (
    last !== undefined &&
    lexiconOf(view)
      .lookup([last.lower])
      .some((link) => link.kind === 'table' && link.weight >= 0.9)
  )
}

const ARTICLES = new Set(['the', 'a', 'an', 'of', 'me', 'is', 'are', 'was', 'were', 'do', 'did', 'does'])

/** Articles make a cue longer, but not more certain. */
const cueWeight = (tokens: readonly Token[]): number => {
  const words = Math.max(1, tokens.filter((token) => !ARTICLES.has(token.lower)).length)
  return 2 * words + 0.35 * (words - 1) + 0.02 * tokens.length
}

const isSoft = (tokens: readonly Token[]): boolean =>
  tokens.every((token) => !token.quoted && (STOP_WORDS.has(token.lower) || SOFT_WORDS.has(token.lower)))

const numberSpan = (tokens: readonly Token[], start: number): Span | undefined => {
  const token = tokens[start]
  const number = smallNumber(token)
  if (token === undefined || number === undefined || (token.lower === 'one' && tokens[start - 1]?.lower === 'the'))
    return undefined
  return { start, length: 1, score: 2.1, item: item([token], 'number', { number }) }
}

/** "month" on its own: a stretch of time that "which" or "busiest" may ask about. */
const bareUnit = (tokens: readonly Token[], start: number): Span | undefined => {
  const token = tokens[start]
  const bucket = token?.lower.startsWith('weekday') === true ? 'weekday' : unitOf(token)
  if (token === undefined || bucket === undefined) return undefined
  const ofWeek =
    bucket === 'day' && tokens[start + 1]?.lower === 'of'
      ? tokens.findIndex((one, k) => k > start + 1 && k < start + 4 && one.lower === 'week')
      : -1
  const length = ofWeek < 0 ? 1 : ofWeek + 1 - start
  const slice = tokens.slice(start, start + length)
  return {
    start,
    length,
    score: 0.5 + length,
    item: item(slice, 'bucket', { bucket: ofWeek < 0 ? bucket : 'weekday', soft: true }),
  }
}

/** The best cover of the question by spans that do not overlap. */
const cover = (tokens: readonly Token[], spans: readonly Span[]): Item[] => {
  const ending = Map.groupBy(spans, ({ start, length }) => start + length)
  const best: { score: number; span: Span | null }[] = Array.from({ length: tokens.length + 1 }, () => ({
    score: 0,
    span: null,
  }))
  for (let end = 1; end <= tokens.length; end++) {
    const token = tokens[end - 1]
    const penalty = token !== undefined && isSoft([token]) ? 0 : -1
    let winner: { score: number; span: Span | null } = { score: (best[end - 1]?.score ?? 0) + penalty, span: null }
    for (const span of ending.get(end) ?? []) {
      const score = (best[span.start]?.score ?? 0) + span.score
      if (score > winner.score) winner = { score, span }
    }
    best[end] = winner
  }
  const items: Item[] = []
  for (let end = tokens.length; end > 0; ) {
    const span = best[end]?.span ?? null
    const token = tokens[end - 1]
    if (span !== null) items.unshift(span.item)
    else if (token !== undefined) items.unshift(item([token], 'word', { soft: isSoft([token]) }))
    end = span === null ? end - 1 : span.start
  }
  return items
}

/** A capitalised or quoted stretch that no value equals may be part of one, or one misspelt. */
const guessValue = (values: ValueIndex, tokens: readonly Token[], start: number): Span | undefined => {
  for (let length = Math.min(4, tokens.length - start); length > 0; length--) {
    const slice = tokens.slice(start, start + length)
    if (!slice.every((token) => token.capital || token.quoted)) continue
    const words = slice.flatMap((token) => normalWords(token.text))
    if (isSoft(slice) || words.join('').length < 3) continue
    const parts = values.containing(words)
    const hits = parts.length > 0 ? parts : values.similar(words.join(' '))
    if (hits.length === 0) continue
    const links = hits.map((hit) => valueLink(hit, 1))
    return { start, length, score: 1.4 * length, item: item(slice, 'link', { links }) }
  }
  return undefined
}

/** Cuts the question into items, each with everything it may stand for. */
export const linkQuestion = (knowledge: Knowledge, question: string, when: When): Linked => {
  const { view } = knowledge
  const values = new ValueIndex(knowledge.values)
  const { tokens, corrections } = correctSpelling(view, values, tokenise(question))
  const dates = otherDates(question, tokens, when)
  const words: Words = { view, values, vague: { left: VAGUE_MAX } }
  const spans: Span[] = []
  for (let start = 0; start < tokens.length; start++) {
    const time = timeAt(tokens, start, when) ?? dates.get(start)
    if (time !== undefined) spans.push(timeSpan(tokens, start, time))
    spans.push(...spansAt(words, tokens, start))
    const number = numberSpan(tokens, start)
    if (number !== undefined) spans.push(number)
    const guess = guessValue(values, tokens, start)
    if (guess !== undefined) spans.push(guess)
    const unit = bareUnit(tokens, start)
    if (unit !== undefined) spans.push(unit)
  }
  return { items: cover(tokens, spans), corrections }
}
