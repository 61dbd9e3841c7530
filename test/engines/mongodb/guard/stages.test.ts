import { displayedCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import { STAGES } from '../../../../src/engines/mongodb/language/stages.ts'
import { shopRules } from './shop.ts'

/** The guarded command of a draft, or the reason of its refusal. */
const guardedOf = async (draft: unknown): Promise<string> => {
  const result = await guardDraft(JSON.stringify(draft), shopRules(1))
  return result.ok ? JSON.stringify(displayedCommand(result.query)) : result.refusal.reason
}
const over = (collection: string, ...pipeline: readonly object[]) => guardedOf({ collection, pipeline })
const lookup = { from: 'products', localField: '_id', foreignField: '_id', as: 'found' }
const graph = { from: 'staff', startWith: '$_id', connectFromField: 'boss', connectToField: '_id', as: 'above' }
const near = { near: { type: 'Point', coordinates: [1, 2] }, distanceField: 'far', key: 'price' }
const fill = (field: object, more: object = {}) => ({ $fill: { output: { price: field }, ...more } })

/** Accepted stages over products, and their form in the guarded command if it differs. */
const ACCEPTED: readonly [stage: object, written?: object][] = [
  [{ $addFields: { x: '$price', 'a.b': 1, c: { d: '$name' } } }],
  [{ $set: { x: '$price' } }, { $addFields: { x: '$price' } }],
  [{ $unset: 'price' }],
  [{ $unset: ['price', 'name'] }],
  [{ $bucket: { groupBy: '$price', boundaries: [0, 5] } }],
  [{ $bucket: { groupBy: '$price', boundaries: [0, 5], default: 'other', output: { n: { $sum: 1 } } } }],
  [{ $bucketAuto: { groupBy: '$price', buckets: 2, granularity: 'R5' } }],
  [{ $bucketAuto: { groupBy: '$price', buckets: 2, output: { most: { $max: '$price' } } } }],
  [{ $count: 'n' }],
  [{ $densify: { field: 'price', partitionByFields: ['name'], range: { step: 1, unit: 'day', bounds: 'full' } } }],
  [{ $facet: { a: [{ $count: 'n' }], b: [] } }],
  [fill({ value: 0 }, { partitionBy: '$name', sortBy: { price: 1 } })],
  [fill({ method: 'linear' }, { partitionByFields: ['name'], sortBy: { price: 1 } })],
  [fill({ method: 'locf' })],
  [{ $group: { _id: { name: '$name' }, n: { $sum: 1 } } }],
  [{ $limit: 1 }],
  [{ $skip: 0 }],
  [{ $sample: { size: 1 } }],
  [{ $match: { price: 1 } }],
  [{ $project: { price: 1, x: '$name', a: { b: '$name' }, _id: 0 } }],
  [{ $project: { price: 0, _id: 1 } }],
  [{ $redact: '$$KEEP' }],
  [{ $replaceRoot: { newRoot: { a: '$price' } } }],
  [{ $replaceWith: { a: '$price' } }, { $replaceRoot: { newRoot: { a: '$price' } } }],
  [{ $sort: { price: 1, name: -1 } }],
  [{ $sortByCount: '$name' }],
  [{ $unwind: '$name' }],
  [{ $unwind: { path: '$name', includeArrayIndex: 'at', preserveNullAndEmptyArrays: true } }],
  [
    {
      $setWindowFields: {
        partitionBy: '$name',
        sortBy: { price: 1 },
        output: { 'a.b': { $sum: '$price', window: {} } },
      },
    },
  ],
]

/** Refused stages over products, by reason. */
const REFUSED: readonly (readonly [reason: string, ...stages: readonly object[]])[] = [
  [
    'syntax',
    {},
    { $limit: 1, $skip: 1 },
    { $limit: 0 },
    { $limit: 1.5 },
    { $limit: '1' },
    { $skip: -1 },
    { $sample: { size: 0 } },
  ],
  [
    'syntax',
    { $sample: 5 },
    { $count: 5 },
    { $count: 'a.b' },
    { $sort: {} },
    { $sort: { price: 2 } },
    { $sort: 'price' },
  ],
  [
    'syntax',
    { $sort: { price: { a: 1 } } },
    { $unwind: 'name' },
    { $unwind: '$$ROOT' },
    { $unwind: {} },
    { $unwind: 5 },
  ],
  [
    'syntax',
    { $unwind: { path: '$name', preserveNullAndEmptyArrays: 1 } },
    { $unwind: { path: '$name', includeArrayIndex: 1 } },
  ],
  [
    'syntax',
    { $group: { n: { $sum: 1 } } },
    { $group: 'name' },
    { $group: { _id: null, n: 1 } },
    { $group: { _id: null, n: {} } },
  ],
  ['syntax', { $group: { _id: null, n: { $sum: 1, $max: 1 } } }, { $group: { $date: '2024-01-01' } }],
  [
    'syntax',
    { $bucket: { groupBy: '$price' } },
    { $bucket: { boundaries: [] } },
    { $bucket: 5 },
    { $bucketAuto: { groupBy: '$price' } },
  ],
  [
    'syntax',
    { $densify: { range: { step: 1 } } },
    { $densify: { field: 'price' } },
    { $fill: {} },
    fill({}),
    fill({ method: 'other' }),
  ],
  ['syntax', fill({ value: 1, method: 'other' }), { $densify: { field: 'price', partitionByFields: [1], range: {} } }],
  [
    'syntax',
    { $project: {} },
    { $project: 5 },
    { $project: { $date: '2024-01-01' } },
    { $addFields: 5 },
    { $unset: 5 },
    { $unset: [5] },
  ],
  [
    'syntax',
    { $replaceRoot: {} },
    { $replaceRoot: 5 },
    { $facet: { a: {} } },
    { $facet: { 'a.b': [] } },
    { $facet: 5 },
  ],
  ['syntax', { $setWindowFields: {} }, { $setWindowFields: { output: { x: { window: {} } } } }],
  ['syntax', { $setWindowFields: { output: { x: { $sum: 1, $max: 1 } } } }, { $setWindowFields: { output: { x: 5 } } }],
  ['syntax', { $lookup: { from: 'orders', as: 'x' } }, { $lookup: { ...lookup, foreignField: undefined } }],
  [
    'syntax',
    { $lookup: { ...lookup, localField: 5 } },
    { $lookup: { ...lookup, pipeline: {} } },
    { $lookup: { ...lookup, as: '' } },
  ],
  [
    'syntax',
    { $lookup: { ...lookup, from: 5 } },
    { $lookup: 'orders' },
    { $unionWith: {} },
    { $unionWith: { coll: 'orders', pipeline: {} } },
  ],
  ['syntax', { $graphLookup: { ...graph, startWith: undefined } }, { $graphLookup: { ...graph, as: undefined } }],
  ['syntax', { $graphLookup: { ...graph, maxDepth: -1 } }, { $graphLookup: { ...graph, depthField: 5 } }],
  [
    'syntax',
    { $graphLookup: { ...graph, connectFromField: 5 } },
    { $graphLookup: { ...graph, restrictSearchWithMatch: 5 } },
  ],
  ['unknown_option', { $sample: { size: 1, seed: 1 } }, { $bucket: { groupBy: '$price', boundaries: [], x: 1 } }],
  [
    'unknown_option',
    { $densify: { field: 'price', range: { step: 1, x: 1 } } },
    fill({ value: 1, x: 1 }),
    fill({ value: 1 }, { x: 1 }),
  ],
  [
    'unknown_option',
    { $unwind: { path: '$name', x: 1 } },
    { $replaceRoot: { newRoot: {}, x: 1 } },
    { $bucketAuto: { groupBy: 1, buckets: 1, x: 1 } },
  ],
  [
    'unknown_option',
    { $setWindowFields: { output: {}, x: 1 } },
    { $unionWith: { coll: 'orders', db: 'x' } },
    { $graphLookup: { ...graph, x: 1 } },
  ],
  ['unknown_option', { $lookup: { ...lookup, hint: 1 } }],
  [
    'unknown_path',
    { $unset: 'nothing' },
    { $sort: { nothing: 1 } },
    { $unwind: '$nothing' },
    { $project: { nothing: 1 } },
  ],
  [
    'unknown_path',
    { $densify: { field: 'nothing', range: { step: 1 } } },
    fill({ value: '$nothing' }),
    fill({ value: 1 }, { partitionBy: '$nothing' }),
  ],
  [
    'unknown_path',
    fill({ value: 1 }, { sortBy: { nothing: 1 } }),
    fill({ value: 1 }, { partitionByFields: ['nothing'] }),
  ],
  ['unknown_path', { $densify: { field: 'price', partitionByFields: ['nothing'], range: { step: 1 } } }],
  [
    'unknown_path',
    { $setWindowFields: { partitionBy: '$nothing', output: {} } },
    { $setWindowFields: { sortBy: { nothing: 1 }, output: {} } },
  ],
  [
    'unknown_path',
    { $bucket: { groupBy: '$nothing', boundaries: [] } },
    { $bucketAuto: { groupBy: '$nothing', buckets: 1 } },
  ],
  ['unknown_path', { $sortByCount: '$nothing' }, { $replaceRoot: { newRoot: '$nothing' } }],
  [
    'unknown_path',
    { $lookup: { ...lookup, localField: 'nothing' } },
    { $lookup: { ...lookup, foreignField: 'nothing' } },
  ],
  [
    'unknown_path',
    { $lookup: { ...lookup, let: { a: '$nothing' }, pipeline: [] } },
    { $graphLookup: { ...graph, startWith: '$nothing' } },
  ],
  ['unknown_path', { $graphLookup: { ...graph, connectToField: 'nothing' } }],
  ['unknown_path', { $graphLookup: { ...graph, restrictSearchWithMatch: { nothing: 1 } } }],
  ['unsupported', { $graphLookup: { ...graph, restrictSearchWithMatch: { $expr: { $divide: [1, '$salary'] } } } }],
  ['unsupported', { $sort: { price: { $meta: 'textScore' } } }, { $project: { x: { $meta: 'textScore' } } }],
  [
    'unknown_operator',
    { $bucket: { groupBy: '$price', boundaries: [{ $gt: 1 }] } },
    { $bucketAuto: { groupBy: 1, buckets: { $gt: 1 } } },
  ],
  ['unknown_operator', { $densify: { field: 'price', range: { step: { $gt: 1 } } } }],
  ['unknown_operator', { $setWindowFields: { output: { x: { $sum: 1, window: { $gt: 1 } } } } }],
  ['mixed_projection', { $project: { price: 1, name: 0 } }],
  [
    'odd_name',
    { $group: { _id: null, 'a.b': { $sum: 1 } } },
    { $group: { _id: { 'a.b': '$name' } } },
    { $addFields: { 'a..b': 1 } },
  ],
]

const stageCases = REFUSED.flatMap(([reason, ...stages]) =>
  stages.map((stage) => [reason, JSON.stringify(stage)] as const),
)

describe('a stage in the MongoDB guard', () => {
  it.each(ACCEPTED)(
    '%j is accepted, and kept unchanged or written by its older name',
    async (stage, written = stage) => {
      expect(await over('products', stage)).toContain(JSON.stringify(written))
    },
  )

  it.each(stageCases)('is refused with %s: %s', async (reason, stage) => {
    expect(await over('products', JSON.parse(stage))).toBe(reason)
  })

  it('is one of those tested here', () => {
    const known = new Set([
      ...ACCEPTED.flatMap(([stage]) => Object.keys(stage)),
      '$lookup',
      '$unionWith',
      '$graphLookup',
      '$geoNear',
    ])
    expect(STAGES.toSorted()).toEqual([...known].toSorted())
  })

  it.each([
    ...['$out', '$merge', '$function', '$accumulator', '$where', '$changeStream', '$changeStreamSplitLargeEvent'],
    ...['$collStats', '$indexStats', '$planCacheStats', '$currentOp', '$listSessions', '$listLocalSessions'],
    ...['$queryStats', '$listSearchIndexes', '$listSampledQueries', '$shardedDataDistribution', '$documents'],
    ...['$code', '$scope', '$ref', '$id', '$db', '$dbPointer', '$symbol', '$bound'],
  ])('%s is refused with forbidden_operator as a stage and as an operator', async (name) => {
    expect(await over('products', { [name]: {} })).toBe('forbidden_operator')
    expect(await over('products', { $match: { name: { [name]: 'x' } } })).toBe('forbidden_operator')
  })
})

describe('the fields that the MongoDB guard knows', () => {
  it.each([
    ['a group', [{ $group: { _id: '$name', most: { $max: '$price' } } }], ['_id', 'most'], ['name', 'price']],
    ['a bucket', [{ $bucket: { groupBy: '$price', boundaries: [] } }], ['_id', 'count'], ['price']],
    [
      'automatic buckets',
      [{ $bucketAuto: { groupBy: '$price', buckets: 2 } }],
      ['_id.min', '_id.max', 'count'],
      ['_id.x'],
    ],
    ['a count', [{ $count: 'n' }], ['n'], ['price']],
    ['a projection', [{ $project: { price: 1, of: { it: '$name' } } }], ['_id', 'price', 'of.it'], ['name', 'of.x']],
    ['a projection without an id', [{ $project: { price: 1, _id: 0 } }], ['price'], ['_id', 'name']],
    ['an exclusion', [{ $project: { price: 0 } }], ['_id', 'name'], ['price']],
    ['$unset', [{ $unset: ['price', 'category'] }], ['name'], ['price', 'category']],
    ['$set', [{ $set: { 'a.b': '$price', c: { d: 1 } } }], ['a.b', 'c.d', 'price'], ['a.c', 'c.e']],
    ['$mergeObjects of the root', [{ $set: { x: { $mergeObjects: ['$$ROOT'] } } }], ['x.price'], ['x.nothing']],
    ['$replaceWith', [{ $replaceWith: { a: '$price' } }], ['a'], ['price', '_id']],
    ['$sortByCount', [{ $sortByCount: '$name' }], ['_id', 'count'], ['name']],
    ['a lookup', [{ $lookup: lookup }], ['found.price', 'price'], ['found.nothing']],
    ['$unwind', [{ $unwind: { path: '$name', includeArrayIndex: 'at' } }], ['at', 'name'], ['on']],
    ['facets', [{ $facet: { a: [{ $count: 'n' }], b: [] } }], ['a.n', 'b.price'], ['a.price', 'price']],
    ['$graphLookup', [{ $graphLookup: { ...graph, depthField: 'deep' } }], ['above.deep', 'above.name'], ['deep']],
    ['a window', [{ $setWindowFields: { output: { 'a.b': { $sum: 1 } } } }], ['a.b', 'price'], ['a.c']],
    ['a union', [{ $unionWith: 'staff' }], ['salary', 'price'], ['status']],
  ] as const)('after %s are those of its output', async (_, stages, known, unknown) => {
    for (const path of known) expect(await over('products', ...stages, { $sort: { [path]: 1 } })).toContain('"$sort"')
    for (const path of unknown) expect(await over('products', ...stages, { $sort: { [path]: 1 } })).toBe('unknown_path')
  })

  it('do not include hidden fields after any stage', async () => {
    for (const stages of [
      [{ $unwind: '$items' }],
      [{ $set: { items: { $concatArrays: ['$items', '$items'] } } }],
      [{ $group: { _id: null, items: { $push: '$items' } } }],
      [{ $project: { items: { $slice: ['$items', 2] } } }],
      [{ $lookup: { from: 'orders', pipeline: [], as: 'items' } }, { $set: { items: '$items.items' } }],
    ])
      expect(await over('orders', ...stages, { $sort: { 'items.cost': 1 } })).toBe('unknown_path')
  })

  it('follow projections of embedded documents', async () => {
    expect(await over('orders', { $project: { items: { price: 1 } } })).toContain('{"items":{"price":1}}')
    expect(await over('orders', { $project: { items: { cost: 1 } } })).toBe('unknown_path')
    expect(await over('orders', { $project: { items: { price: 0 } } }, { $sort: { 'items.price': 1 } })).toBe(
      'unknown_path',
    )
  })

  it('include any key of documents whose keys are data, except removed ones', async () => {
    expect(await over('surveys', { $match: { 'answers.anything.score': 5 } })).toContain('answers.anything.score')
    expect(await over('surveys', { $match: { 'answers.anything.other': 5 } })).toBe('unknown_path')
    expect(await over('surveys', { $unset: 'answers.a' }, { $sort: { 'answers.a': 1 } })).toBe('unknown_path')
    expect(await over('surveys', { $unset: 'answers.a' }, { $sort: { 'answers.b.score': 1 } })).toContain(
      'answers.b.score',
    )
  })
})

describe('$text in the MongoDB guard', () => {
  const text = { $search: 'a', $language: 'en', $caseSensitive: true, $diacriticSensitive: false }

  it('is accepted as the first stage, with the tenant filter in it', async () => {
    const written = await over('staff', { $match: { $text: text } }, { $sort: { score: { $meta: 'textScore' } } })
    expect(written).toContain(
      `{"$match":{"$and":[{"tenant_id":{"$eq":1,"$not":{"$type":"array"}}},{"$text":${JSON.stringify(text)}}]}}`,
    )
    expect(await over('staff', { $match: { $text: text } }, { $project: { x: { $meta: 'textScore' } } })).toContain(
      'textScore',
    )
  })

  it.each([
    ['syntax', { $search: 5 }],
    ['syntax', {}],
    ['syntax', 'a'],
    ['unknown_operator', { $search: 'a', $other: 'b' }],
    ['unknown_operator', { $search: 'a', $language: 5 }],
  ])('is refused with reason %s for %j', async (reason, $text) => {
    expect(await over('staff', { $match: { $text } })).toBe(reason)
  })

  it('is refused in a later stage and with a condition that may fail', async () => {
    expect(await over('staff', { $limit: 1 }, { $match: { $text: text } })).toBe('unknown_operator')
    expect(await over('staff', { $match: { $or: [{ $text: text }] } })).toBe('unknown_operator')
    expect(await over('staff', { $match: { $text: text, $expr: { $divide: [1, '$salary'] } } })).toBe('unsupported')
    expect(await over('orders', { $match: { $text: text } })).toBe('unknown_operator')
  })
})

describe('$geoNear in the MongoDB guard', () => {
  it('is accepted as the first stage, with the tenant filter in it', async () => {
    const more = { maxDistance: 5, minDistance: 1, spherical: true, distanceMultiplier: 2, includeLocs: 'at' }
    const written = await over(
      'products',
      { $geoNear: { ...near, ...more, query: { name: 'a' } } },
      { $sort: { far: 1, at: 1 } },
    )
    const query = { $and: [{ tenant_id: { $eq: 1, $not: { $type: 'array' } } }, { name: 'a' }] }
    expect(written).toContain(JSON.stringify({ $geoNear: { ...near, ...more, query } }))
    expect(await over('products', { $geoNear: near })).toContain('"query":{"tenant_id":{"$eq":1')
  })

  it.each([
    ['syntax', { ...near, key: undefined }],
    ['unknown_path', { ...near, key: 'nothing' }],
    ['unknown_option', { ...near, limit: 5 }],
    ['unknown_operator', { ...near, near: { $gt: 1 } }],
    ['unknown_path', { ...near, query: { nothing: 1 } }],
    ['unsupported', { ...near, query: { $expr: { $divide: [1, '$price'] } } }],
    ['unsupported', { ...near, query: { name: { $regex: '(a)' } } }],
    ['unknown_operator', { ...near, query: { $text: { $search: 'a' } } }],
  ])('is refused with %s: %j', async (reason, $geoNear) => {
    expect(await over('products', { $geoNear })).toBe(reason)
  })

  it('is refused in a later stage', async () => {
    expect(await over('products', { $limit: 1 }, { $geoNear: near })).toBe('unsupported')
  })
})
