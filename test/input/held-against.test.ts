import fc from 'fast-check'
import { z } from 'zod'
import { validateInput } from '../../src/manage/written-files/validate-input.ts'

/** The first mistake as text; `nothing` for valid input. */
const refusalOf = (schema: z.ZodType, value: unknown): string => {
  const result = validateInput(schema, value)
  if (result.ok) return 'nothing'
  const [{ path, message } = { path: [], message: '' }] = result.mistakes
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

const taggedUnion = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('open') }),
  z.strictObject({ mode: z.literal('shut') }),
])

describe('input validation', () => {
  it.each([
    ['a missing text', z.strictObject({ a: z.string() }), {}, 'a: is required'],
    [
      'a missing field whose schema has its own message',
      z.strictObject({ a: z.string('must be blue') }),
      {},
      'a: is required',
    ],
    ['a missing enum value', z.strictObject({ a: z.enum(['x', 'y']) }), {}, 'a: is required'],
    ['null where text is expected', z.strictObject({ a: z.string() }), { a: null }, 'a: must be text'],
    ['text where a list is expected', z.array(z.string()), 'x', 'must be a list'],
    ['a number where an object is expected', z.record(z.string(), z.string()), 3, 'must be a JSON object'],
    ['a fraction', z.int(), 1.5, 'must be a whole number'],
    ['too large a number', z.int().max(5), 6, 'must be at most 5'],
    ['too small a number', z.number().positive(), 0, 'must be more than 0'],
    ['empty text', z.string().min(1), '', 'must not be empty'],
    ['short text', z.string().min(2), 'x', 'must have at least 2 characters'],
    ['long text', z.string().max(1), 'xy', 'must have at most 1 character'],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'must have at most 1 entry'],
    ['an unknown enum value', z.enum(['x', 'y', 'z']), 'q', 'must be x, y or z'],
    ['text that is no UUID', z.uuid(), 'q', 'must be a UUID'],
    ['text that does not match a pattern', z.string().regex(/^a/), 'q', 'does not have the expected format'],
    ['an unknown field', z.strictObject({}), { q: 1 }, 'q: is unknown'],
    ['a field with no name', z.record(z.string().min(1), z.int()), { '': 1 }, ': must not be empty'],
    ['a missing discriminator', taggedUnion, {}, 'mode: is required'],
    ['an unknown discriminator', taggedUnion, { mode: 'ajar' }, 'mode: must be open or shut'],
    ['an unknown field of a tagged union', taggedUnion, { mode: 'open', q: 1 }, 'q: is unknown'],
    [
      'a value of no member of a union',
      z.union([z.literal(true), z.array(z.int())], 'must be true or a list'),
      3,
      'must be true or a list',
    ],
    [
      'a mistake in a member of a union',
      z.union([z.literal(true), z.array(z.int())], 'must be true or a list'),
      ['x'],
      '0: must be a number',
    ],
  ])('describes %s', (_, schema, value, words) => {
    expect(refusalOf(schema, value)).toBe(words)
  })

  it('names ten unknown fields at most, with truncated names', () => {
    const result = validateInput(
      z.strictObject({}),
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`.repeat(500), n])),
    )
    expect(result.ok ? [] : result.mistakes.map(({ path }) => String(path[0]).length)).toEqual(
      Array.from({ length: 10 }, () => 100),
    )
  })

  it('never returns messages of the validation library', () => {
    const all = z.strictObject({
      text: z.string().min(2).max(3),
      number: z.number().min(2).max(3).multipleOf(2),
      whole: z.int(),
      big: z.bigint(),
      flag: z.boolean(),
      list: z.array(z.int()).min(1).max(2),
      pair: z.tuple([z.int(), z.int()]),
      nothing: z.null(),
      date: z.date(),
      uuid: z.uuid(),
      mail: z.email(),
      url: z.url(),
      moment: z.iso.datetime(),
      form: z.string().regex(/^a/),
      begins: z.string().startsWith('a'),
      word: z.enum(['x', 'y']),
      one: z.literal(1),
      either: z.union([z.int(), z.boolean()]),
      taggedUnion,
      map: z.record(z.string().max(2), z.int()),
      never: z.never(),
      own: z.custom(() => false),
      set: z.set(z.int()).min(1),
    })
    const anything = fc.oneof(fc.anything(), fc.string({ maxLength: 4 }), fc.integer(), fc.constant(undefined))
    const value = fc.record(Object.fromEntries(Object.keys(all.shape).map((name) => [name, anything])))
    fc.assert(
      fc.property(value, (written) => {
        const result = validateInput(all, { ...written, more: 1 })
        if (result.ok) throw new Error('it was taken')
        for (const { message } of result.mistakes) {
          expect(message).toMatch(/^(is|must|does|has) \S/)
          expect(message).not.toMatch(
            /invalid|expected (one|string|number)|received|unrecognized|too (big|small)|nan|undefined/i,
          )
        }
      }),
      { seed: 26, numRuns: 300 },
    )
  })
})
