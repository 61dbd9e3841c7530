import { hasMongod } from '../../support/mongodb-server.ts'
import type { GeneratedDrafts } from '../contract/engine-adapter.ts'
import { honestPipeline, type Known } from './guard/pipeline-grammar.ts'

const known = (
  collection: string,
  texts: Known['texts'],
  numbers: Known['numbers'],
  links: Known['links'] = [],
): Known => ({ collection, texts, numbers, links, lists: [] })

/** The fixture of the contract; all its references include documents of other tenants. */
const COLLECTIONS: readonly [Known, ...Known[]] = [
  known(
    'orders',
    ['status', 'owner'],
    ['total', 'customer_id', '_id', 'order'],
    [
      ['customer_id', 'customers', '_id'],
      ['_id', 'order_items', 'order_id'],
    ],
  ),
  known(
    'customers',
    ['name', 'email', 'city', 'country', 'owner'],
    ['credit', '_id'],
    [
      ['_id', 'orders', 'customer_id'],
      ['country', 'countries', '_id'],
    ],
  ),
  known(
    'item_notes',
    ['note'],
    ['item_id', '_id'],
    [
      ['item_id', 'order_items', '_id'],
      ['_id', 'note_marks', 'note_id'],
    ],
  ),
  known('products', ['name', 'category'], ['price', '_id'], [['_id', 'order_items', 'product_id']]),
  known('price_list', ['sku'], ['price']),
  known('accounts', ['holder'], ['_id']),
  known('staff', ['name'], ['salary', 'manager_id', '_id'], [['manager_id', 'staff', '_id']]),
  known('events', ['kind'], ['_id']),
]

/** Pipelines over the fixture with features that the available server supports. */
export const GENERATED_PIPELINES: GeneratedDrafts = {
  cases: 400,
  draft: (choose) =>
    JSON.stringify(honestPipeline((...items) => choose(items), { collections: COLLECTIONS, whole: hasMongod })),
}
