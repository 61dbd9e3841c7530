/** What a planner must know to write queries that this engine accepts. */
export const DIALECT_NOTES = [
  'MongoDB 5 or later, asked by aggregation pipelines in extended JSON. A path such as items.product_id names a field of',
  'every element of the array items: paths have no positions. Write days and moments as {"$date": "2026-11-21T00:00:00Z"}',
  'in UTC, a period as $gte its first moment and $lt the one after it, and ids as {"$oid": "…"} where the field holds',
  'objectId. Group by time with {"$dateToString": {"date": "$at", "format": "%Y-%m"}} or $dateTrunc; round with $round.',
  '{"field": null} finds null and missing alike; $ne and $nin find documents without the field too, unless null is among',
  'what they leave out; in expressions null is less than everything. $sum of no values is 0. There is no $where,',
  '$function, $accumulator, $out, $merge or other code or writing. Documents are filtered for the caller already: add no',
  'condition on the tenant.',
].join(' ')
