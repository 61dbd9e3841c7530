import pluralize from 'pluralize'
import { amountText, cellText } from '../../../wording/index.ts'
import { type ColumnRef, type Comparator, type Condition, type QueryTree, sameRef } from '../../query/index.ts'
import { type Catalog, type ColumnInfo, columnOf } from '../../schema/index.ts'
import { type Day, windowWords } from '../../words/index.ts'
import { columnFigure } from './column-figure.ts'
import { joined } from './joined.ts'
import { measureFigure, measureWords } from './measure-words.ts'

/** Where and when a condition is said. */
export interface Setting {
  readonly catalog: Catalog
  /** The table whose rows are spoken of. */
  readonly anchor: string
  readonly today: Day
}

const THAN: Readonly<Record<Comparator, string>> = {
  '=': '',
  '<>': 'other than ',
  '>': 'over ',
  '>=': 'at least ',
  '<': 'under ',
  '<=': 'at most ',
}
const COUNT: Readonly<Record<Comparator, string>> = { ...THAN, '=': 'exactly ', '>': 'more than ', '<': 'fewer than ' }
const WHEN: Readonly<Record<Comparator, string>> = {
  '=': 'on ',
  '<>': 'not on ',
  '>': 'after ',
  '>=': 'from ',
  '<': 'before ',
  '<=': 'up to ',
}

/** What follows the noun for a condition: `with channel web`, `in Berlin`, `without reviews`, `in 2025`. */
export const conditionWords = (setting: Setting, condition: Condition): string => {
  switch (condition.type) {
    case 'related':
      return relatedWords(setting, condition)
    case 'any':
      return condition.options.map((option) => conditionWords(setting, option)).join(' or ')
    case 'alike': {
      const inner = condition.where.map((one) => conditionWords(setting, one)).join(' and ')
      const same = condition.negated ? 'another' : 'the same'
      return owned(setting, condition.column, (column) => `with ${same} ${column.words.join(' ')} as one ${inner}`)
    }
    case 'range':
      if (isOwnTime(setting.catalog, condition.column)) return rangeWords(setting, condition)
      return owned(setting, condition.column, (column) => datedWords(column, rangeWords(setting, condition)))
    default:
      return owned(setting, condition.column, (column) => plainWords(setting.catalog, column, condition))
  }
}

/** Of rows that belong to others, the others are said: `of customers in Berlin`. */
const owned = ({ catalog, anchor }: Setting, ref: ColumnRef, words: (column: ColumnInfo) => string): string => {
  const column = columnOf(catalog, ref)
  if (column === undefined) return `with ${ref.column.replaceAll('_', ' ')}`
  const owner = catalog.tables.get(ref.table)
  if (ref.table === anchor || owner === undefined) return words(column)
  const said = words(column)
  // A row that is called by its name needs no "with name": `of product City Tyre`.
  const named = owner.label === ref.column && said.startsWith(`with ${column.words.join(' ')} `)
  const isBehind = catalog.graph.path(anchor, ref.table)?.steps.some((step) => !step.up) === true
  if (isBehind) return `with ${owner.plural} ${said}`
  return named
    ? `of ${owner.singular} ${said.slice(`with ${column.words.join(' ')} `.length)}`
    : `of ${owner.plural} ${said}`
}

type Plain = Exclude<Condition, { type: 'related' | 'any' | 'range' | 'alike' }>

const FOLDS = { avg: 'average', min: 'lowest', max: 'highest' } as const

const foldWords = (words: string, { op, fold = 'avg' }: Extract<Condition, { type: 'average' }>): string =>
  op === '=' ? `the ${FOLDS[fold]} ${words}` : `${words} ${op.startsWith('>') ? 'above' : 'below'} the ${FOLDS[fold]}`

const plainWords = (catalog: Catalog, column: ColumnInfo, condition: Plain): string => {
  const words = column.words.join(' ')
  switch (condition.type) {
    case 'compare':
      return comparedWords(catalog, column, condition)
    case 'in':
      return namedWords(column, condition.values.map(String), condition.negated)
    case 'null':
      return presenceWords(column, condition.negated)
    case 'like':
      return `with ${words} ${condition.negated ? 'not ' : ''}${patternWords(condition.pattern)}`
    case 'average':
      return `with ${foldWords(words, condition)}`
  }
}

const comparedWords = (
  catalog: Catalog,
  column: ColumnInfo,
  { op, value }: Extract<Condition, { type: 'compare' }>,
): string => {
  if (column.kind === 'boolean') return truthWords(column, (value === 1) === (op === '='))
  if (column.kind === 'date') return datedWords(column, `${WHEN[op]}${value}`)
  if (typeof value === 'string' || column.kind === 'text') {
    if (op === '=' || op === '<>') return namedWords(column, [String(value)], op === '<>')
    return `with ${column.words.join(' ')} ${THAN[op]}${cellText(value)}`
  }
  const figure = columnFigure(catalog, column.table, { table: column.table, column: column.name })
  return `with ${figure.says} ${THAN[op]}${amountText(value, figure)}`
}

/** Words for places: rows are in them. */
const PLACES = new Set('city town country state region continent district county province village nation'.split(' '))

const namedWords = (column: ColumnInfo, values: readonly string[], isNegated: boolean): string => {
  const list = joined(values.map(cellText), isNegated ? 'and' : 'or')
  const last = column.words.at(-1) ?? ''
  if (PLACES.has(last) && column.words.length === 1) return `${isNegated ? 'not ' : ''}in ${list}`
  return `with ${column.words.join(' ')} ${isNegated ? 'other than ' : ''}${list}`
}

const ADJECTIVE = /(?:ed|able|ible|ive|ous|ful|less|ic|ant|ent|ary)$/
const PARTICIPLE = /(?:ed|id|nt|ld|en|wn|un|ost|ade)$/

/** `that are insured`, `with newsletter`, `that can fly`. */
const truthWords = ({ words }: ColumnInfo, isTrue: boolean): string => {
  const [first = '', ...rest] = words
  const not = isTrue ? '' : ' not'
  if ((first === 'is' || first === 'are') && rest.length > 0) return `that are${not} ${rest.join(' ')}`
  if (first === 'was' && rest.length > 0) return `that were${not} ${rest.join(' ')}`
  if (first === 'can' && rest.length > 0) return `that ${isTrue ? 'can' : 'cannot'} ${rest.join(' ')}`
  const noun = first === 'has' && rest.length > 0 ? rest : words
  if (noun.length === 1 && ADJECTIVE.test(noun[0] ?? '')) return `that are${not} ${noun[0]}`
  return `${isTrue ? 'with' : 'without'} ${noun.join(' ')}`
}

/** `paid_on` says that something is paid; `due_date` only when. */
export const participle = ({ kind, words }: ColumnInfo): string | null => {
  const [first = '', last, more] = words
  const isMoment = kind === 'date' && more === undefined && ['on', 'at', 'date', 'time'].includes(last ?? '')
  return isMoment && PARTICIPLE.test(first) ? first : null
}

const presenceWords = (column: ColumnInfo, isThere: boolean): string => {
  const done = participle(column)
  if (done !== null) return isThere ? `that are ${done}` : `that are not ${done}`
  return `${isThere ? 'with' : 'without'} ${column.words.join(' ')}`
}

const datedWords = (column: ColumnInfo, when: string): string => {
  const { words } = column
  const done = participle(column)
  if (done !== null) return `${done} ${when}`
  const isMoment = words.length > 1 && ['on', 'at'].includes(words.at(-1) ?? '')
  return isMoment ? `${words.slice(0, -1).join(' ')} ${when}` : `with ${words.join(' ')} ${when}`
}

const patternWords = (pattern: string): string => {
  const text = pattern.replace(/^%/, '').replace(/%$/, '')
  const [open, close] = [pattern.startsWith('%'), pattern.endsWith('%')]
  const how = open && close ? 'containing' : open ? 'ending in' : close ? 'starting with' : 'like'
  return `${how} “${cellText(text)}”`
}

/** Stretches that hold what is still to come are said whole. */
const AHEAD = /due|until|valid|expir|deadline|plan|schedul|appoint|start|end|arriv|birth|renew|event|book|depart/

/** A stretch of time in words: one that has begun goes up to today, where its rows tell what has happened. */
const rangeWords = (
  { today }: Setting,
  { column, from, to, negated }: Extract<Condition, { type: 'range' }>,
): string => {
  const isRunning = to !== null && to > today && (from === null || from <= today) && !AHEAD.test(column.column)
  const words = isRunning && from !== null ? windowWords(from, dayAfter(today)) : windowWords(from, to)
  return negated ? `not ${words}` : words
}

const dayAfter = (day: Day): Day => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}

const isOwnTime = (catalog: Catalog, { table, column }: ColumnRef): boolean =>
  catalog.tables.get(table)?.time === column

/** `with revenue over 500`. */
const boundWords = (catalog: Catalog, { measure, op, value }: QueryTree['having'][number]): string =>
  `with ${measureWords(catalog, measure)} ${THAN[op]}${amountText(value, measureFigure(catalog, measure))}`

const relatedWords = (setting: Setting, condition: Extract<Condition, { type: 'related' }>): string => {
  const { catalog } = setting
  const { table, where, measure, op, value } = condition
  const tail = allWords(scopeWords({ ...setting, anchor: table }, where))
    .map((part) => ` ${part}`)
    .join('')
  const rows = catalog.tables.get(table)?.plural ?? table
  if (measure !== null) return `${boundWords(catalog, { measure, op, value })}${tail}`
  if (op === '=' && value === 0) return `without ${rows}${tail}`
  if (op === '>=' && value === 1) return `with ${rows}${tail}`
  return `with ${COUNT[op]}${value} ${pluralize(rows, value)}${tail}`
}

const isTime = ({ catalog }: Setting, condition: Condition): boolean =>
  (condition.type === 'range' && isOwnTime(catalog, condition.column)) ||
  (condition.type === 'any' &&
    condition.options.every((option) => option.type === 'range' && isOwnTime(catalog, option.column)))

/** Conditions in words, of which times are for themselves; empty where there are none. */
interface ScopeWords {
  readonly filters: readonly string[]
  readonly time: string
}

/** All that is said of a scope, the times last. */
const allWords = ({ filters, time }: ScopeWords): readonly string[] => (time === '' ? filters : [...filters, time])

/** The conditions in words, those of the rows themselves first, and times for themselves. */
const scopeWords = (setting: Setting, where: readonly Condition[]): ScopeWords => {
  const times = where.filter((one) => isTime(setting, one)).map((one) => conditionWords(setting, one))
  const words = where.filter((one) => !isTime(setting, one)).map((one) => conditionWords(setting, one))
  const filters = ['that ', '', 'of '].flatMap((start) => merged(words.filter((text) => startOf(text) === start)))
  return { filters, time: joined(times, 'and') }
}

const startOf = (text: string): string => ['that ', 'of '].find((start) => text.startsWith(start)) ?? ''

/** `with status paid`, `with channel web` → `with status paid and channel web`. */
const merged = (texts: readonly string[]): readonly string[] => {
  const lists = new Map<string, string[]>()
  for (const text of texts) {
    const start = ['with ', 'that are ', 'that '].find((one) => text.startsWith(one)) ?? text
    const rest = text.slice(start.length)
    lists.set(start, [...(lists.get(start) ?? []), rest])
  }
  return [...lists].map(([start, rests]) => `${start}${joined(rests, 'and')}`)
}

/** What those have or are that meet conditions: `have status paid`, `are not paid`, `have no newsletter`. */
export const predicateWords = (setting: Setting, where: readonly Condition[]): string => {
  const verbs = allWords(scopeWords(setting, where)).map((text) => {
    if (text.startsWith('with ')) return `have ${text.slice('with '.length)}`
    if (text.startsWith('without ')) return `have no ${text.slice('without '.length)}`
    if (text.startsWith('that ')) return text.slice('that '.length)
    return `are ${text}`
  })
  return joined(verbs, 'and')
}

/** Whether a condition names the values that a column may have. */
export const isChoice = (condition: Condition, column: ColumnRef): condition is Extract<Condition, { type: 'in' }> =>
  condition.type === 'in' && !condition.negated && sameRef(condition.column, column)

/** The conditions of a tree in words, without those that its groups say already. */
export const treeScope = (setting: Omit<Setting, 'anchor'>, tree: QueryTree): ScopeWords => {
  const isSaid = (condition: Condition): boolean =>
    tree.groups.some((group) =>
      group.type === 'periods'
        ? condition.type === 'any'
        : group.type === 'column' && isChoice(condition, group.column),
    )
  const scope = scopeWords(
    { ...setting, anchor: tree.anchor },
    tree.where.filter((one) => !isSaid(one)),
  )
  const bounds = tree.having.map((bound) => boundWords(setting.catalog, bound))
  return { ...scope, filters: [...scope.filters, ...bounds] }
}
