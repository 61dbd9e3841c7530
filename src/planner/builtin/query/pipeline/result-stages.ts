import type { Json } from '../../../../platform/values/json.ts'
import { Unplannable } from '../query-context.ts'
import { withOwnNames } from '../result-names.ts'
import type { Doc } from './document.ts'

/** A column of a result, and the field that holds it in the last documents. */
export interface ShownField {
  readonly name: string
  readonly field: string
}

/** A place in the order of a result. */
export interface Ordered {
  readonly field: string
  readonly descending: boolean
}

interface ResultOrder {
  readonly order: readonly Ordered[]
  /** What decides, ascending, among rows that are alike in all of `order`. */
  readonly ties: readonly string[]
  readonly limit: number | null
}

/** Rows without a value come first when ascending, and last when descending: this language's own order. */
export const sortStages = ({ order, ties, limit }: ResultOrder): Doc[] => {
  const places = new Map<string, number>()
  for (const { field, descending } of [...order, ...ties.map((field) => ({ field, descending: false }))])
    if (!places.has(field)) places.set(field, descending ? -1 : 1)
  return [
    ...(places.size === 0 ? [] : [{ $sort: Object.fromEntries(places) }]),
    ...(limit === null ? [] : [{ $limit: limit }]),
  ]
}

/** What is left of each document in the end, in this order. */
export const shownStage = (shown: readonly ShownField[]): Doc => ({
  $project: { _id: 0, ...Object.fromEntries(withOwnNames(shown).map(({ name, field }) => [name, `$${field}`])) },
})

/** One row, also of no documents at all, where a group would be none. */
export const loneRow = (
  group: readonly Doc[],
  shown: readonly (ShownField & { readonly isCount: boolean })[],
): Doc[] => {
  const value = (field: string, none: Json): Json => ({ $ifNull: [{ $arrayElemAt: [`$rows.${field}`, 0] }, none] })
  const fields = withOwnNames(shown).map(({ name, field, isCount }) => [name, value(field, isCount ? 0 : null)])
  return [{ $facet: { rows: [...group] } }, { $project: Object.fromEntries(fields) }]
}

/** A name that can stand in a document. @throws Unplannable for none */
export const plain = (name: string): string => {
  const safe = name.replace(/[.$\0]/g, '_')
  if (safe === '') throw new Unplannable('a column without a name')
  return safe === '_id' ? 'id' : safe
}
