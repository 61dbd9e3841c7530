import type { Subject } from '../phrase-rows.ts'
import type { Catalog } from './catalog.ts'
import { columnOf } from './catalog.ts'
import { conditionWords, groupWords, measureWords, scopeWords } from './describe.ts'
import type { QueryTree } from './query/index.ts'

const shapeOf = (ir: QueryTree): Subject['shape'] => {
  if (ir.share !== null && ir.groups.length === 0) return 'share'
  if (ir.measures.length === 0) return 'list'
  if (ir.groups.length > 0 && ir.outer === null) return ir.limit !== null && ir.order.length > 0 ? 'ranking' : 'groups'
  const [measure] = ir.measures
  return measure?.column === null && ir.outer === null ? 'count' : 'value'
}

/** What the result of a query tree is about, for the wording of its rows. */
export const subjectOf = (catalog: Catalog, ir: QueryTree): Subject => {
  const table = catalog.tables.get(ir.anchor)
  const [measure] = ir.measures
  const { filters, time } = scopeWords(catalog, ir)
  const column = measure?.column ?? null
  const unit =
    measure === undefined || column === null || measure.aggregate === 'count'
      ? null
      : (columnOf(catalog, { table: measure.table, column })?.unit ?? null)
  const priced =
    measure?.times == null ? null : (columnOf(catalog, { table: measure.table, column: measure.times })?.unit ?? null)
  const words = measure === undefined ? '' : measureWords(catalog, measure)
  const share = ir.share?.map((condition) => conditionWords(catalog, ir.anchor, condition)).join(' and ')
  return {
    shape: shapeOf(ir),
    many: table?.plural ?? ir.anchor,
    one: table?.singular ?? ir.anchor,
    measure:
      share ??
      (ir.outer === null
        ? words
        : `${ir.outer === 'avg' ? 'average' : ir.outer} ${words} per ${ir.groups.map((group) => groupWords(catalog, group)).join(' and ')}`),
    group: ir.groups.length === 0 ? null : ir.groups.map((group) => groupWords(catalog, group)).join(' and '),
    unit: ir.share === null ? (priced ?? unit) : '%',
    filters: [
      ...filters,
      ...ir.having.map(({ measure: bound, op, value }) => `${measureWords(catalog, bound)} ${op} ${value}`),
    ],
    time,
  }
}

/** One sentence that says what the query returns. */
export const explain = (subject: Subject): string => {
  const scope = `${subject.time === '' ? '' : ` ${subject.time}`}${subject.filters.length === 0 ? '' : `, ${subject.filters.join(', ')}`}`
  const what =
    subject.shape === 'list'
      ? subject.many
      : subject.shape === 'share'
        ? `percentage of ${subject.many} with ${subject.measure}`
        : `${subject.measure}${subject.group === null || subject.measure.includes(' per ') ? '' : ` by ${subject.group}`}`
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${scope}.`
}
