/** Legitimate drafts on the shop: every stage, every way to read another collection, hidden fields nearby. */
const aggregate = (collection: string, ...pipeline: readonly object[]) => ({ collection, pipeline })
const byKey = { $sort: { _id: 1 } } as const
const lookup = (from: string, localField: string, foreignField: string, as: string) => ({
  $lookup: { from, localField, foreignField, as },
})
const own = (from: string, variables: object, ...pipeline: readonly object[]) => ({
  $lookup: { from, let: variables, pipeline, as: 'found' },
})
const count = { $count: 'n' } as const

export const SHOP_PIPELINES: readonly object[] = [
  aggregate('orders', count),
  aggregate('orders'),
  aggregate('customers', byKey),
  aggregate('orders', { $match: { status: 'open' } }, byKey),
  aggregate('orders', { $match: { $or: [{ status: 'open' }, { total: { $gt: 150 } }] } }, count),
  aggregate('orders', { $match: { tenant_id: { $ne: 1 } } }),
  aggregate('orders', { $match: { tenant_id: { $in: [1, 2, 3] } } }, count),
  aggregate('orders', { $match: { $nor: [{ tenant_id: 1 }, { tenant_id: 3 }] } }, count),
  aggregate('orders', { $group: { _id: '$status', n: { $sum: 1 }, total: { $sum: '$total' } } }, byKey),
  aggregate('orders', { $group: { _id: '$tenant_id', n: { $count: {} } } }),
  aggregate('orders', { $group: { _id: { s: '$status', y: { $year: '$placed_on' } }, top: { $max: '$total' } } }),
  aggregate('orders', { $unwind: '$items' }, { $group: { _id: '$items.product_id', n: { $sum: '$items.quantity' } } }),
  aggregate(
    'orders',
    { $unwind: { path: '$items', includeArrayIndex: 'place', preserveNullAndEmptyArrays: true } },
    count,
  ),
  aggregate('orders', { $match: { 'items.0.price': { $gt: 10 } } }, count),
  aggregate('orders', { $match: { items: { $elemMatch: { quantity: 2, price: { $gte: 11 } } } } }, count),
  aggregate('orders', { $match: { 'items.product_id': { $exists: true } } }, { $project: { n: { $size: '$items' } } }),
  aggregate('orders', { $project: { sum: { $sum: '$items.price' }, first: { $arrayElemAt: ['$items', 0] } } }),
  aggregate('orders', {
    $project: { cheap: { $filter: { input: '$items', as: 'i', cond: { $lt: ['$$i.price', 12] } } } },
  }),
  aggregate('orders', {
    $project: { worth: { $map: { input: '$items', as: 'i', in: { $multiply: ['$$i.price', '$$i.quantity'] } } } },
  }),
  aggregate('orders', {
    $project: {
      worth: { $reduce: { input: '$items', initialValue: 0, in: { $add: ['$$value', '$$this.price'] } } },
    },
  }),
  aggregate('orders', lookup('customers', 'customer_id', '_id', 'customer'), byKey),
  aggregate('orders', lookup('customers', 'customer_id', '_id', 'customer'), { $match: { customer: [] } }, count),
  aggregate(
    'orders',
    lookup('customers', 'customer_id', '_id', 'c'),
    { $unwind: '$c' },
    {
      $group: { _id: '$c.address.city', n: { $sum: 1 } },
    },
  ),
  aggregate(
    'orders',
    lookup('customers', 'customer_id', '_id', 'c'),
    { $unwind: '$c' },
    {
      $match: { 'c.tenant_id': { $gt: 0 } },
    },
  ),
  aggregate('customers', lookup('orders', '_id', 'customer_id', 'orders'), {
    $project: { name: 1, n: { $size: '$orders' }, spent: { $sum: '$orders.total' } },
  }),
  aggregate(
    'customers',
    lookup('orders', '_id', 'customer_id', 'orders'),
    { $match: { 'orders.0': { $exists: false } } },
    count,
  ),
  aggregate('orders', lookup('products', 'items.product_id', '_id', 'products'), byKey),
  aggregate(
    'orders',
    { $unwind: '$items' },
    lookup('products', 'items.product_id', '_id', 'p'),
    { $unwind: '$p' },
    {
      $group: { _id: '$p.category', sold: { $sum: '$items.quantity' } },
    },
  ),
  aggregate('products', lookup('orders', '_id', 'items.product_id', 'orders'), {
    $project: { name: 1, n: { $size: '$orders' } },
  }),
  aggregate(
    'customers',
    lookup('countries', 'address.country', '_id', 'country'),
    { $unwind: '$country' },
    {
      $group: { _id: '$country.name', n: { $sum: 1 } },
    },
  ),
  aggregate(
    'customers',
    own('orders', { id: '$_id' }, { $match: { $expr: { $eq: ['$customer_id', '$$id'] } } }, count),
  ),
  aggregate(
    'customers',
    own('orders', { t: '$tenant_id' }, { $match: { $expr: { $ne: ['$tenant_id', '$$t'] } } }, count),
  ),
  aggregate('tenants', own('orders', {}, { $group: { _id: null, n: { $sum: 1 } } })),
  aggregate(
    'tenants',
    own('orders', {}, lookup('customers', 'customer_id', '_id', 'c'), { $match: { c: { $ne: [] } } }, count),
  ),
  aggregate('orders', own('events', { id: '$_id' }, { $match: { $expr: { $eq: ['$order_id', '$$id'] } } }), byKey),
  aggregate('orders', lookup('events', '_id', 'order_id', 'events'), { $project: { n: { $size: '$events' } } }),
  aggregate('events', byKey),
  aggregate('events', { $group: { _id: '$kind', n: { $sum: 1 } } }),
  aggregate(
    'events',
    lookup('orders', 'order_id', '_id', 'o'),
    { $unwind: '$o' },
    {
      $group: { _id: '$o.status', n: { $sum: 1 } },
    },
  ),
  aggregate('notes', byKey),
  aggregate('notes', lookup('events', 'event_id', '_id', 'e'), lookup('orders', 'e.order_id', '_id', 'o'), byKey),
  aggregate('price_list', byKey),
  aggregate('price_list', { $match: { tenant_id: null } }, count),
  aggregate('price_list', { $group: { _id: '$sku', price: { $avg: '$price' } } }),
  aggregate('accounts', { $group: { _id: '$org.id', sum: { $sum: '$balance' } } }),
  aggregate('accounts', { $match: { 'org.id': { $gte: 1 } } }, { $project: { org: 1, balance: 1 } }),
  aggregate('devices', { $match: { level: { $gt: 1 } } }, byKey),
  aggregate('devices', { $group: { _id: { $type: '$tenant_id' }, n: { $sum: 1 } } }),
  aggregate(
    'surveys',
    { $project: { answers: { $objectToArray: '$answers' } } },
    { $unwind: '$answers' },
    {
      $group: { _id: null, best: { $max: '$answers.v.score' } },
    },
  ),
  aggregate('surveys', { $match: { 'answers.q1000_0.score': { $gt: 0 } } }),
  aggregate(
    'customers',
    { $project: { all: { $objectToArray: '$$ROOT' } } },
    { $unwind: '$all' },
    { $sortByCount: '$all.k' },
  ),
  aggregate('customers', { $replaceRoot: { newRoot: '$address' } }, { $group: { _id: '$city', n: { $sum: 1 } } }),
  aggregate('customers', { $replaceWith: { $mergeObjects: ['$$ROOT', '$address'] } }, byKey),
  aggregate(
    'customers',
    { $addFields: { place: { $concat: ['$address.city', ', ', '$address.country'] } } },
    { $project: { place: 1 } },
  ),
  aggregate('customers', { $set: { 'address.zip': '$_id' } }, { $project: { address: 1 } }),
  aggregate('customers', { $unset: ['email', 'address.city'] }, byKey),
  aggregate('customers', { $project: { email: 0, 'address.city': 0 } }, byKey),
  aggregate('customers', { $unwind: '$tags' }, { $sortByCount: '$tags' }),
  aggregate('customers', { $bucket: { groupBy: '$credit', boundaries: [0, 150, 250, 1000], default: 'more' } }),
  aggregate('customers', { $bucketAuto: { groupBy: '$credit', buckets: 3 } }),
  aggregate('orders', { $facet: { all: [count], open: [{ $match: { status: 'open' } }, count] } }),
  aggregate('orders', {
    $facet: { joined: [lookup('customers', 'customer_id', '_id', 'c'), { $match: { c: { $size: 1 } } }, count] },
  }),
  aggregate('orders', { $unionWith: 'customers' }, { $group: { _id: '$tenant_id', n: { $sum: 1 } } }),
  aggregate(
    'orders',
    { $project: { a: '$status' } },
    { $unionWith: { coll: 'events', pipeline: [{ $project: { a: '$kind' } }] } },
    {
      $group: { _id: '$a', n: { $sum: 1 } },
    },
  ),
  aggregate(
    'staff',
    {
      $graphLookup: {
        from: 'staff',
        startWith: '$boss',
        connectFromField: 'boss',
        connectToField: '_id',
        as: 'above',
        maxDepth: 5,
      },
    },
    { $project: { n: { $size: '$above' } } },
  ),
  aggregate(
    'staff',
    {
      $graphLookup: {
        from: 'staff',
        startWith: '$_id',
        connectFromField: '_id',
        connectToField: 'boss',
        as: 'below',
        restrictSearchWithMatch: { salary: { $gt: 0 } },
      },
    },
    { $project: { names: '$below.name' } },
  ),
  // Collections filtered through parents, with references to documents of other tenants.
  aggregate(
    'notes',
    {
      $graphLookup: {
        from: 'events',
        startWith: '$event_id',
        connectFromField: 'order_id',
        connectToField: '_id',
        as: 'chain',
        maxDepth: 3,
        depthField: 'level',
      },
    },
    { $unwind: '$chain' },
    { $project: { event: '$chain._id', kind: '$chain.kind', level: { $toInt: '$chain.level' } } },
  ),
  aggregate(
    'events',
    {
      $graphLookup: {
        from: 'events',
        startWith: '$_id',
        connectFromField: '_id',
        connectToField: 'order_id',
        as: 'below',
        maxDepth: 2,
        restrictSearchWithMatch: { kind: { $ne: 'seen' } },
      },
    },
    { $unwind: { path: '$below', preserveNullAndEmptyArrays: true } },
    { $project: { kind: 1, below: '$below' } },
  ),
  aggregate(
    'orders',
    {
      $graphLookup: {
        from: 'notes',
        startWith: '$_id',
        connectFromField: 'event_id',
        connectToField: '_id',
        as: 'notes',
        maxDepth: 4,
      },
    },
    { $project: { n: { $size: '$notes' } } },
  ),
  aggregate(
    'customers',
    {
      $graphLookup: {
        from: 'events',
        startWith: '$_id',
        connectFromField: '_id',
        connectToField: 'order_id',
        as: 'events',
        maxDepth: 0,
      },
    },
    { $unwind: '$events' },
    { $group: { _id: '$events.kind', n: { $sum: 1 } } },
  ),
  aggregate('orders', { $match: { $expr: { $gt: ['$total', { $multiply: ['$customer_id', 0.01] }] } } }, count),
  aggregate('orders', { $match: { $expr: { $eq: [{ $month: '$placed_on' }, 2] } } }, count),
  aggregate('orders', { $redact: { $cond: [{ $eq: ['$status', 'open'] }, '$$KEEP', '$$PRUNE'] } }, count),
  aggregate('orders', { $sort: { placed_on: -1, _id: 1 } }, { $skip: 2 }, { $limit: 3 }, { $project: { status: 1 } }),
  aggregate(
    'orders',
    {
      $setWindowFields: { partitionBy: '$status', sortBy: { _id: 1 }, output: { rank: { $documentNumber: {} } } },
    },
    { $project: { rank: 1 } },
  ),
  aggregate(
    'orders',
    { $project: { month: { $dateToString: { date: '$placed_on', format: '%Y-%m' } } } },
    {
      $group: { _id: '$month', n: { $sum: 1 } },
    },
  ),
  { find: 'orders', filter: { status: 'open' }, projection: { status: 1 }, sort: { _id: 1 }, limit: 4 },
  { find: 'products', filter: { price: { $gt: 11 } }, sort: { _id: -1 }, limit: 100 },
  { op: 'find', collection: 'customers', filter: { 'address.city': 'Oslo' }, projection: { _id: 0, name: 1 } },
  { find: 'staff', filter: { $or: [{ boss: null }, { salary: { $gt: 1 } }] }, sort: { _id: 1 } },
  { find: 'devices' },
  { aggregate: 'events', pipeline: [{ $match: { kind: { $regex: '^S', $options: 'i' } } }, count], cursor: {} },
]
