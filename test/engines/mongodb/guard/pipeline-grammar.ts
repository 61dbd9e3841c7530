/** Returns one of the items. */
export type Choose = <Item>(...items: readonly [Item, ...Item[]]) => Item

/** The fields of a collection that every server compares in the same way. */
export interface Known {
  readonly collection: string
  readonly texts: readonly [string, ...string[]]
  readonly numbers: readonly [string, ...string[]]
  /** References: local field, foreign collection, foreign field. */
  readonly links: readonly (readonly [string, string, string])[]
  readonly lists: readonly string[]
}

/** The collections and features of generated pipelines. */
export interface PipelineGrammar {
  readonly collections: readonly [Known, ...Known[]]
  /** Whether pipelines may have features that the small store lacks: unions, and lookups with fields and a pipeline. */
  readonly whole: boolean
}

const SHOP: readonly [Known, ...Known[]] = [
  {
    collection: 'orders',
    texts: ['status', 'owner'],
    numbers: ['total', 'customer_id', '_id', 'tenant_id'],
    links: [
      ['customer_id', 'customers', '_id'],
      ['_id', 'events', 'order_id'],
      ['items.product_id', 'products', '_id'],
    ],
    lists: ['items'],
  },
  {
    collection: 'customers',
    texts: ['name', 'email', 'address.city', 'address.country', 'owner'],
    numbers: ['credit', '_id', 'tenant_id'],
    links: [
      ['_id', 'orders', 'customer_id'],
      ['address.country', 'countries', '_id'],
    ],
    lists: ['tags'],
  },
  {
    collection: 'events',
    texts: ['kind'],
    numbers: ['order_id', '_id'],
    lists: [],
    links: [
      ['order_id', 'orders', '_id'],
      ['_id', 'notes', 'event_id'],
    ],
  },
  {
    collection: 'notes',
    texts: ['note'],
    numbers: ['event_id', '_id'],
    links: [['event_id', 'events', '_id']],
    lists: [],
  },
  {
    collection: 'products',
    texts: ['name', 'category'],
    numbers: ['price', '_id', 'tenant_id'],
    lists: [],
    links: [['_id', 'orders', 'items.product_id']],
  },
  { collection: 'price_list', texts: ['sku'], numbers: ['price', 'tenant_id'], links: [], lists: [] },
  { collection: 'accounts', texts: ['holder'], numbers: ['balance', 'org.id', 'org.seat'], links: [], lists: [] },
  {
    collection: 'staff',
    texts: ['name'],
    numbers: ['salary', 'boss', '_id'],
    links: [['boss', 'staff', '_id']],
    lists: [],
  },
  { collection: 'devices', texts: ['label'], numbers: ['level', '_id'], links: [], lists: [] },
]

/** Generates a legitimate pipeline. */
export const honestPipeline = (
  choose: Choose,
  grammar: PipelineGrammar = { collections: SHOP, whole: true },
): { collection: string; pipeline: readonly object[] } => {
  const known = choose(...grammar.collections)
  const pipeline = [
    ...times(choose(0, 1, 1, 2), () => ({ $match: filter(known, choose, 2) })),
    ...times(choose(0, 0, 1, 1), () => joined(known, choose, grammar)).flat(),
    ...times(choose(0, 0, 1), () => unwound(known, choose)).flat(),
    ...choose<readonly object[]>(
      [],
      [{ $match: filter(known, choose, 1) }],
      [{ [grammar.whole ? '$set' : '$addFields']: { twice: { $add: [1, 1] } } }],
    ),
    ...ending(known, choose, grammar),
  ]
  return { collection: known.collection, pipeline }
}

const times = <Item>(count: number, make: () => Item): readonly Item[] => Array.from({ length: count }, make)

const filter = (known: Known, choose: Choose, depth: number): object => {
  const [text, number] = [choose(...known.texts), choose(...known.numbers)]
  const value = choose(1, 2, 3, 5, 100, 1001, 2004, 250.5)
  switch (choose(0, 1, 2, 3, 4, 5, ...(depth > 0 ? [6, 7, 8] : []))) {
    case 0:
      return { [number]: { [choose('$gt', '$lt', '$gte', '$lte', '$ne', '$eq')]: value } }
    case 1:
      return { [text]: choose<unknown>('open', 'ann', 'Oslo', null, { $exists: choose(true, false) }) }
    case 2:
      return { [text]: { $regex: choose('^[a-m]', 'o', 'n$'), $options: choose('', 'i') } }
    case 3:
      return { [number]: { [choose('$in', '$nin')]: [value, 1000, 2001, null] } }
    case 4:
      return { [number]: { $not: { $gt: value } } }
    case 5:
      return {
        $expr: {
          [choose('$gt', '$eq', '$ne')]: [`$${number}`, choose<unknown>(value, `$${choose(...known.numbers)}`)],
        },
      }
    case 6:
      return { $or: [filter(known, choose, depth - 1), filter(known, choose, depth - 1)] }
    case 7:
      return { $and: [filter(known, choose, depth - 1), filter(known, choose, depth - 1)] }
    default:
      return { $nor: [filter(known, choose, depth - 1)] }
  }
}

const joined = (known: Known, choose: Choose, { collections, whole }: PipelineGrammar): readonly object[] => {
  const [first, ...more] = known.links
  if (first === undefined) return []
  const [localField, from, foreignField] = choose(first, ...more)
  const there = collections.find(({ collection }) => collection === from)
  const inner = there === undefined || !whole ? [] : times(choose(0, 1), () => ({ $match: filter(there, choose, 1) }))
  const lookup = { from, localField, foreignField, ...(inner.length > 0 ? { pipeline: inner } : {}), as: 'found' }
  const after = choose<readonly object[]>(
    [{ $match: { found: [] } }],
    [{ $match: { 'found.0': { $exists: true } } }],
    [{ $addFields: { many: { $size: '$found' } } }],
    [{ $unwind: '$found' }],
    [
      { $unwind: { path: '$found', preserveNullAndEmptyArrays: true } },
      { $match: { 'found._id': choose<unknown>(null, { $gt: 1500 }) } },
    ],
  )
  return [{ $lookup: lookup }, ...after]
}

const unwound = ({ lists }: Known, choose: Choose): readonly object[] => {
  const [list] = lists
  return list === undefined
    ? []
    : [{ $unwind: choose<unknown>(`$${list}`, { path: `$${list}`, preserveNullAndEmptyArrays: true }) }]
}

const ending = (known: Known, choose: Choose, { collections, whole }: PipelineGrammar): readonly object[] => {
  const [text, number] = [choose(...known.texts), choose(...known.numbers)]
  const other = choose(...collections)
  return choose<() => readonly object[]>(
    () => [{ $count: 'n' }],
    () => [{ $group: { _id: `$${choose(text, number)}`, n: { $sum: 1 }, top: { $max: `$${number}` } } }],
    () => [
      { $group: { _id: null, sum: { $sum: `$${number}` }, all: { $addToSet: `$${text}` } } },
      { $project: { sum: 1, n: { $size: '$all' } } },
    ],
    () => [{ $sortByCount: `$${text}` }],
    () => [{ $project: { [text]: 1, [number]: 1 } }],
    () => [{ $facet: { a: [{ $match: filter(known, choose, 1) }, { $count: 'n' }], b: [{ $count: 'n' }] } }],
    () => [
      ...(whole ? [{ $unionWith: { coll: other.collection, pipeline: [{ $match: filter(other, choose, 1) }] } }] : []),
      { $count: 'n' },
    ],
    () => [
      { $project: { kind: { $cond: [{ $gt: [`$${number}`, 5] }, 'large', 'small'] } } },
      { $sortByCount: '$kind' },
    ],
    () => [{ $project: { all: { $objectToArray: '$$ROOT' } } }, { $unwind: '$all' }, { $sortByCount: '$all.k' }],
    () => [],
  )()
}
