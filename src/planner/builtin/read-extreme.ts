import { columnOf } from './catalog.ts'
import { type Link, lexiconOf } from './lexicon.ts'
import {
  childSenseColumn,
  choiceOf,
  columnMeasure,
  countMeasure,
  mainNumber,
  senseColumn,
  soldMeasure,
} from './measures.ts'
import {
  averaged,
  isModifier,
  isNoun,
  isPlural,
  NUMBERED,
  nounAfter,
  rank,
  takeLimit,
  targetIndex,
  useBetween,
} from './ranking-words.ts'
import { targetAt } from './read-head.ts'
import { namedParent, readRankedMeasure } from './read-ranked-measure.ts'
import { eventTime } from './read-time.ts'
import type { Ranking, Reader } from './reader.ts'
import type { AdjectiveSense } from './vocabulary.ts'

/** Reads "top 5", "the most …", "cheapest", "newest": a ranking, its measure, and how many are wanted. */
export const readExtremes = (reader: Reader): void => {
  reader.items.forEach((item, index) => {
    if (reader.used[index] === true) return
    if (item.kind === 'link' && item.link?.kind === 'measure') readRankedMeasure(reader, index)
    if (item.kind !== 'cue') return
    if (item.cue?.cue === 'extreme') readExtreme(reader, index, item.cue.descending, item.cue.word)
    if (item.cue?.cue === 'adjective') readAdjective(reader, index, item.cue.descending, item.cue.sense)
  })
}

const readExtreme = (reader: Reader, index: number, descending: boolean, word: string): void => {
  takeLimit(reader, index)
  const at = nounAfter(reader, index)
  reader.use(index)
  if (at < 0 || reader.cue(index + 1) === 'group') {
    readTrailing(reader, index, descending, word)
    return
  }
  useBetween(reader, index + 1, at - 1)
  const link = reader.noun(at)
  const own = at === targetIndex(reader)
  const item = reader.items[at]
  if (NUMBERED.includes(word) && readRankedVerb(reader, at, descending)) return
  if (link?.kind === 'measure' && item !== undefined) {
    reader.use(at)
    rank(reader, descending, { kind: 'measure', choice: choiceOf(item) })
  } else if (link?.kind === 'column') readColumnExtreme(reader, index, at, descending, own, word)
  else if (link?.kind === 'table') readTableExtreme(reader, at, descending, word, own)
  else {
    reader.target = targetAt(reader, at)
    reader.use(at)
    reader.pending = { descending, word }
  }
}

/** "most returned products": the verb's table is counted for each of the nouns. */
const readRankedVerb = (reader: Reader, at: number, descending: boolean): boolean => {
  const verb = reader.noun(at)
  const noun = reader.noun(at + 1)
  const verbal = verb?.kind === 'table' || (verb?.kind === 'column' && reader.isDate(verb.column))
  if (verb === null || !verbal || noun?.kind !== 'table' || noun.table === verb.table) return false
  reader.use(at, at + 1)
  reader.target = { kind: 'table', table: noun.table }
  reader.targetAt = at + 1
  reader.singular = !isPlural(reader.items[at + 1]?.lower ?? '')
  reader.via.add(verb.table)
  rank(reader, descending, { kind: 'measure', choice: { options: [countMeasure(reader.catalog, verb.table)] } })
  return true
}

const readColumnExtreme = (
  reader: Reader,
  index: number,
  at: number,
  descending: boolean,
  own: boolean,
  word = 'highest',
): void => {
  const link = reader.noun(at)
  if (link?.kind !== 'column') return
  const kind = columnOf(reader.catalog, link.column)?.kind
  if (own && reader.intent !== 'which' && reader.intent !== 'who' && kind !== 'text') {
    reader.intent = 'aggregate'
    reader.aggregate = descending ? 'max' : 'min'
    return
  }
  if (kind === 'number' || kind === 'date') {
    const counting = NUMBERED.includes(word)
    if (counting && !own && readMostOf(reader, at, link, descending)) return
    const aggregate = averaged(reader, index, at) ? 'avg' : counting ? 'sum' : descending ? 'max' : 'min'
    if (own && reader.intent === 'which') {
      reader.intent = 'aggregate'
      reader.aggregate = descending ? 'max' : 'min'
      return
    }
    reader.use(at)
    rank(reader, descending, { kind: 'column', column: link.column, aggregate })
    return
  }
  if (own) {
    reader.pending = { descending, word: 'most' }
    return
  }
  reader.use(at)
  const measure = { ...columnMeasure(link.column, 'count'), distinct: true }
  rank(reader, descending, { kind: 'measure', choice: { options: [measure] } })
}

/** What "best" or "top" rows are usually ranked by: the glossary's phrase for them, else what was sold of them. */
const usualRanking = (reader: Reader, at: number, table: string, word: string, descending: boolean): Ranking | null => {
  const words = reader.items[at]?.lower.split(' ') ?? []
  const phrase = [word, 'best', 'top'].flatMap((one) => lexiconOf(reader.catalog.view).lookup([one, ...words]))
  const options = phrase.flatMap((one) => (one.kind === 'measure' ? [one.measure] : []))
  const sold = ['top', 'best', 'worst'].includes(word) ? soldMeasure(reader, table) : null
  const fits =
    sold !== null &&
    sold.table !== table &&
    reader.catalog.graph.path(sold.table, table)?.steps.every((step) => step.up) === true &&
    reader.catalog.graph.distance(sold.table, table) <= 2
  if (options.length === 0 && (sold === null || !fits)) return null
  return {
    descending,
    by: { kind: 'measure', choice: { options: options.length > 0 || sold === null ? options : [sold] } },
  }
}

const readTableExtreme = (reader: Reader, at: number, descending: boolean, word: string, own: boolean): void => {
  const link = reader.noun(at)
  if (link?.kind !== 'table') return
  const { catalog } = reader
  if (own) {
    reader.fallback = usualRanking(reader, at, link.table, word, descending)
    const number = NUMBERED.includes(word) ? null : mainNumber(catalog, link.table)
    if (number === null) reader.pending = { descending, word }
    else rank(reader, descending, { kind: 'column', column: number, aggregate: 'max' })
    return
  }
  reader.use(at)
  reader.via.add(link.table)
  const number = NUMBERED.includes(word) ? null : mainNumber(catalog, link.table)
  rank(
    reader,
    descending,
    number === null
      ? { kind: 'measure', choice: { options: [countMeasure(catalog, link.table)] } }
      : { kind: 'column', column: number, aggregate: descending ? 'max' : 'min' },
  )
}

/** "most money" is the measure said with it; "most returned" counts the rows that the date is of. */
const readMostOf = (
  reader: Reader,
  at: number,
  link: Extract<Link, { kind: 'column' }>,
  descending: boolean,
): boolean => {
  const measured = reader.items.findIndex(
    (item, index) => item.kind === 'link' && item.link?.kind === 'measure' && reader.used[index] !== true,
  )
  const item = reader.items[measured]
  const priced = columnOf(reader.catalog, link.column)?.unit !== null
  if (item !== undefined && priced && !reader.isDate(link.column)) {
    reader.use(at, measured)
    rank(reader, descending, { kind: 'measure', choice: choiceOf(item) })
    return true
  }
  if (!reader.isDate(link.column)) return false
  reader.use(at)
  reader.via.add(link.table)
  rank(reader, descending, { kind: 'measure', choice: { options: [countMeasure(reader.catalog, link.table)] } })
  return true
}

/** "… spent the most", "costs the least", "ordered most": the measure stands before the word. */
const readTrailing = (reader: Reader, index: number, descending: boolean, word: string): void => {
  const own = targetIndex(reader)
  const at = reader.previous(
    index - 1,
    (k) => k !== own && isNoun(reader, k),
    (k) => isModifier(reader, k) || k === own || reader.cue(k) === 'relative' || reader.cue(k) === 'who',
  )
  const link = reader.noun(at)
  const item = reader.items[at]
  if (link === null || item === undefined || item.kind === 'bucket') {
    reader.pending = { descending, word }
    return
  }
  reader.use(at)
  if (link.kind === 'measure') rank(reader, descending, { kind: 'measure', choice: choiceOf(item) })
  else if (link.kind === 'column' && reader.isNumber(link.column))
    rank(reader, descending, {
      kind: 'column',
      column: link.column,
      aggregate: NUMBERED.includes(word) ? 'sum' : descending ? 'max' : 'min',
    })
  else if (link.kind === 'table' || link.kind === 'column') {
    reader.via.add(link.table)
    rank(reader, descending, { kind: 'measure', choice: { options: [countMeasure(reader.catalog, link.table)] } })
  }
}

const readAdjective = (reader: Reader, index: number, descending: boolean, sense: AdjectiveSense): void => {
  // "How long do visits last" asks for a duration, not for the last visit.
  if (reader.items[index]?.lower === 'last' && reader.items.some((item) => item.cue?.cue === 'how-long')) {
    reader.use(index)
    return
  }
  takeLimit(reader, index)
  const at = nounAfter(reader, index)
  const link = reader.noun(at)
  const { catalog, target } = reader
  if (sense === 'sold' && target === null) readWhatSold(reader)
  const subject = link?.kind === 'table' ? link.table : reader.target?.kind === 'table' ? reader.target.table : null
  if (sense === 'count') {
    readFrequency(reader, index, at, descending)
    return
  }
  if (subject === null) {
    readAdjectiveOfColumn(reader, index, at, descending)
    return
  }
  useBetween(reader, index, at - 1)
  reader.use(index)
  if (sense === 'sold') {
    const measure = soldMeasure(reader, subject)
    // "sold the most units" says what is added up.
    if (link?.kind === 'column' && link.table === measure?.table && link.column.column === measure.column)
      reader.use(at)
    if (measure !== null) rank(reader, descending, { kind: 'measure', choice: { options: [measure] } })
    else reader.doubt = `what "${reader.items[index]?.text}" is measured by`
    return
  }
  const column =
    senseColumn(catalog, subject, sense) ??
    (sense === 'time' && reader.intent === 'when' ? eventTime(reader, subject) : null)
  if (column !== null && reader.intent === 'when') {
    reader.aggregate = descending ? 'max' : 'min'
    return
  }
  const child = column === null ? childSenseColumn(catalog, subject, sense) : null
  if (column !== null) rank(reader, descending, { kind: 'column', column, aggregate: descending ? 'max' : 'min' })
  else if (child !== null) rank(reader, descending, { kind: 'column', column: child, aggregate: 'avg' })
  else reader.doubt = `what "${reader.items[index]?.text}" is measured by`
  if (link?.kind === 'table' && at !== targetIndex(reader)) reader.via.add(link.table)
}

/** "What did we sell most": the one thing that the rows of what was sold are about. */
const readWhatSold = (reader: Reader): void => {
  const measure = soldMeasure(reader, '')
  const owner = measure === null ? null : namedParent(reader, measure.table)
  if (owner === null || reader.items[0]?.lower !== 'what') return
  reader.target = { kind: 'table', table: owner }
  reader.singular = true
}

/** "the latest order date", "the longest delivery time": an extreme of the column itself. */
const readAdjectiveOfColumn = (reader: Reader, index: number, at: number, descending: boolean): void => {
  const link = reader.noun(at)
  if (link?.kind !== 'column') return
  reader.use(index)
  readColumnExtreme(reader, index, at, descending, reader.target?.kind === 'column' && at === targetIndex(reader))
}

/** "busiest month", "most common reason", "most used payment method". */
const readFrequency = (reader: Reader, index: number, at: number, descending: boolean): void => {
  reader.use(index)
  const link = reader.noun(at)
  const item = reader.items[at]
  if (at >= 0 && (item?.kind === 'bucket' || link?.kind === 'column')) reader.target = targetAt(reader, at)
  if (at >= 0) reader.use(at)
  const { target } = reader
  if (target?.kind === 'column') {
    const measure = countMeasure(reader.catalog, target.column.table)
    rank(reader, descending, { kind: 'measure', choice: { options: [measure] } })
  } else reader.pending = { descending, word: 'most' }
}
