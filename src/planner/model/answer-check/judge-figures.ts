import type { Reading } from '../numerals.ts'
import type { Measure, ResultFacts } from './result-facts.ts'
import type { Clause, Figure, Mention } from './sentence-parts.ts'

/** The rows and columns that a clause refers to: its own, or those of earlier clauses. */
export interface Context {
  readonly facts: ResultFacts
  readonly clause: Clause
  readonly text: string
  readonly mentions: readonly Mention[]
  /** From earlier clauses of the sentence. */
  readonly carried: readonly Mention[]
  readonly measures: readonly Measure[]
  /** Measures named in the question, else all: the default for "more" or "less". */
  readonly asked: readonly Measure[]
  /** Of the whole sentence, in order. */
  readonly allMentions: readonly Mention[]
  /** Values in digits in the sentence, in order. */
  readonly allFigures: readonly (number | undefined)[]
  /** Whether a word occurs in the question or the rows. */
  stands(word: string): boolean
  /** Whether a negation or change is stated so in the question or the query. */
  isGiven(text: string): boolean
}

/** A possible value of a figure, with its columns and rows. */
interface Candidate {
  readonly value: number
  readonly measure?: Measure
  readonly scale: 'plain' | 'share' | 'ratio' | 'change'
}

const TOTAL =
  /(?<!\p{L})(?:total|totals|totall?ed|together|combined|sum|sums|overall|altogether|across|all|both|cumulative|of the|zusammen|insgesamt|gesamt\p{L}*|summe|summier\p{L}*|alle[rnsm]?|addier\p{L}*|quarter|q[1-4]|quartal|half|from|von|top|first|last|letzten|ersten)\b/u
const AVERAGE =
  /\b(?:average|averaged|averages|mean|per|each|a month|a day|a week|monthly|typical\p{L}*|durchschnitt\p{L}*|schnitt|mittel|mittelwert|je|pro)\b/u
const MEDIAN = /\bmedian/u
const DIFFERENCE =
  /(?<!\p{L})(?:more|less|fewer|higher|lower|above|below|ahead|behind|longer|shorter|difference|differ\p{L}*|gap|lead|leads|by|up|down|exceed\p{L}*|rose|fell|increase\p{L}*|decrease\p{L}*|rise|drop\p{L}*|grew|growth|gain\p{L}*|plus|minus|um|mehr|weniger|höher|niedriger|vor|hinter|bleib\p{L}*|verbleib\p{L}*|übrig|unterschied|differenz|abstand|vorsprung|anstieg|rückgang|zuwachs|net|remain\p{L}*|left|leaves|unused|available|bleib\p{L}*|verbleib\p{L}*|übrig)\b/u

/** Whether a value may be written so. */
export const fits = (figure: Pick<Figure, 'bound' | 'isWord' | 'scale'>, reading: Reading, value: number): boolean => {
  if (reading.onlyThousandths === true && figure.bound !== undefined && figure.bound !== 'about') return false
  const stated = reading.value
  const slack = reading.step / 2 + Math.abs(stated) * 1e-9
  const isRatio = figure.scale === 'multiple' || (figure.scale === 'ratio' && figure.isWord)
  const near = isRatio ? 0.035 * stated : slack
  const size = Math.abs(value)
  switch (figure.bound) {
    case 'above':
      return size > stated - 1e-9 * stated && (!isRatio || size < stated * 1.35)
    case 'least':
      return size >= stated - slack * 1e-6
    case 'below':
      return size < stated && (!isRatio || size > stated * 0.65)
    case 'most':
      return size <= stated
    case 'nearly':
      return size <= stated + slack && size >= stated * (isRatio ? 0.85 : 0.9)
    case 'about':
      return Math.abs(size - stated) <= (isRatio ? 0.1 * stated : Math.max(slack, 0.005 * stated))
    default:
      return Math.abs(size - stated) <= near
  }
}

/** Whether a figure is a cell, or can be computed from the cells that the clause refers to. */
export const isBackedFigure = (figure: Figure, context: Context): boolean => {
  const readings = figure.readings.filter(
    ({ isWord, needs }) => isWord !== true && (needs === undefined || context.stands(needs)),
  )
  if (readings.length === 0) return false
  for (const { value: found, scale, measure } of candidatesOf(figure, context)) {
    const isScaled = scale !== 'plain'
    if ((figure.scale === 'plain' && isScaled) || (figure.scale === 'multiple' && scale !== 'ratio')) continue
    if (figure.isNegative && found > 0) continue
    const value = figure.scale === 'points' && measure?.kind === 'fraction' ? found * 100 : found
    const hasTwoDecimals = Math.abs(value * 100 - Math.round(value * 100)) < 1e-6
    const stated = figure.scale === 'ratio' && !figure.isWord ? readings.map(percent) : readings
    if (stated.some((reading) => !(reading.onlyThousandths === true && hasTwoDecimals) && fits(figure, reading, value)))
      return true
  }
  return false
}

const percent = ({ value, step, ...more }: Reading): Reading => ({ ...more, value: value / 100, step: step / 100 })

/** Measures that a figure may belong to: those named beside it, and those in its unit. */
export const measuresFor = (figure: Figure, { facts, clause, measures, asked }: Context): readonly Measure[] => {
  const { named, figures } = clause
  const at = figures.filter((other) => other.scale === figure.scale).indexOf(figure)
  const beside = named.find(
    ({ start }) =>
      start >= figure.end &&
      start - figure.end < 12 &&
      !/[,;(]/.test(clause.text.slice(figure.end - clause.start, start - clause.start)),
  )
  const paired =
    named.length === figures.length ? named[at] : named.length === 1 && figures.length === 1 ? named[0] : undefined
  const own = intersect([
    beside?.measures,
    named.length === 2 && figures.length === 1 ? overlap(named[0]?.measures, named[1]?.measures) : paired?.measures,
  ])
  const several = named.length > 1 && figures.length === 1 ? named.flatMap((one) => one.measures) : undefined
  const before = measures.length > 0 ? measures : figure.scale === 'plain' ? facts.measures : asked
  const wanted =
    (figure.scale === 'plain' ? (own ?? several) : (several ?? own)) ??
    (figures.length === 1 || figure.scale !== 'plain' ? before : facts.measures)
  return figure.isMoney ? wanted.filter(({ kind }) => kind !== 'count' && kind !== 'fraction') : wanted
}

const overlap = (a: readonly Measure[] | undefined, b: readonly Measure[] | undefined) => {
  const both = a?.filter((measure) => b?.includes(measure)) ?? []
  return both.length > 0 ? both : undefined
}

const intersect = (lists: readonly (readonly Measure[] | undefined)[]): readonly Measure[] | undefined =>
  lists.reduce<readonly Measure[] | undefined>(
    (found, list) => (found === undefined ? list : list === undefined ? found : (overlap(found, list) ?? found)),
    undefined,
  )

const cell = (measure: Measure, row: number): number | undefined => measure.cells[row] ?? undefined
const cellsOf = (measure: Measure, rows: readonly number[]): number[] => rows.flatMap((row) => cell(measure, row) ?? [])
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function* candidatesOf(figure: Figure, context: Context): Generator<Candidate> {
  const { facts, clause, text, carried } = context
  const own = clause.mentions
  const mentions = own.length > 0 ? own : carried.length === 1 || figure.scale !== 'plain' ? carried : carried.slice(-1)
  const everyRow = Array.from({ length: facts.size }, (_, row) => row)
  const measures = measuresFor(figure, context)
  const isTotal = TOTAL.test(text)
  const operands =
    own.length === 0
      ? carried
      : own.length > 1
        ? own
        : [...carried.slice(0, 1), ...own].filter(
            (one, at, all) => all.findIndex((other) => other.rows.join() === one.rows.join()) === at,
          )
  const isBesideEvery = /(?<!\p{L})(?:other|rest|remaining|übrigen|restlichen)\b/u.test(clause.text)
  for (const measure of measures) {
    const scale = measure.kind === 'fraction' || measure.kind === 'percent' ? 'share' : 'plain'
    const unit = measure.kind === 'percent' ? 0.01 : 1
    // Cells of the named row, else of any row.
    for (const row of cellRows(figure, clause, mentions, everyRow))
      for (const value of cellsOf(measure, [row])) {
        yield { value: value * unit, scale, measure }
        if (measure.kind === 'fraction' || measure.kind === 'percent') yield { value, scale: 'plain', measure }
        if (measure.kind === 'number' && Math.abs(value) <= 1 && !Number.isInteger(value))
          yield { value, scale: 'share', measure }
      }
    const isAdditive = !measure.stems.some((part) => AVERAGED.has(part)) && scale === 'plain'
    const all = cellsOf(measure, everyRow)
    const groups = [
      ...mentions.filter(({ rows }) => rows.length > 1).map(({ rows }) => rows),
      ...(mentions.length > 1 ? [[...new Set(mentions.flatMap(({ rows }) => rows))]] : []),
      ...(isBesideEvery ? [everyRow.filter((row) => !mentions.some(({ rows }) => rows.includes(row)))] : []),
    ]
    const firsts = topRows(context)
    if (firsts !== undefined) groups.push(firsts)
    for (const rows of groups) {
      const values = cellsOf(measure, rows)
      if (isAdditive) yield { value: sum(values), scale: 'plain', measure }
      if (isAdditive || scale === 'share')
        yield { value: scale === 'share' ? sum(values) * unit : sum(values) / measure.total, scale: 'share', measure }
      if (AVERAGE.test(text) && values.length > 0) yield { value: sum(values) / values.length, scale, measure }
    }
    if (all.length > 1) {
      if (isAdditive && (isTotal || mentions.length === 0)) yield { value: measure.total, scale: 'plain', measure }
      if (AVERAGE.test(text)) yield { value: sum(all) / all.length, scale, measure }
      if (MEDIAN.test(text)) yield { value: median(all), scale, measure }
      if (isAdditive && measure.total !== 0 && figure.scale !== 'plain')
        for (const row of mentions.length > 0
          ? mentions.flatMap(({ rows }) => (rows.length === 1 ? rows : []))
          : everyRow)
          for (const value of cellsOf(measure, [row])) yield { value: value / measure.total, scale: 'share', measure }
    }
    // Comparisons of two rows.
    for (const [a, b] of pairsOf(operands, facts)) {
      const [x, y] = [a, b].map((rows) =>
        rows.length === 1 ? cell(measure, rows[0] ?? 0) : sum(cellsOf(measure, rows)),
      )
      if (x !== undefined && y !== undefined) yield* compared(x, y, measure, scale, text)
    }
  }
  if (operands.length < 2 || (own.length === 1 && context.measures.length > 1))
    yield* acrossColumns(measures.length > 1 ? measures : facts.measures, mentions, everyRow, text)
}

const AVERAGED = new Set('average avg mean median max min price rating age rate percent percentage pct'.split(' '))

const compared = function* (
  x: number,
  y: number,
  measure: Measure,
  scale: Candidate['scale'],
  text: string,
): Generator<Candidate> {
  const kind = scale === 'share' ? 'share' : 'plain'
  if (DIFFERENCE.test(text) || scale === 'share') yield { value: Math.abs(x - y), scale: kind, measure }
  if (y !== 0) {
    yield { value: x / y, scale: 'ratio', measure }
    if (DIFFERENCE.test(text)) yield { value: Math.abs(x - y) / Math.abs(y), scale: 'change', measure }
  }
}

/** Comparisons of a row's columns, and of their totals. */
const acrossColumns = function* (
  measures: readonly Measure[],
  mentions: readonly Mention[],
  everyRow: readonly number[],
  text: string,
): Generator<Candidate> {
  const rows = mentions.flatMap((mention) => (mention.rows.length === 1 ? mention.rows : []))
  const lines = rows.length > 0 ? rows : everyRow.length === 1 ? everyRow : []
  const few = measures.slice(0, PAIRED_COLUMNS_MAX)
  for (const a of few)
    for (const b of few) {
      if (a === b) continue
      for (const row of lines) {
        const [x, y] = [cell(a, row), cell(b, row)]
        if (x === undefined || y === undefined) continue
        yield* compared(x, y, b, 'plain', text)
        if (y !== 0 && (AVERAGE.test(text) || /\beach\b|\bje\b/.test(text)))
          yield { value: x / y, scale: 'plain', measure: a }
        if (TOTAL.test(text)) yield { value: x + y, scale: 'plain', measure: a }
      }
      if (TOTAL.test(text)) yield* compared(a.total, b.total, b, 'plain', text)
    }
}

const PAIRED_COLUMNS_MAX = 12

/** Rows that a cell may be of. */
const cellRows = (
  figure: Figure,
  clause: Clause,
  mentions: readonly Mention[],
  everyRow: readonly number[],
): readonly number[] => {
  if (mentions.length === 0) return everyRow
  const singles = mentions.filter(({ rows }) => rows.length === 1)
  const isExtreme = EXTREME.test(clause.text)
  if (clause.mentions.length > 1) {
    const same = clause.figures.filter(({ scale, isCounting }) => scale === figure.scale && !isCounting)
    const at = same.indexOf(figure)
    if (same.length === clause.mentions.length) return clause.mentions[at]?.rows.slice(0, 1) ?? []
    const before = singles.findLast(({ end }) => end <= figure.start)
    const after = singles.find(({ start }) => start >= figure.end)
    return [...(before?.rows ?? []), ...(after?.rows ?? [])]
  }
  const named = mentions.flatMap(({ rows }) => (rows.length === 1 || isExtreme ? rows : []))
  return named
}

const EXTREME =
  /\b(?:highest|lowest|most|fewest|largest|smallest|best|worst|peak\p{L}*|höchste\p{L}*|niedrigste\p{L}*|from|between|zwischen|von|ranging|latest|first|last)\b/u

/** Pairs of rows that are compared: two named ones, else first and last, or neighbours. */
const pairsOf = (
  operands: readonly Mention[],
  { size }: ResultFacts,
): (readonly [readonly number[], readonly number[]])[] => {
  const lists = operands.map(({ rows }) => rows)
  const pairs = lists.flatMap((a, at) => lists.flatMap((b, to) => (at === to ? [] : [[a, b] as const])))
  if (lists.length > 1) return pairs.slice(0, 60)
  if (lists.length === 0 && size > 1)
    return [
      [[size - 1], [0]],
      [[0], [size - 1]],
      [[0], [1]],
      [[1], [0]],
    ]
  return []
}

/** "The top two", "die ersten drei". */
const topRows = ({ clause, facts }: Context): readonly number[] | undefined => {
  const [figure] = clause.figures.filter(({ before }) =>
    /(?:top|first|leading|largest|biggest|ersten|größten)\s$/.test(before),
  )
  const count = figure?.readings[0]?.value
  return count === undefined || count > facts.size ? undefined : Array.from({ length: count }, (_, row) => row)
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
