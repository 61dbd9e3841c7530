import type { OracleQuery } from '../contract/engine-adapter.ts'

const query = (draft: unknown, ordered = false): OracleQuery => ({ draft: JSON.stringify(draft), ordered })
const all = (collection: string, ...pipeline: readonly unknown[]): OracleQuery => query({ collection, pipeline })
const sorted = (collection: string, ...pipeline: readonly unknown[]): OracleQuery =>
  query({ collection, pipeline }, true)

const count = { $count: 'n' }
const by = (key: unknown, fields: object = { n: { $sum: 1 } }) => ({ $group: { _id: key, ...fields } })
const lookup = (from: string, localField: string, as: string, foreignField = '_id') => ({
  $lookup: { from, localField, foreignField, as },
})
const within = (from: string, pipeline: readonly unknown[], as = 'found', more: object = {}) => ({
  $lookup: { from, ...more, pipeline, as },
})

/** Honest queries on the fixture of the contract. */
export const QUERIES: readonly OracleQuery[] = [
  query({ collection: 'orders' }),
  query({ op: 'find', collection: 'customers', filter: { city: 'Berlin' } }),
  query({ op: 'find', collection: 'orders', filter: { status: { $in: ['paid', 'open'] } }, projection: { total: 1 } }),
  query({ op: 'find', collection: 'orders', filter: { total: null }, projection: { _id: 1 } }),
  query({ collection: 'orders', filter: { total: { $gte: 110 } }, sort: { _id: 1 }, limit: 7 }, true),
  query({ collection: 'orders', filter: {}, sort: { placed_on: -1, _id: 1 }, skip: 3, limit: 5 }, true),
  query({ collection: 'customers', filter: { $or: [{ city: 'Oslo' }, { country: 'FR' }] }, projection: { name: 1 } }),
  query({ collection: 'customers', filter: { name: { $regex: '^Customer .-[0-3]' } } }),
  query({ collection: 'customers', filter: { email: { $exists: true, $ne: null } } }),
  query({ collection: 'tenants' }),
  query({ collection: 'products', filter: { category: { $ne: 'toys' } } }),
  query({ collection: 'price_list', filter: {} }),
  query({ collection: 'staff', filter: { salary: { $gt: 1200, $lt: 3500 } } }),
  query({ collection: 'order_items', filter: { quantity: { $gte: 2 } } }),
  query({ collection: 'Order Notes', filter: {} }),
  query({ collection: 'accounts', filter: { balance: { $gt: 2 } } }),
  all('orders', count),
  all('customers', count),
  all('order_items', count),
  all('item_notes', count),
  all('note_marks', count),
  all('products', count),
  all('price_list', count),
  all('accounts', count),
  all('staff', count),
  all('events', count),
  all('Order Notes', count),
  all('orders', by('$status')),
  all('orders', by('$status', { sum: { $sum: '$total' }, max: { $max: '$total' }, min: { $min: '$total' } })),
  all('orders', by(null, { average: { $avg: '$total' } })),
  all('orders', by({ status: '$status', owner: '$owner' })),
  all('orders', { $match: { total: { $gt: 100 } } }, by('$owner'), { $match: { n: { $gt: 1 } } }),
  all('order_items', by('$product_id', { sold: { $sum: { $multiply: ['$quantity', '$price'] } } })),
  all('item_notes', { $project: { _id: 0, note: 1 } }),
  all('note_marks', by('$mark')),
  all('events', by('$kind', { first: { $min: '$happened_at' } })),
  all('staff', by('$manager_id', { paid: { $sum: '$salary' } })),
  all('customers', by({ $ifNull: ['$email', 'none'] })),
  all('customers', { $project: { _id: 0, city: 1, upper: { $toUpper: '$name' } } }),
  all('customers', { $addFields: { half: { $divide: ['$credit', 2] } } }, { $project: { half: 1 } }),
  all('customers', { $match: { $expr: { $gt: ['$credit', { $multiply: ['$_id', 1] }] } } }, count),
  all('orders', { $match: { $expr: { $eq: ['$owner', 'bob'] } } }, { $project: { total: 1 } }),
  all('orders', { $project: { month: { $dateToString: { date: '$placed_on', format: '%Y-%m' } } } }, by('$month')),
  all('orders', { $project: { large: { $cond: [{ $gt: ['$total', 130] }, 'large', 'small'] } } }, by('$large')),
  all('price_list', by('$sku', { price: { $max: '$price' } })),
  sorted('orders', { $sort: { total: -1, _id: 1 } }, { $limit: 3 }, { $project: { total: 1 } }),
  sorted('customers', { $sort: { credit: 1, _id: 1 } }, { $skip: 2 }, { $limit: 4 }),
  sorted('orders', by('$status'), { $sort: { n: -1, _id: 1 } }),
  sorted('products', { $sort: { price: -1, _id: 1 } }, { $project: { _id: 0, name: 1, price: 1 } }),
  all('orders', lookup('customers', 'customer_id', 'customer'), { $unwind: '$customer' }, by('$customer.city')),
  all('orders', lookup('customers', 'customer_id', 'customer'), { $match: { customer: [] } }, count),
  all('orders', lookup('order_items', '_id', 'items', 'order_id'), { $unwind: '$items' }, by('$items.quantity')),
  all('customers', lookup('orders', '_id', 'orders', 'customer_id'), { $project: { n: { $size: '$orders' } } }),
  all('order_items', lookup('products', 'product_id', 'product'), { $unwind: '$product' }, by('$product.category')),
  all('customers', within('orders', [{ $match: { status: 'paid' } }, count]), { $project: { found: 1 } }),
  all(
    'customers',
    within('orders', [{ $match: { $expr: { $eq: ['$customer_id', '$$id'] } } }, count], 'n', { let: { id: '$_id' } }),
    { $project: { n: 1 } },
  ),
  all('staff', lookup('staff', 'manager_id', 'manager'), { $unwind: '$manager' }, { $project: { 'manager.name': 1 } }),
  all('orders', { $facet: { byStatus: [by('$status'), { $sort: { _id: 1 } }], all: [count] } }),
  all('orders', { $bucket: { groupBy: '$order', boundaries: [0, 8, 16, 24], output: { n: { $sum: 1 } } } }),
  all('orders', { $sortByCount: '$status' }),
  all('orders', { $match: { order: { $mod: [2, 0] } } }, by('$owner', { orders: { $sum: '$order' } })),
  all('Order Notes', by('$order')),
  all('customers', lookup('countries', 'country', 'place'), { $unwind: '$place' }, by('$place.name')),
]

/** Those that only MongoDB itself can run. */
export const MORE_QUERIES: readonly OracleQuery[] = [
  all(
    'staff',
    {
      $graphLookup: {
        from: 'staff',
        startWith: '$manager_id',
        connectFromField: 'manager_id',
        connectToField: '_id',
        as: 'above',
      },
    },
    { $project: { levels: { $size: '$above' } } },
  ),
  all('orders', { $unionWith: { coll: 'price_list', pipeline: [{ $project: { price: 1 } }] } }, count),
]
