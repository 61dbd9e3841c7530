import { displayedCommand } from '../../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../../src/engines/mongodb/guard/guard.ts'
import { accepted } from '../../../../engines/contract/results.ts'
import { shopRules } from '../../../../engines/mongodb/guard/shop.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../../../support/cost.ts'

const of = (collection: string, ...pipeline: readonly object[]): string => JSON.stringify({ collection, pipeline })
const refusalOf = async (draft: string) => {
  const result = await guardDraft(draft, shopRules(1))
  return result.ok ? undefined : result.refusal
}

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  not_a_query: [
    '',
    '[]',
    '1',
    '{"insert":"orders","documents":[]}',
    '{"drop":"orders"}',
    '{"op":"update","collection":"orders"}',
  ],
  several_statements: [
    '{"find":"orders","aggregate":"orders","pipeline":[]}',
    '{"find":"orders","collection":"orders"}',
  ],
  syntax: [
    'db.orders.find({})',
    '{"collection":"orders","pipeline":[]} {}',
    "{'collection':'orders'}",
    '{"collection":"orders","pipeline":[],}',
    '{"find":"orders","filter":{"placed_on":{"$date":"yesterday"}}}',
    '{"find":"orders","filter":{"_id":{"$oid":"12"}}}',
    '{"find":"orders","filter":{"_id":{"$numberLong":"99999999999999999999"}}}',
    '{"find":"orders","filter":{"_id":12345678901234567890}}',
  ],
  repeated_name: [
    '{"collection":"orders","collection":"vault","pipeline":[]}',
    '{"find":"orders","filter":{"tenant_id":1,"tenant_id":{"$gt":0}}}',
    '{"find":"orders","filter":{"status":"a","st\\u0061tus":"b"}}',
  ],
  odd_name: [
    '{"find":"orders","filter":{"__proto__":{}}}',
    '{"find":"orders","filter":{"_bsontype":"Code"}}',
    '{"find":"orders","filter":{"7":1}}',
    of('orders', { $project: { x: { $getField: 'items.cost' } } }),
    of('orders', { $project: { x: { $getField: { field: { $concat: ['sta', 'tus'] } } } } }),
    of('orders', { $project: { 'a.$b': '$status' } }),
  ],
  unknown_option: [
    '{"find":"orders","collation":{"locale":"en","strength":1}}',
    '{"find":"orders","let":{}}',
    '{"aggregate":"orders","pipeline":[],"allowDiskUse":true}',
    of('orders', { $lookup: { from: 'customers', pipeline: [], as: 'x', db: 'admin' } }),
  ],
  forbidden_operator: [
    of('orders', { $out: 'x' }),
    of('orders', { $facet: { a: [{ $merge: 'x' }] } }),
    of('orders', { $match: { $where: '1' } }),
    of('orders', { $match: { $expr: { $function: { body: '', args: [], lang: 'js' } } } }),
    of('orders', { $group: { _id: null, x: { $accumulator: {} } } }),
    of('orders', { $match: { tenant_id: { $bound: 0, as: 'number' } } }),
  ],
  unknown_stage: [
    of('orders', { $search: {} }),
    of('orders', { $vectorSearch: {} }),
    of('orders', { $searchMeta: {} }),
  ],
  unknown_operator: [
    of('orders', { $match: { $text: { $search: 'x' } } }),
    of('orders', { $match: {} }, { $match: { $text: { $search: 'x' } } }),
    of('orders', { $project: { x: { $_internalSchemaType: 1 } } }),
    of('orders', { $match: { status: { $near: [1, 2] } } }),
    of('orders', { $match: { status: { $eq: { $gt: 1 } } } }),
  ],
  unknown_variable: [
    of('orders', { $project: { x: '$$USER_ROLES' } }),
    of('orders', { $project: { x: '$$tabletalk_key' } }),
  ],
  unknown_collection: [of('vault'), of('system.users'), of('Orders'), of('orders', { $unionWith: 'vault' })],
  unknown_path: [
    of('customers', { $match: { password_hash: 'x' } }),
    of('customers', { $match: { 'address.door': 'x' } }),
    of('customers', { $project: { x: '$$ROOT.password_hash' } }),
    of('customers', { $project: { x: { $getField: 'password_hash' } } }),
    of('customers', { $project: { x: { $let: { vars: { d: '$$ROOT' }, in: '$$d.address.door' } } } }),
    of('orders', { $match: { 'items.0.cost': 1 } }),
    of('orders', { $match: { items: { $elemMatch: { cost: 1 } } } }),
    of('orders', { $unwind: '$items' }, { $sort: { 'items.cost': 1 } }),
    of('orders', { $lookup: { from: 'customers', localField: '_id', foreignField: 'password_hash', as: 'x' } }),
    of(
      'orders',
      { $lookup: { from: 'customers', localField: '_id', foreignField: '_id', as: 'x' } },
      { $match: { 'x.password_hash': 1 } },
    ),
    of('orders', {
      $graphLookup: {
        from: 'customers',
        startWith: '$_id',
        connectFromField: 'password_hash',
        connectToField: '_id',
        as: 'x',
      },
    }),
  ],
  too_large: [
    of('orders', { $project: { x: { $range: [0, 2e9] } } }),
    of('orders', { $project: { x: { $range: [0, '$total'] } } }),
    of('orders', {
      $project: {
        x: { $reduce: { input: '$items', initialValue: [1], in: { $concatArrays: ['$$value', '$$value'] } } },
      },
    }),
    of('customers', ...Array.from({ length: 12 }, () => ({ $set: { tags: { $concatArrays: ['$tags', '$tags'] } } }))),
    of('orders', ...Array.from({ length: 90 }, () => ({ $match: {} }))),
  ],
  too_deep: [`{"find":"orders","filter":${'{"$and":['.repeat(80)}{}${']}'.repeat(80)}}`],
}

const ATTACKS = ['not_a_query', 'several_statements', 'forbidden_operator']

describe.each(Object.entries(REFUSED))('S46 MongoDB guard refuses with %s', (reason, drafts) => {
  it.each(drafts.map((draft) => [draft.slice(0, 150), draft] as const))('%s', async (_, draft) => {
    const refusal = await refusalOf(draft)
    expect(refusal).toMatchObject({ reason, hint: expect.stringMatching(/./) })
    if (ATTACKS.includes(reason)) expect(refusal?.repairable).toBe(false)
    const text = JSON.stringify(refusal)
    expect(text.length).toBeLessThan(2_000)
    for (const secret of ['vault', 'password_hash', 'address.door', 'cost'])
      if (!draft.includes(secret)) expect(text).not.toContain(secret)
  })
})

it.each([
  ['a hidden field', 'password_hash', 'password_xxxx', (name: string) => of('customers', { $match: { [name]: 1 } })],
  [
    'a hidden field within a document',
    'address.door',
    'address.dxxx',
    (name: string) => of('customers', { $sort: { [name]: 1 } }),
  ],
  [
    'a hidden field within a list',
    'items.cost',
    'items.cxxx',
    (name: string) => of('orders', { $group: { _id: `$${name}` } }),
  ],
  ['a denied collection', 'vault', 'nowhere', (name: string) => of(name, { $count: 'n' })],
])('MongoDB guard refuses %s like an unknown name', async (_, secret, unknown, draft) => {
  const [one, other] = [await refusalOf(draft(secret)), await refusalOf(draft(unknown))]
  expect(one).toBeDefined()
  expect(JSON.parse(JSON.stringify(one).replaceAll(secret, unknown))).toEqual(other)
})

it('MongoDB guard suggests the nearest field for an unknown one', async () => {
  expect((await refusalOf(of('customers', { $match: { 'adress.city': 'Oslo' } })))?.hint).toContain('address.city')
  expect((await refusalOf(of('customers', { $match: { city: 'Oslo' } })))?.hint).toContain('address.city')
  expect((await refusalOf(of('orders', { $group: { _id: '$stat' } })))?.hint).toContain('status')
})

describe('$graphLookup in a collection with a via policy', () => {
  const search = (changed: object) =>
    of('notes', {
      $graphLookup: {
        from: 'events',
        startWith: '$event_id',
        connectFromField: 'order_id',
        connectToField: '_id',
        as: 'found',
        maxDepth: 2,
        ...changed,
      },
    })

  it('is replaced by one $lookup per level, each with its parent', async () => {
    const command = JSON.stringify(displayedCommand(accepted(await guardDraft(search({}), shopRules(1)))))
    expect(command).not.toContain('$graphLookup')
    expect(command.split('"from":"events"').length - 1).toBe(4)
    // One for the notes, and one per level.
    expect(command.split('"from":"orders"').length - 1).toBe(4)
  })

  it.each([
    ['no maxDepth', { maxDepth: undefined }],
    ['too many levels', { maxDepth: 5 }],
    ['no foreign key', { connectToField: 'order_id', startWith: '$event_id' }],
    ['a value as its start', { startWith: 1 }],
    ['an expression as its start', { startWith: { $add: ['$event_id', 1] } }],
    ['a variable as its start', { startWith: '$$ROOT' }],
  ])('is refused with a hint to use $lookup if it has %s', async (_, changed) => {
    expect(await refusalOf(search(changed))).toEqual({
      reason: 'unsupported',
      hint: expect.stringMatching(/maxDepth of 4 at most.*Or use \$lookup, once for each level/),
      repairable: true,
    })
  })

  it.each([
    ['a hidden key', 'unknown_path', { from: 'customers', connectFromField: 'password_hash' }],
    ['an unknown key', 'unknown_path', { connectFromField: 'nowhere' }],
    ['a denied collection', 'unknown_collection', { from: 'vault' }],
    ['an unknown option', 'unknown_option', { db: 'admin' }],
  ])('is refused with %s', async (_, reason, changed) => {
    expect(await refusalOf(search(changed))).toMatchObject({ reason })
  })
})

describe('MongoDB guard', () => {
  const fence = '{"$limit":{"$numberLong":"9007199254740991"}}'
  const statement = async (draft: string) =>
    JSON.stringify(displayedCommand(accepted(await guardDraft(draft, shopRules(1)))))

  it.each([
    of('orders', { $match: { $expr: { $gt: [{ $toInt: '$status' }, 0] } } }),
    of('orders', { $match: { $expr: { $gt: [{ $divide: [1, '$total'] }, 0] } } }),
    of('orders', { $match: { $and: [{ $or: [{ $expr: { $eq: [{ $size: '$status' }, 1] } }] }] } }),
    of('events', { $match: { $expr: { $gt: [{ $toDate: '$kind' }, 0] } } }),
    of('orders', { $match: { status: { $regex: '^(a+)+$' } } }),
    of('tenants', {
      $lookup: { from: 'orders', pipeline: [{ $match: { $expr: { $gt: [{ $toInt: '$status' }, 0] } } }], as: 'x' },
    }),
    '{"find":"orders","filter":{"$expr":{"$gt":[{"$toInt":"$status"},0]}}}',
  ])('fences a condition that may fail behind the tenant filter: %s', async (draft) => {
    const guarded = await statement(draft)
    expect(guarded).toContain(fence)
    // One fence per tenant filter, also in nested pipelines.
    expect(guarded.split(fence).length).toBe(draft.includes('$lookup') ? 3 : 2)
  })

  it('does not fence plain comparisons, so that indexes serve them', async () => {
    for (const draft of [
      of('orders', { $match: { status: 'open', total: { $gt: 5 } } }),
      of('orders', { $match: { $expr: { $gt: ['$total', '$customer_id'] } } }),
      of('orders', { $match: { status: { $regex: '^op' } } }),
      of('orders', { $project: { x: { $toInt: '$status' } } }),
    ])
      expect(await statement(draft)).not.toContain(fence)
  })
})

it.each([
  ['nested lists', (size: number) => `{"find":"orders","filter":${'['.repeat(size)}`],
  ['nested objects', (size: number) => `{"find":"orders","filter":${'{"a":'.repeat(size / 5)}`],
  ['one text', (size: number) => `{"find":"orders","filter":{"status":"${'\\'.repeat(size)}`],
  ['one number', (size: number) => `{"find":"orders","filter":{"total":${'1'.repeat(size)}}}`],
  [
    'many names',
    (size: number) => `{"find":"orders","filter":{${Array.from({ length: size / 10 }, (_, i) => `"f${i}":1`).join()}}}`,
  ],
  ['one long path', (size: number) => `{"find":"orders","filter":{"${'a.'.repeat(size / 2)}b":1}}`],
  ['many values', (size: number) => `{"find":"orders","filter":{"_id":{"$in":[${'1,'.repeat(size / 2)}1]}}}`],
])('MongoDB guard does not block the event loop on a hostile draft: %s', async (_, draft) => {
  for (const size of HOSTILE_SIZES) {
    const text = draft(size)
    expect(await threadCostMs(() => guardDraft(text, shopRules(1)))).toBeLessThan(HOLD_MS_MAX)
  }
})
