import { displayedCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import { shopRules } from './shop.ts'

/** The guarded command of a draft, or the reason of its refusal. */
const guardedOf = async (draft: unknown): Promise<string> => {
  const result = await guardDraft(typeof draft === 'string' ? draft : JSON.stringify(draft), shopRules(1))
  return result.ok ? JSON.stringify(displayedCommand(result.query)) : result.refusal.reason
}

describe('the MongoDB guard', () => {
  it.each([
    [{ find: 'products' }, '"op":"find","collection":"products"'],
    [{ operation: 'find', collection: 'products', filter: { price: 1 } }, '{"price":1}'],
    [{ op: 'find', collection: 'products', limit: 0, skip: 0 }, '"limit":100000'],
    [
      { op: 'find', collection: 'products', limit: 5, skip: 2, sort: { price: 1 } },
      '"sort":{"price":1},"skip":2,"limit":5',
    ],
    [{ op: 'find', collection: 'products', limit: 200_000 }, '"limit":100000'],
    [{ collection: 'products', filter: {} }, '"op":"find"'],
    [{ aggregate: 'products', pipeline: [], cursor: { batchSize: 5 } }, '"op":"aggregate"'],
    [{ op: 'aggregate', collection: 'products', pipeline: [] }, '{"$limit":100000}'],
  ])('accepts the draft %j', async (draft, written) => {
    expect(await guardedOf(draft)).toContain(written)
  })

  it.each([
    ['syntax', { find: 'products', filter: [] }],
    ['syntax', { find: 'products', sort: 5 }],
    ['syntax', { find: 'products', projection: 5 }],
    ['syntax', { find: 'products', skip: -1 }],
    ['syntax', { find: 'products', limit: 1.5 }],
    ['syntax', { find: 'products', limit: '5' }],
    ['syntax', { aggregate: 'products' }],
    ['syntax', { aggregate: 'products', pipeline: {} }],
    ['syntax', { aggregate: 'products', pipeline: [], cursor: 5 }],
    ['unknown_option', { aggregate: 'products', pipeline: [], cursor: { other: 5 } }],
    ['unknown_option', { find: 'products', hint: {} }],
    ['unknown_option', { aggregate: 'products', pipeline: [], explain: true }],
    ['not_a_query', { find: '' }],
    ['not_a_query', { find: 5 }],
    ['not_a_query', { op: 'count', collection: 'products' }],
    ['not_a_query', { collection: '' }],
    ['several_statements', { op: 'find', operation: 'find', collection: 'products' }],
    ['several_statements', { op: 'find', find: 'products' }],
  ])('refuses a draft with %s: %j', async (reason, draft) => {
    expect(await guardedOf(draft)).toBe(reason)
  })

  it.each([
    ['odd_character', '{"find":"products","filter":{"name":"a\\u0000"}}'],
    ['odd_character', '{"find":"products","filter":{"name":"\\ud800"}}'],
    ['syntax', '{"find":"products","filter":{"name":"\\x"}}'],
    ['syntax', '{"find":"products","filter":{"price":01}}'],
    ['syntax', '{"find":"products","filter":{"price":1e999}}'],
    ['syntax', '{"find":"products","filter":{"price":+1}}'],
    ['syntax', '{"find" "products"}'],
    ['syntax', '{"find":"products"'],
    ['syntax', '{"find":"products"}]'],
    ['syntax', '[1,]'],
    ['syntax', '{find:"products"}'],
    ['syntax', '{"find":"products","filter":{"a":nul}}'],
    ['too_long', `{"find":"products","filter":{"name":"${'a'.repeat(50_000)}"}}`],
    ['too_large', `{"find":"products","filter":{"price":{"$in":[${'1,'.repeat(5_000)}1]}}}`],
  ])('refuses invalid or excessive JSON with %s: %.60s', async (reason, draft) => {
    expect(await guardedOf(draft)).toBe(reason)
  })

  it.each([
    ['{"find":"products"', 'is not valid JSON at its end'],
    ['{find:"products"}', 'is not valid JSON near character 2'],
    ['{"aggregate":"products","pipeline":[{"$lookup":{"as":"x","pipeline":[]}}]}', '$lookup needs from'],
  ])('describes the mistake in the draft %s', async (draft, hint) => {
    const result = await guardDraft(draft, shopRules(1))
    expect(result.ok ? '' : result.refusal.hint).toContain(hint)
  })

  it('accepts JSON with whitespace, escapes and every literal', async () => {
    const draft =
      ' {"find" :\t"products",\r\n"filter": {"name":"\\u0061\\n", "price": {"$in":[ -1.5e2, 0, true, false, null ]}} } '
    expect(await guardedOf(draft)).toContain('{"name":"a\\n","price":{"$in":[-150,0,true,false,null]}}')
  })
})

describe('a value in a MongoDB draft', () => {
  const written = async (value: unknown) => await guardedOf({ find: 'products', filter: { name: value } })

  it.each([
    [{ $oid: '0123456789abcdefABCDEF01' }, { $oid: '0123456789abcdefABCDEF01' }],
    [{ $uuid: '00000000-0000-4000-8000-00000000000A' }, { $uuid: '00000000-0000-4000-8000-00000000000A' }],
    [{ $date: '2026-11-21' }, { $date: '2026-11-21T00:00:00.000Z' }],
    [{ $date: '2026-11-21T08:30' }, { $date: '2026-11-21T08:30:00.000Z' }],
    [{ $date: '2026-11-21 08:30:05.25' }, { $date: '2026-11-21T08:30:05.250Z' }],
    [{ $date: '2026-11-21T08:30:00+02:00' }, { $date: '2026-11-21T06:30:00.000Z' }],
    [{ $date: '2026-11-21 08:30:00Z' }, { $date: '2026-11-21T08:30:00.000Z' }],
    [{ $date: 0 }, { $date: '1970-01-01T00:00:00.000Z' }],
    [{ $date: { $numberLong: '1000' } }, { $date: '1970-01-01T00:00:01.000Z' }],
    [{ $numberInt: '-5' }, { $numberInt: '-5' }],
    [{ $numberInt: 5 }, { $numberInt: '5' }],
    [{ $numberLong: '9223372036854775807' }, { $numberLong: '9223372036854775807' }],
    [{ $numberDouble: '5.5e10' }, { $numberDouble: '5.5e10' }],
    [{ $numberDouble: '-Infinity' }, { $numberDouble: '-Infinity' }],
    [{ $numberDecimal: '5.50' }, { $numberDecimal: '5.50' }],
    [{ $regularExpression: { pattern: '^a' } }, { $regularExpression: { pattern: '^a', options: '' } }],
  ])('is read: %j as %j', async (value, read) => {
    expect(await written(value)).toContain(JSON.stringify({ name: read }))
  })

  it.each([
    ...[{ $oid: '12' }, { $oid: 5 }, { $uuid: '12' }, { $date: 'yesterday' }, { $date: '2026-13-45' }, { $date: null }],
    ...[
      { $date: '2026-11-21T8:30' },
      { $date: { $numberLong: 'x' } },
      { $numberInt: '5000000000' },
      { $numberInt: '5.5' },
    ],
    ...[{ $numberLong: '9223372036854775808' }, { $numberLong: 'x' }, { $numberDouble: 'x' }, { $numberDecimal: 'x' }],
    ...[
      { $oid: '0123456789abcdef01234567', more: 1 },
      { $regularExpression: 'a' },
      { $regularExpression: { pattern: 5 } },
    ],
    ...[{ $regularExpression: { pattern: 'a', options: 'g' } }, { $regularExpression: { pattern: 'a', options: 5 } }],
    ...[{ $regularExpression: { pattern: 'a', other: 1 } }, { $gt: 1, $date: '2026-11-21' }],
  ])('is refused if it is invalid: %j', async (value) => {
    expect(await written(value)).toBe('syntax')
  })
})
