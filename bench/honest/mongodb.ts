import type { HonestQueries } from './honest-queries.ts'

/** As models write commands to MongoDB. */
export const MONGODB_HONEST: HonestQueries = {
  shops: [
    '{"collection":"orders","pipeline":[{"$count":"order_count"}]}',
    '{"collection":"orders","pipeline":[{"$group":{"_id":"$status","count":{"$sum":1}}},{"$sort":{"count":-1}},{"$project":{"_id":0,"status":"$_id","count":1}}]}',
  ],
  clinics: [
    '{"collection":"bills","pipeline":[{"$unwind":"$lines"},{"$group":{"_id":"$lines.service_id","quantity":{"$sum":"$lines.quantity"}}},{"$sort":{"quantity":-1}},{"$project":{"_id":0,"service_id":"$_id","quantity":1}}]}',
  ],
}
