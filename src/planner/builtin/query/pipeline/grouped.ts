import type { Json } from '../../../../domain/json.ts'
import { columnOf, pathTo, tableOf, Unplannable } from '../query-context.ts'
import { columnName, entityName, withOwnNames } from '../result-names.ts'
import { checkGroup } from '../row-counts.ts'
import type { Condition, Group, QueryTree } from '../tree.ts'
import { addConditions } from './conditions.ts'
import type { Doc } from './document.ts'
import { bucketOf } from './expressions.ts'
import { withinDays } from './field-expression.ts'
import type { Measured } from './measured.ts'
import type { Rows } from './rows.ts'

/** What rows are grouped by, and how it is shown. */
interface Part {
  readonly name: string
  readonly value: Json
  /** True for a field that may be null or missing: among others the two are not the same group. */
  readonly mayLack?: boolean
}

interface GroupKey {
  readonly parts: readonly Part[]
  /** The part that is shown; it is looked up by the first part where that is named. */
  readonly shown: string
  readonly label?: { readonly from: string; readonly key: string; readonly field: string; readonly as: string }
}

/** A field after `$group`. */
export interface ShownField {
  readonly name: string
  readonly field: string
}

/** A tree's rows, its groups reached and its conditions set. */
export class Grouped {
  readonly rows: Rows
  readonly #keys: readonly GroupKey[]

  constructor(rows: Rows, tree: QueryTree) {
    this.rows = rows
    this.#keys = tree.groups.map((group) => groupKey(rows, tree, group))
    addConditions(rows, tree.where)
  }

  /** Where a part of the key is after `$group`. */
  #fieldOf(index: number): string {
    return this.#parts().length === 1 ? '_id' : `_id.${this.#parts()[index]?.name ?? ''}`
  }

  #parts(): readonly Part[] {
    return withOwnNames(this.#keys.flatMap(({ parts }) => parts))
  }

  /** What is shown of each group. */
  get shown(): readonly ShownField[] {
    let at = 0
    return this.#keys.map(({ parts, shown, label }) => {
      const index = at + Math.max(0, parts.length - 1)
      at += parts.length
      return { name: shown, field: label === undefined ? this.#fieldOf(index) : `${label.as}.${label.field}` }
    })
  }

  /** All that the groups differ in. */
  get by(): readonly string[] {
    return this.#parts().map((_, index) => this.#fieldOf(index))
  }

  /** `$group`, and the labels of groups that are known by their key only. */
  stages(measures: readonly Measured[]): readonly Doc[] {
    const parts = this.#parts()
    const [only, more] = parts
    const id: Json = only === undefined ? null : more === undefined ? only.value : Object.fromEntries(parts.map(idPart))
    const accumulators: Doc = Object.assign({}, ...measures.map((measure) => measure.accumulators))
    let at = 0
    const labels = this.#keys.flatMap(({ parts: own, label }) => {
      const localField = this.#fieldOf(at)
      at += own.length
      if (label === undefined) return []
      const { from, key: foreignField, as } = label
      return [{ $lookup: { from, localField, foreignField, as } }, { $unwind: `$${as}` }]
    })
    return [{ $group: { _id: id, ...accumulators } }, ...labels]
  }
}

const idPart = ({ name, value, mayLack = false }: Part): [string, Json] => [
  name,
  mayLack ? { $ifNull: [value, null] } : value,
]

/** @throws Unplannable when the group would count rows twice */
const groupKey = (rows: Rows, tree: QueryTree, group: Group): GroupKey => {
  const { context } = rows
  if (group.type === 'entity') return entityKey(rows, tree, group)
  const { column: ref } = group
  const info = columnOf(context, ref)
  const one = (name: string, value: Json, mayLack = false): GroupKey => ({
    parts: [{ name: plain(name), value, mayLack }],
    shown: plain(name),
  })
  if (group.type === 'column') {
    checkGroup(context, tree, ref)
    const place = rows.join(pathTo(context, rows.table.name, ref.table, ref.by))
    return one(columnName(context, tree, ref), `$${place.field(ref.column)}`, info?.nullable ?? true)
  }
  const field = `$${rows.column(ref.table).field(ref.column)}`
  if (group.type === 'time') return one(group.bucket, bucketOf(field, info, group.bucket))
  const labelled = group.periods.reduceRight<Json>(
    (others, { label, ...days }) => ({ $cond: [withinDays(field, info, days), label, others] }),
    null,
  )
  return one('period', labelled)
}

type EntityGroup = Extract<Group, { type: 'entity' }>

/** The rows of a table, by their key and their label; the label is looked up for each group where it can be. */
const entityKey = (rows: Rows, tree: QueryTree, { table: name, by }: EntityGroup): GroupKey => {
  const { context } = rows
  const table = tableOf(context, name)
  checkGroup(context, tree, { table: name, by })
  const shown = plain(entityName(context, name))
  const steps = pathTo(context, rows.table.name, name, by)
  const last = steps.at(-1)
  const [key, more] = table.primaryKey
  if (last?.up === true && last.toColumn === key && more === undefined && !isPassed(rows, tree, name)) {
    const place = rows.join(steps.slice(0, -1))
    const as = rows.newName(table.singular)
    const mayLack = columnOf(context, { table: last.from, column: last.fromColumn })?.nullable ?? true
    const part = { name: as, value: `$${place.field(last.fromColumn)}`, mayLack }
    return { parts: [part], shown, label: { from: table.path.name, key, field: table.label, as } }
  }
  const place = rows.join(steps)
  const keys = table.primaryKey.map((column) => ({ name: plain(column), value: `$${place.field(column)}` }))
  const mayLack = table.columns.get(table.label)?.nullable ?? true
  const label = { name: shown, value: `$${place.field(table.label)}`, mayLack }
  return { parts: [...keys.filter(({ value }) => value !== label.value), label], shown }
}

/** True when something else than the group looks at the rows of a table, or beyond them. */
const isPassed = ({ context, table }: Rows, tree: QueryTree, name: string): boolean => {
  const path = JSON.stringify(pathTo(context, table.name, name)).slice(0, -1)
  const passes = (other: string): boolean => JSON.stringify(pathTo(context, table.name, other)).startsWith(path)
  const tables = (condition: Condition): string[] =>
    condition.type === 'related'
      ? [condition.table]
      : condition.type === 'any'
        ? condition.options.flatMap(tables)
        : [condition.column.table]
  const measures = [...tree.measures, ...tree.having.map(({ measure }) => measure)]
  return (
    tree.groups.filter((group) => passes(group.type === 'entity' ? group.table : group.column.table)).length > 1 ||
    [...tree.where, ...(tree.share ?? [])].flatMap(tables).some(passes) ||
    measures.some((measure) => measure.column !== null && passes(measure.table))
  )
}

/** A name that can stand in a document. @throws Unplannable for none */
export const plain = (name: string): string => {
  const safe = name.replace(/[.$\0]/g, '_')
  if (safe === '') throw new Unplannable('a column without a name')
  return safe === '_id' ? 'id' : safe
}
