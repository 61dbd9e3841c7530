import { mergePatch } from '../../src/platform/values/merge-patch.ts'

describe('mergePatch', () => {
  it.each([
    [{ a: 1, b: { c: 2, d: 3 } }, { b: { d: null, e: 4 } }, { a: 1, b: { c: 2, e: 4 } }],
    [{ a: 1 }, {}, { a: 1 }],
    [{ a: 1 }, { a: undefined }, { a: 1 }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: 'text' }, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
    [{ a: 1 }, [2], [2]],
    ['text', { a: 1 }, { a: 1 }],
  ])('of %j and %j is %j (RFC 7396)', (target, patch, expected) => {
    expect(mergePatch(target, patch)).toEqual(expected)
  })

  it('changes neither argument nor a prototype', () => {
    const target = Object.freeze({ a: Object.freeze({ b: 1 }) })
    const patch = JSON.parse('{"__proto__": {"polluted": true}, "a": {"constructor": {"c": 1}}}')
    expect(Object.keys(Object(mergePatch(target, patch)))).toEqual(['a', '__proto__'])
    expect('polluted' in {}).toBe(false)
    expect(target).toEqual({ a: { b: 1 } })
  })
})
