import fc from 'fast-check'
import { z } from 'zod'
import { validateInput } from '../../src/manage/written-files/validate-input.ts'

/** The first mistake, as people read it. */
const refusalOf = (schema: z.ZodType, value: unknown): string => {
  const held = validateInput(schema, value)
  if (held.ok) return 'nothing'
  const [{ path, message } = { path: [], message: '' }] = held.mistakes
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

const moded = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('open') }),
  z.strictObject({ mode: z.literal('shut') }),
])

describe('input', () => {
  it.each([
    ['nothing where text is expected', z.strictObject({ a: z.string() }), {}, 'a: is required'],
    [
      'nothing, for every message of a schema about wrong values',
      z.strictObject({ a: z.string('must be blue') }),
      {},
      'a: is required',
    ],
    ['nothing where one of some words is expected', z.strictObject({ a: z.enum(['x', 'y']) }), {}, 'a: is required'],
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
    ['another word', z.enum(['x', 'y', 'z']), 'q', 'must be x, y or z'],
    ['no UUID', z.uuid(), 'q', 'must be a UUID'],
    ['text of another form', z.string().regex(/^a/), 'q', 'does not have the expected format'],
    ['an unknown field', z.strictObject({}), { q: 1 }, 'q: is unknown'],
    ['a field with no name', z.record(z.string().min(1), z.int()), { '': 1 }, ': must not be empty'],
    ['no word where one says which form it is', moded, {}, 'mode: is required'],
    ['another word where one says which form it is', moded, { mode: 'ajar' }, 'mode: must be open or shut'],
    ['an unknown field of the form that a word says', moded, { mode: 'open', q: 1 }, 'q: is unknown'],
    [
      'a value of none of its forms',
      z.union([z.literal(true), z.array(z.int())], 'must be true or a list'),
      3,
      'must be true or a list',
    ],
    [
      'a mistake in one of its forms',
      z.union([z.literal(true), z.array(z.int())], 'must be true or a list'),
      ['x'],
      '0: must be a number',
    ],
  ])('that is wrong is described: %s', (_, schema, value, words) => {
    expect(refusalOf(schema, value)).toBe(words)
  })

  it('with unknown fields is refused with ten of their names at most, truncated', () => {
    const held = validateInput(
      z.strictObject({}),
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}`.repeat(500), n])),
    )
    expect(held.ok ? [] : held.mistakes.map(({ path }) => String(path[0]).length)).toEqual(
      Array.from({ length: 10 }, () => 100),
    )
  })

  it('is never described in the words of a library', () => {
    const all = z.strictObject({
      ...{
        text: z.string().min(2).max(3),
        number: z.number().min(2).max(3).multipleOf(2),
        whole: z.int(),
        big: z.bigint(),
      },
      ...{
        flag: z.boolean(),
        list: z.array(z.int()).min(1).max(2),
        pair: z.tuple([z.int(), z.int()]),
        nothing: z.null(),
      },
      ...{
        date: z.date(),
        uuid: z.uuid(),
        mail: z.email(),
        url: z.url(),
        moment: z.iso.datetime(),
        form: z.string().regex(/^a/),
      },
      ...{
        begins: z.string().startsWith('a'),
        word: z.enum(['x', 'y']),
        one: z.literal(1),
        either: z.union([z.int(), z.boolean()]),
      },
      ...{
        moded,
        map: z.record(z.string().max(2), z.int()),
        never: z.never(),
        own: z.custom(() => false),
        set: z.set(z.int()).min(1),
      },
    })
    const anything = fc.oneof(fc.anything(), fc.string({ maxLength: 4 }), fc.integer(), fc.constant(undefined))
    const value = fc.record(Object.fromEntries(Object.keys(all.shape).map((name) => [name, anything])))
    fc.assert(
      fc.property(value, (written) => {
        const held = validateInput(all, { ...written, more: 1 })
        if (held.ok) throw new Error('it was taken')
        for (const { message } of held.mistakes) {
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
