import type { Json } from '../../../../platform/values/json.ts'
import { Unplannable } from '../query-context.ts'
import { withUniqueNames } from '../result-names.ts'
import type { Doc } from './document.ts'

/** A column of a result, and the field with its value. */
export interface ShownField {
  readonly name: string
  readonly field: string
}

/** A term of the sort order. */
export interface Ordered {
  readonly field: string
  readonly descending: boolean
}

interface ResultOrder {
  readonly order: readonly Ordered[]
  /** Fields, ascending, that break ties of `order`. */
  readonly ties: readonly string[]
  readonly limit: number | null
}

/** Rows without a value come first when ascending, and last when descending: the default order of pipelines. */
export const sortStages = ({ order, ties, limit }: ResultOrder): Doc[] => {
  const places = new Map<string, number>()
  for (const { field, descending } of [...order, ...ties.map((field) => ({ field, descending: false }))])
    if (!places.has(field)) places.set(field, descending ? -1 : 1)
  return [
    ...(places.size === 0 ? [] : [{ $sort: Object.fromEntries(places) }]),
    ...(limit === null ? [] : [{ $limit: limit }]),
  ]
}

/** The final projection, in this order. */
export const shownStage = (shown: readonly ShownField[]): Doc => ({
  $project: { _id: 0, ...Object.fromEntries(withUniqueNames(shown).map(({ name, field }) => [name, `$${field}`])) },
})

/** Exactly one row, even for no documents, where a group would return none. */
export const loneRow = (
  group: readonly Doc[],
  shown: readonly (ShownField & { readonly isCount: boolean })[],
): Doc[] => {
  const value = (field: string, none: Json): Json => ({ $ifNull: [{ $arrayElemAt: [`$rows.${field}`, 0] }, none] })
  const fields = withUniqueNames(shown).map(({ name, field, isCount }) => [name, value(field, isCount ? 0 : null)])
  return [{ $facet: { rows: [...group] } }, { $project: Object.fromEntries(fields) }]
}

/** A name that is valid as a field name. @throws Unplannable for others */
export const plain = (name: string): string => {
  const safe = name.replace(/[.$\0]/g, '_')
  if (safe === '') throw new Unplannable('a column without a name')
  return safe === '_id' ? 'id' : safe
}
