import type { Json } from '../../../../platform/values/json.ts'
import { columnOf, pathTo, tableOf } from '../query-context.ts'
import { columnName, entityName, withUniqueNames } from '../result-names.ts'
import { checkGroup } from '../row-counts.ts'
import { conditionTables } from '../tables-of.ts'
import type { Group, QueryTree } from '../tree.ts'
import { addConditions } from './conditions.ts'
import type { Doc } from './document.ts'
import { expressionOf } from './expression-of.ts'
import { bucketOf } from './expressions.ts'
import { fieldTest } from './field-test.ts'
import { plain, type ShownField } from './result-stages.ts'
import type { Rows } from './rows.ts'

/** A group key: its last part is shown, or used to look up what is shown. */
interface GroupKey {
  readonly parts: readonly { readonly name: string; readonly value: Json }[]
  readonly label?: { readonly from: string; readonly key: string; readonly field: string; readonly as: string }
}

/** The groups of a tree, after `$group`. */
interface Grouped {
  /** `_id` of `$group`. */
  readonly id: Json
  /** All fields that distinguish groups. */
  readonly by: readonly string[]
  /** The shown fields of each group. */
  readonly shown: readonly ShownField[]
  /** Stages that look up labels of groups known by key only. */
  readonly labels: readonly Doc[]
}

/** Joins the group tables and adds the conditions of a tree. @throws Unplannable if a group would count rows twice */
export const grouped = (rows: Rows, tree: QueryTree): Grouped => {
  const keys = tree.groups.map((group) => ({ ...groupKey(rows, tree, group), name: shownName(rows, tree, group) }))
  addConditions(rows, tree.where)
  const parts = withUniqueNames(keys.flatMap((key) => key.parts))
  const [only, more] = parts
  const by = parts.map(({ name }) => (more === undefined ? '_id' : `_id.${name}`))
  const ends = keys.map((_, index) => keys.slice(0, index + 1).flatMap((key) => key.parts).length - 1)
  const lastOf = (index: number): string => by[ends[index] ?? 0] ?? '_id'
  return {
    // Null and missing are the same group, also in compound keys.
    id: more === undefined ? (only?.value ?? null) : Object.fromEntries(parts.map(idPart)),
    by,
    shown: keys.map(({ name, label }, index) => ({
      name,
      field: label === undefined ? lastOf(index) : `${label.as}.${label.field}`,
    })),
    labels: keys.flatMap(({ label }, index) => {
      if (label === undefined) return []
      const { from, key: foreignField, as } = label
      return [{ $lookup: { from, localField: lastOf(index), foreignField, as } }, { $unwind: `$${as}` }]
    }),
  }
}

const idPart = ({ name, value }: GroupKey['parts'][number]): [string, Json] => [name, { $ifNull: [value, null] }]

const shownName = ({ context }: Rows, tree: QueryTree, group: Group): string => {
  if (group.type === 'entity') return plain(entityName(context, group.table))
  if (group.type === 'column') return plain(columnName(context, tree, group.column))
  return group.type === 'time' ? group.bucket : 'period'
}

const groupKey = (rows: Rows, tree: QueryTree, group: Group): GroupKey => {
  const { context } = rows
  if (group.type === 'entity') return entityKey(rows, tree, group)
  const { column: ref } = group
  const info = columnOf(context, ref)
  const name = shownName(rows, tree, group)
  if (group.type === 'column') {
    checkGroup(context, tree, ref)
    const place = rows.join(pathTo(context, rows.table.name, ref.table, ref.by))
    return { parts: [{ name, value: `$${place.field(ref.column)}` }] }
  }
  const field = rows.column(ref.table).field(ref.column)
  if (group.type === 'time') return { parts: [{ name, value: bucketOf(`$${field}`, info, group.bucket) }] }
  const labelled = group.periods.reduceRight<Json>((others, { label, ...days }) => {
    const test = fieldTest(field, info, { type: 'range', column: ref, ...days, negated: false })
    return { $cond: [expressionOf(test), label, others] }
  }, null)
  return { parts: [{ name, value: labelled }] }
}

const tablesAsked = ({ where, share, measures, having, groups }: QueryTree): readonly string[] => [
  ...[...where, ...(share ?? [])].flatMap(conditionTables),
  ...[...measures, ...having.map(({ measure }) => measure)].map(({ table }) => table),
  ...groups.flatMap((group) => (group.type === 'entity' ? [] : [group.column.table])),
]

/** Groups by row of a table, with its key and label; the label is looked up per group if possible. */
const entityKey = (rows: Rows, tree: QueryTree, group: Extract<Group, { type: 'entity' }>): GroupKey => {
  const { context } = rows
  const table = tableOf(context, group.table)
  checkGroup(context, tree, group)
  const steps = pathTo(context, rows.table.name, group.table, group.by)
  const last = steps.at(-1)
  const [key, more] = table.primaryKey
  // All conditions on a one-to-many table must hold for the same row.
  const isAsked = steps.some(({ up }) => !up) && tablesAsked(tree).includes(group.table)
  const isKey = last?.up === true && last.toColumn === key && more === undefined && table.within === null
  if (isKey && !isAsked) {
    const value = `$${rows.join(steps.slice(0, -1)).field(last.fromColumn)}`
    const as = rows.newName(table.singular)
    return { parts: [{ name: as, value }], label: { from: table.path.name, key, field: table.label, as } }
  }
  const place = rows.join(steps)
  const keys = table.primaryKey.filter((column) => column !== table.label)
  const name = shownName(rows, tree, group)
  return {
    parts: [...keys.map((column) => ({ name: plain(column), column })), { name, column: table.label }].map(
      ({ name: own, column }) => ({ name: own, value: `$${place.field(column)}` }),
    ),
  }
}
