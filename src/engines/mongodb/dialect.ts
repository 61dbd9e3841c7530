import type { Dialect, TextsRequest } from '../shared/dialect.ts'
import { namedKeys } from './describe/references.ts'
import { displayedCommand } from './guard/command.ts'
import { FOLDING } from './language/names.ts'

/** One pipeline for the distinct short texts of several columns. Every level of a path may be an array. */
const draftTexts = ({ columns: [first, ...others], ...wanted }: TextsRequest): string =>
  JSON.stringify({
    collection: first?.table ?? '',
    pipeline: [
      ...textsOf(first?.column ?? '', 0, wanted),
      ...others.map(({ table, column }, at) => ({
        $unionWith: { coll: table, pipeline: textsOf(column, at + 1, wanted) },
      })),
    ],
  })

const textsOf = (
  column: string,
  place: number,
  { valuesMax, lengthMax, rowsMax, equal, containing }: Omit<TextsRequest, 'columns'>,
) => [
  // First, so that an index can be used.
  ...(equal === undefined ? [] : [{ $match: { [column]: { $in: equal } } }]),
  ...(rowsMax === undefined ? [] : [{ $limit: rowsMax }]),
  { $project: { _id: 0, value: `$${column}` } },
  ...column.split('.').map(() => ({ $unwind: '$value' })),
  { $match: { value: { $type: 'string', $regex: `^.{0,${lengthMax}}$`, $options: 's' } } },
  ...(equal === undefined ? [] : [{ $match: { value: { $in: equal } } }]),
  ...(containing === undefined
    ? []
    : [{ $match: { value: { $regex: containing.map(escapePattern).join('|'), $options: 'i' } } }]),
  { $group: { _id: '$value', times: { $sum: 1 } } },
  { $limit: valuesMax },
  { $project: { _id: 0, place: { $literal: place }, value: '$_id', times: 1 } },
]

/** Escapes a text for a regular expression. */
const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** What a planner must know to write queries that the guard accepts. */
const DIALECT_NOTES = [
  'MongoDB 5 or later, asked by aggregation pipelines in extended JSON. A path such as items.product_id names a field of',
  'every element of the array items: paths have no positions. Write days and moments as {"$date": "2026-11-21T00:00:00Z"}',
  'in UTC, a period as $gte its first moment and $lt the one after it, and ids as {"$oid": "…"} where the field holds',
  'objectId. Group by time with {"$dateToString": {"date": "$at", "format": "%Y-%m"}} or $dateTrunc; round with $round.',
  '{"field": null} finds null and missing alike; $ne and $nin find documents without the field too, unless null is among',
  'what they leave out; in expressions null is less than everything. $sum of no values is 0. There is no $where,',
  '$function, $accumulator, $out, $merge or other code or writing. Documents are filtered for the caller already: add no',
  'condition on the tenant.',
].join(' ')

/** Rules for models that write commands. */
const PROMPT_RULES = [
  '- One JSON object {"collection": "…", "pipeline": [ … ]} that only reads, as the query itself or as its text. JSON only, never JavaScript: no db.…, no ISODate(), no ObjectId(), no comments.',
  '- Use only collections and fields of the schema, spelled as there: a field that does not exist would silently find nothing, and is refused.',
  '- $match first, with plain comparisons, so that an index can serve it; $lookup only for what another collection knows, with localField and foreignField along the references of the schema, and after the documents have become few.',
  '- $unwind an array before its elements are grouped or added up; $elemMatch where several conditions are about one element.',
  '- End with $project: "_id": 0 and the fields you need under plain lower-case names. Add $sort, and $limit where the question asks for a top or an example.',
].join('\n')

/** MongoDB commands as JSON. */
export const DIALECT: Dialect = {
  system: 'mongodb',
  notes: DIALECT_NOTES,
  promptRules: PROMPT_RULES,
  sql: null,
  folding: () => FOLDING,
  draftTexts,
  documents: {
    draftSample: (collection, { documentsMax: limit, newest }) =>
      JSON.stringify({ op: 'find', collection, filter: {}, ...(newest ? { sort: { _id: -1 } } : {}), limit }),
    namedKeys,
  },
  indexStatement: (collection, path) =>
    `db.getCollection(${JSON.stringify(collection)}).createIndex({ ${JSON.stringify(path)}: 1 })`,
  shown: displayedCommand,
}
