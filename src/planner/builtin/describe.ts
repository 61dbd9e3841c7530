import { windowWords } from './calendar.ts'
import { type Catalog, columnOf, columnWords } from './catalog.ts'
import type { ColumnRef, Comparator, Condition, Group, Measure, QueryTree } from './query/index.ts'

const OPS: Readonly<Record<Comparator, string>> = {
  '=': 'is',
  '<>': 'is not',
  '>': 'over',
  '>=': 'at least',
  '<': 'under',
  '<=': 'at most',
}

const plural = (catalog: Catalog, table: string): string => catalog.tables.get(table)?.plural ?? table

const owned = (catalog: Catalog, anchor: string, ref: ColumnRef): string => {
  const words = columnWords(catalog, ref)
  const owner = catalog.tables.get(ref.table)
  return ref.table === anchor || owner === undefined
    ? words
    : owner.label === ref.column
      ? owner.singular
      : `${owner.singular} ${words}`
}

/** A condition in words: `channel is web`, `in 2025`, `without reviews`. */
export const conditionWords = (catalog: Catalog, anchor: string, condition: Condition): string => {
  switch (condition.type) {
    case 'compare': {
      const info = columnOf(catalog, condition.column)
      const name = owned(catalog, anchor, condition.column)
      if (info?.kind === 'boolean') return condition.value === 1 ? `with ${name}` : `without ${name}`
      const unit = typeof condition.value === 'number' && info?.unit != null ? ` ${info.unit}` : ''
      return `${name} ${OPS[condition.op]} ${condition.value}${unit}`
    }
    case 'in':
      return `${owned(catalog, anchor, condition.column)} ${condition.negated ? 'is none of' : 'is'} ${condition.values.join(condition.negated ? ', ' : ' or ')}`
    case 'null':
      return `${condition.negated ? 'with' : 'without'} ${owned(catalog, anchor, condition.column)}`
    case 'like':
      return `${owned(catalog, anchor, condition.column)} ${condition.negated ? 'unlike' : 'like'} ${condition.pattern}`
    case 'range': {
      const time = windowWords(condition.from, condition.to)
      const own = catalog.tables.get(condition.column.table)?.time === condition.column.column
      return own ? time : `${columnWords(catalog, condition.column)} ${time}`
    }
    case 'average':
      return `${owned(catalog, anchor, condition.column)} ${condition.op.startsWith('>') ? 'above' : 'below'} its average`
    case 'any':
      return condition.options.map((option) => conditionWords(catalog, anchor, option)).join(' or ')
    case 'related':
      return relatedWords(catalog, condition)
  }
}

const relatedWords = (catalog: Catalog, condition: Extract<Condition, { type: 'related' }>): string => {
  const inner = condition.where.map((one) => conditionWords(catalog, condition.table, one)).join(' and ')
  const tail = inner === '' ? '' : ` (${inner})`
  const rows = plural(catalog, condition.table)
  if (condition.measure !== null)
    return `with ${OPS[condition.op]} ${condition.value} in ${measureWords(catalog, condition.measure)}${tail}`
  if (condition.op === '=' && condition.value === 0) return `without ${rows}${tail}`
  if (condition.op === '>=' && condition.value === 1) return `with ${rows}${tail}`
  return `with ${condition.op === '=' ? 'exactly' : OPS[condition.op]} ${condition.value} ${rows}${tail}`
}

const AGGREGATES: Readonly<Record<Measure['aggregate'], string>> = {
  count: 'number of',
  sum: 'total',
  avg: 'average',
  min: 'lowest',
  max: 'highest',
}

/** `number of orders`, `average price`, `revenue`. */
export const measureWords = (catalog: Catalog, measure: Measure): string => {
  if (measure.column === null) return `number of ${plural(catalog, measure.table)}`
  const words = columnWords(catalog, { table: measure.table, column: measure.column })
  const own = ['number_of', 'total', 'average', 'lowest', 'highest'].some(
    (start) => measure.name === `${start}_${measure.column}`,
  )
  if (!own) return measure.name.replaceAll('_', ' ')
  if (measure.aggregate === 'count') return `number of different ${words}`
  const dated = columnOf(catalog, { table: measure.table, column: measure.column })?.kind === 'date'
  if (dated) return dateWords(catalog, measure, words)
  const aggregate = AGGREGATES[measure.aggregate]
  return words.startsWith(aggregate) ? `${words} of ${plural(catalog, measure.table)}` : `${aggregate} ${words}`
}

/** `date of the first order`, `last due date`. */
const dateWords = (catalog: Catalog, { aggregate, table, column }: Measure, words: string): string => {
  const info = catalog.tables.get(table)
  const which = aggregate === 'min' ? 'first' : 'last'
  if (info !== undefined && info.time === column) return `date of the ${which} ${info.singular}`
  return `${which} ${words.replace(/ (on|at|date)$/, '')} date`
}

export const groupWords = (catalog: Catalog, group: Group): string => {
  if (group.type === 'time') return group.bucket
  if (group.type === 'periods') return 'period'
  if (group.type === 'entity') return catalog.tables.get(group.table)?.singular ?? group.table
  const owner = catalog.tables.get(group.column.table)
  return owner?.label === group.column.column ? owner.singular : columnWords(catalog, group.column)
}

/** The conditions in words, times last. */
export const scopeWords = (
  catalog: Catalog,
  ir: QueryTree,
): { readonly filters: readonly string[]; readonly time: string } => {
  const isTime = (condition: Condition): boolean =>
    condition.type === 'range' ||
    (condition.type === 'any' && condition.options.every((option) => option.type === 'range'))
  return {
    filters: ir.where.filter((one) => !isTime(one)).map((one) => conditionWords(catalog, ir.anchor, one)),
    time: ir.where
      .filter(isTime)
      .map((one) => conditionWords(catalog, ir.anchor, one))
      .join(' and '),
  }
}

/** How the words of the question were understood, one sentence each. */
export const assumptionsOf = (catalog: Catalog, ir: QueryTree): string[] => {
  const measures = ir.measures.map((measure) => `${measure.name.replaceAll('_', ' ')} → ${formula(measure)}`)
  const groups = ir.groups.map((group) => `one row per ${groupWords(catalog, group)}`)
  const conditions = ir.where.map((condition) => conditionNote(catalog, ir.anchor, condition))
  const order = ir.limit !== null ? [`at most ${ir.limit} ${ir.limit === 1 ? 'row' : 'rows'}`] : []
  const share =
    ir.share === null
      ? []
      : [`share of those with ${ir.share.map((one) => conditionWords(catalog, ir.anchor, one)).join(' and ')}`]
  return [
    `${plural(catalog, ir.anchor)} → table ${ir.anchor}`,
    ...measures,
    ...share,
    ...conditions,
    ...groups,
    ...order,
  ]
}

const formula = ({ aggregate, table, column, times, distinct }: Measure): string => {
  if (column === null) return `count of rows in ${table}`
  const product = times === null ? `${table}.${column}` : `${table}.${column} × ${times}`
  return `${aggregate === 'avg' ? 'average' : aggregate} of ${distinct ? 'different ' : ''}${product}`
}

const conditionNote = (catalog: Catalog, anchor: string, condition: Condition): string => {
  const words = conditionWords(catalog, anchor, condition)
  if (condition.type === 'range') return `${condition.column.table}.${condition.column.column} ${words}`
  return 'column' in condition ? `${words} → ${condition.column.table}.${condition.column.column}` : words
}
