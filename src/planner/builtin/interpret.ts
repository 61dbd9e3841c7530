import pluralize from 'pluralize'
import type { Knowledge } from '../../domain/ask/knowledge.ts'
import { catalogOf } from './catalog.ts'
import { pointsBack } from './edit-rows.ts'
import { finish } from './finish.ts'
import { editIr } from './follow-up.ts'
import { lexiconOf } from './lexicon.ts'
import { linkQuestion } from './link.ts'
import type { When } from './period.ts'
import { entityOf, type QueryTree as Ir, printQuery, tablesOf, Unplannable } from './query/index.ts'
import { readComparisons } from './read-compare.ts'
import { readExtremes } from './read-extreme.ts'
import { readFilters } from './read-filters.ts'
import { readGroups } from './read-groups.ts'
import { firstNoun, readHead } from './read-head.ts'
import { readAggregateList, readCounts, readDetachedAggregate, readMeasures } from './read-measures.ts'
import { readNegations } from './read-negation.ts'
import { Reader } from './reader.ts'
import { type Resolved, resolveLinks } from './resolve.ts'

/** What became of one question. */
export interface Reading {
  readonly items: readonly Resolved[]
  readonly reader: Reader
  readonly ir: Ir | null
  readonly query: string | null
  /** Words that no rule has explained. */
  readonly unexplained: readonly string[]
  readonly corrections: readonly string[]
  readonly doubt: string | null
  readonly confidence: number
  /** True where it leans on the question before. */
  readonly isEdit: boolean
}

/** Tokens → links → roles → IR → query. */
export const interpret = (knowledge: Knowledge, question: string, when: When): Reading => {
  const catalog = catalogOf(knowledge.view)
  const { items, corrections } = linkQuestion(knowledge, question, when)
  const reader = new Reader(knowledge, resolveLinks(catalog, items), when.today)
  readHead(reader)
  reader.singular = isSingular(reader)
  readRoles(reader)
  const ir = finish(reader)
  if (ir !== null && reader.noun(reader.targetAt)?.kind !== 'measure') reader.use(reader.targetAt)
  return { ...readingOf(reader, ir, corrections), isEdit: false }
}

/** The same for a question that leans on an earlier one. */
export const interpretFollowUp = (knowledge: Knowledge, question: string, when: When, previous: Ir): Reading => {
  const catalog = catalogOf(knowledge.view)
  const { items, corrections } = linkQuestion(knowledge, question, when)
  const reader = new Reader(knowledge, resolveLinks(catalog, items, tablesOf(previous)), when.today)
  readHead(reader)
  const mostOf = /\b(most|least|fewest) of\b/.test(question)
  if (reader.target?.kind !== 'table' || (pointsBack(reader) && !mostOf)) {
    reader.target = { kind: 'table', table: entityOf(previous) }
    reader.targetAt = -1
  }
  for (const table of tablesOf(previous)) reader.via.add(table)
  const [order] = previous.order
  reader.rankedBefore = previous.groups.length > 0 && order !== undefined && previous.limit !== null
  readRoles(reader)
  const ir = editIr(reader, previous)
  reader.use(reader.targetAt)
  return { ...readingOf(reader, ir, corrections), isEdit: true }
}

const readRoles = (reader: Reader): void => {
  readAggregateList(reader)
  readComparisons(reader)
  readNegations(reader)
  readExtremes(reader)
  readGroups(reader)
  readMeasures(reader)
  readDetachedAggregate(reader)
  readCounts(reader)
  readFilters(reader)
}

const readingOf = (reader: Reader, ir: Ir | null, corrections: readonly string[]): Omit<Reading, 'isEdit'> => {
  const { query, problem } = ir === null ? { query: null, problem: 'what is asked' } : compiled(reader, ir)
  const term = unknownTerm(reader)
  const unexplained = term === null ? leftover(reader, ir) : [term]
  const doubt = reader.doubt ?? (isRatio(textOf(reader)) ? 'how the two are set against each other' : problem)
  const confidence = confidenceOf(reader, unexplained, corrections)
  return { items: reader.items, reader, ir, query, unexplained, corrections, doubt, confidence }
}

/** "The ratio of A to B" is no share of a whole. */
const isRatio = (text: string): boolean => {
  const at = text.search(/\bratio of /)
  return at >= 0 && / to \b/.test(text.slice(at + 'ratio of '.length + 1))
}

const textOf = (reader: Reader): string => reader.items.map(({ lower }) => lower).join(' ')

const isSingular = (reader: Reader): boolean => {
  const noun = reader.items[firstNoun(reader, 0)]
  const word = noun?.lower.split(' ').at(-1) ?? ''
  return noun === undefined || !pluralize.isPlural(word) || pluralize.isSingular(word)
}

const compiled = (reader: Reader, ir: Ir): { query: string | null; problem: string | null } => {
  try {
    return { query: printQuery(reader.catalog, reader.catalog.view.dialect, ir), problem: null }
  } catch (error) {
    if (error instanceof Unplannable) return { query: null, problem: error.message }
    throw error
  }
}

/** Small words that change the answer: left unread, they make the reading unsure. */
const SIGNIFICANT =
  /^(before|after|since|until|ago|once|twice|thrice|both|half|again|than|times|same|happy|satisfied|consecutive|consecutively|each|every|median|growth|increase|decrease|together with|simultaneously|rate|change|changed|trend|difference|cumulative|running|rolling|moving|resigned|quit|other|others)$/

/** Terms of business whose parts mean something else. */
const TERMS = [
  'stock price',
  'cost of goods',
  'cost of goods sold',
  'purchase cost',
  'purchase price',
  'production cost',
  'market share',
  'profit margin',
  'net profit',
]

const unknownTerm = (reader: Reader): string | null => {
  const text = ` ${textOf(reader)} `
  return (
    TERMS.find(
      (term) => text.includes(` ${term} `) && lexiconOf(reader.catalog.view).lookup(term.split(' ')).length === 0,
    ) ?? null
  )
}

const averages = (ir: Ir | null): boolean =>
  ir !== null && (ir.outer === 'avg' || ir.measures.some((measure) => measure.aggregate === 'avg'))

const leftover = (reader: Reader, ir: Ir | null): string[] =>
  reader.items.flatMap((item, index) => {
    if (reader.used[index] === true) return []
    if (SIGNIFICANT.test(item.lower.replace(/^the /, ''))) return [item.text]
    if (item.lower === 'left' && !/^(is|are|was|were|still|have|has)$/.test(reader.items[index - 1]?.lower ?? ''))
      return [item.text]
    if (item.kind === 'cue' && item.cue?.cue === 'aggregate' && item.cue.aggregate === 'avg' && !averages(ir))
      return [item.text]
    if (/^how (often|many)$/.test(item.lower) && item.cue?.cue === 'count') return [item.text]
    if (item.soft) return []
    if (item.kind === 'word') return [item.text]
    if (item.kind === 'number') return [item.text]
    if (item.kind === 'link') return isEchoed(reader, item) ? [] : [item.text]
    if (item.kind === 'window' || item.kind === 'bucket') return [item.text]
    return [
      'not',
      'except',
      'missing',
      'extreme',
      'adjective',
      'compare',
      'compare-after',
      'share',
      'between',
      'versus',
      'or',
    ].includes(item.cue?.cue ?? '')
      ? [item.text]
      : []
  })

/** "the web channel", "the category Helmets": the column's name beside its value adds nothing. */
const isEchoed = (reader: Reader, { link }: Resolved): boolean =>
  link?.kind === 'column' &&
  reader.where.some(
    (condition) =>
      'column' in condition && condition.column.table === link.table && condition.column.column === link.column.column,
  )

const confidenceOf = (reader: Reader, unexplained: readonly string[], corrections: readonly string[]): number => {
  const doubt = reader.doubt === null ? 0 : 0.6
  return Math.max(0, Math.min(1, 0.98 - 0.5 * unexplained.length - 0.05 * corrections.length - doubt))
}
