import { sameRows, sameTop } from '../../bench/demo/same-rows.ts'

describe('sameRows and sameTop', () => {
  test('ignore the order of columns and, unless asked to compare it, of rows, and allow additional columns', () => {
    const gold = [
      ['web', 3],
      ['store', 2],
    ]
    expect(
      sameRows(
        [
          [2, 7, 'store'],
          [3, 9, 'web'],
        ],
        gold,
        false,
      ),
    ).toBe(true)
    expect(
      sameRows(
        [
          [2, 7, 'store'],
          [3, 9, 'web'],
        ],
        gold,
        true,
      ),
    ).toBe(false)
  })

  test('do not combine values of different rows', () => {
    expect(
      sameRows(
        [
          ['web', 2],
          ['store', 3],
        ],
        [
          ['web', 3],
          ['store', 2],
        ],
        false,
      ),
    ).toBe(false)
  })

  test('accept numbers rounded to cents and years as text, but no coarser rounding', () => {
    expect(sameRows([['2025', 10.33]], [[2025, 10.3333333]], false)).toBe(true)
    expect(sameRows([[10.3]], [[10.3333333]], false)).toBe(false)
    expect(sameRows([[null]], [[0]], false)).toBe(true)
    expect(sameRows([['a', null]], [['a', 0]], false)).toBe(false)
  })

  test('require every gold row', () => {
    expect(sameRows([['a']], [['a'], ['b']], false)).toBe(false)
    expect(sameRows([['a'], ['a']], [['a'], ['b']], false)).toBe(false)
    expect(sameRows([], [], false)).toBe(true)
  })

  test('accept any of the tied rows at the end of a top n', () => {
    const ranked = [
      ['a', 9],
      ['b', 5],
      ['c', 5],
      ['d', 1],
    ]
    const gold = [['a'], ['b']]
    expect(
      sameTop(
        [
          ['a', 9],
          ['c', 5],
        ],
        gold,
        ranked,
        true,
      ),
    ).toBe(true)
    expect(
      sameTop(
        [
          ['a', 9],
          ['d', 1],
        ],
        gold,
        ranked,
        true,
      ),
    ).toBe(false)
    expect(
      sameTop(
        [
          ['c', 5],
          ['a', 9],
        ],
        gold,
        ranked,
        true,
      ),
    ).toBe(false)
    expect(sameTop([['a'], ['a']], gold, ranked, false)).toBe(false)
  })
})
