import { columnOf } from './catalog.ts'
import type { Link } from './lexicon.ts'
import type { ColumnRef, Condition } from './query/index.ts'
import type { Reader } from './reader.ts'

type Filtering = Extract<Link, { kind: 'value' | 'filter' }>

/** The condition that a value or a glossary phrase stands for. Several values of one column become a list. */
export const linkCondition = (reader: Reader, index: number, link: Filtering): Condition => {
  if (link.kind === 'filter') return link.condition
  const rivals = (reader.items[index]?.rivals ?? []).flatMap((rival) =>
    rival.kind === 'value' && sameColumn(rival.column, link.column) ? [rival.value] : [],
  )
  const values = [...new Set([link.value, ...rivals])]
  if (values.length > 1) return { type: 'in', column: link.column, values, negated: false }
  return { type: 'compare', column: link.column, op: '=', value: link.value }
}

const sameColumn = (a: ColumnRef, b: ColumnRef): boolean => a.table === b.table && a.column === b.column

/** Reads values, glossary filters, booleans and text patterns that no other rule has taken. */
export const readFilters = (reader: Reader): void => {
  const found: { index: number; condition: Condition }[] = []
  reader.items.forEach((item, index) => {
    if (reader.used[index] === true) return
    const link = item.kind === 'cue' ? null : item.link
    if (link?.kind === 'value' || link?.kind === 'filter') {
      reader.use(index)
      found.push({ index, condition: linkCondition(reader, index, link) })
    } else if (link?.kind === 'column') readBooleanOrSet(reader, index, link.column)
    else if (['starts', 'ends', 'contains'].includes(reader.cue(index) ?? '')) readPattern(reader, index)
  })
  for (const { index, condition } of found) reader.places.set(condition, index)
  const both = reader.items.findIndex(({ lower }) => lower === 'both' || lower === 'both the' || lower === 'as well as')
  if (both >= 0 && readBoth(reader, found)) {
    reader.use(both)
    return
  }
  if (readEither(reader, found)) return
  reader.where.push(...mergeSameColumn(reader, found))
}

/** "bought both A and B": each must have rows of its own. */
const readBoth = (reader: Reader, found: readonly { condition: Condition }[]): boolean => {
  const owner = reader.target?.kind === 'table' ? reader.target.table : null
  const same = found.filter(
    ({ condition }) =>
      isEqualOn(condition) &&
      found.some(
        (other) =>
          other.condition !== condition &&
          isEqualOn(other.condition) &&
          sameColumn(columnIn(other.condition), columnIn(condition)),
      ),
  )
  if (owner === null || same.length < 2) return false
  for (const { condition } of found) {
    const steps =
      reader.catalog.graph.path(owner, columnIn(condition).table, [...reader.via, ...reader.mentionedTables()])
        ?.steps ?? []
    const [first] = steps
    if (!same.some((one) => one.condition === condition)) reader.where.push(condition)
    else if (first !== undefined && steps.some((step) => !step.up))
      reader.where.push({ type: 'related', table: first.to, where: [condition], measure: null, op: '>=', value: 1 })
    else return false
  }
  return true
}

/** "cancelled or unpaid": either filter will do, also on different columns. */
const readEither = (reader: Reader, found: readonly { index: number; condition: Condition }[]): boolean => {
  const [a, b, more] = found
  if (a === undefined || b === undefined || more !== undefined) return false
  const or = reader.items.findIndex((_, index) => index > a.index && index < b.index && reader.cue(index) === 'or')
  if (or < 0) return false
  reader.use(or)
  if (isEqualOn(a.condition) && isEqualOn(b.condition) && sameColumn(columnIn(a.condition), columnIn(b.condition)))
    return false
  reader.where.push({ type: 'any', options: [a.condition, b.condition] })
  return true
}

/** "from Germany and France": no row has two values in one column, so either will do. */
const mergeSameColumn = (reader: Reader, found: readonly { index: number; condition: Condition }[]): Condition[] => {
  const merged: Condition[] = []
  for (const { index, condition } of found) {
    const other = merged.findIndex(
      (known) => isEqualOn(known) && isEqualOn(condition) && sameColumn(columnIn(known), columnIn(condition)),
    )
    const known = merged[other]
    if (known === undefined) merged.push(condition)
    else {
      merged[other] = {
        type: 'in',
        column: columnIn(known),
        values: [...new Set([...valuesIn(known), ...valuesIn(condition)])],
        negated: false,
      }
      if (reader.cue(index - 1) !== null) reader.use(index - 1)
    }
  }
  return merged
}

const isEqualOn = (condition: Condition): boolean =>
  (condition.type === 'compare' && condition.op === '=') || (condition.type === 'in' && !condition.negated)

const columnIn = (condition: Condition): ColumnRef =>
  condition.type === 'compare' || condition.type === 'in' ? condition.column : { table: '', column: '' }

const valuesIn = (condition: Condition): (string | number)[] =>
  condition.type === 'compare' ? [condition.value] : condition.type === 'in' ? condition.values : []

/** "customers with newsletter", "tickets that were closed": a column that is true, or filled. */
const readBooleanOrSet = (reader: Reader, index: number, column: ColumnRef): void => {
  const info = columnOf(reader.catalog, column)
  if (info?.kind === 'boolean') {
    reader.use(index)
    reader.where.push({ type: 'compare', column, op: '=', value: 1 })
  } else if (info?.nullable === true && info.kind !== 'number' && isOwned(reader, index)) {
    reader.use(index)
    reader.where.push({ type: 'null', column, negated: true })
  }
}

/** "have a comment", "with a phone number", but not "with their phone number". */
const isOwned = (reader: Reader, index: number): boolean => {
  const before = reader.items.slice(Math.max(0, index - 2), index).map(({ lower }) => lower)
  return (
    before.some((word) => ['with', 'have', 'has', 'having', 'had', 'got'].includes(word)) && !before.includes('their')
  )
}

const readPattern = (reader: Reader, index: number): void => {
  const item = reader.items[index + 1]
  const cue = reader.cue(index)
  if (item === undefined) return
  const before = reader.previous(
    index - 1,
    (at) => ['column', 'table'].includes(reader.noun(at)?.kind ?? ''),
    (at) => reader.isFiller(at) || reader.cue(at) !== null,
  )
  const link = reader.noun(before)
  const table = link?.table ?? (reader.target?.kind === 'table' ? reader.target.table : null)
  if (table === null) return
  const column = link?.kind === 'column' ? link.column : { table, column: reader.table(table).label }
  const text = item.text.replaceAll('%', '')
  const pattern = cue === 'starts' ? `${text}%` : cue === 'ends' ? `%${text}` : `%${text}%`
  reader.use(index, index + 1)
  if (link?.kind === 'column') reader.use(before)
  reader.where.push({ type: 'like', column, pattern, negated: false })
}
