import type { Cell, FixtureType } from '../fixture-table.ts'

/** Values of hidden rows: two sets, one for each of the compared databases. */
export type Side = 'one' | 'other'

/** What an engine can store: values of another type than declared, and the length of texts. */
export interface Room {
  /** Whether a numeric column may contain texts. */
  readonly anyKind: boolean
  readonly longText: number
}

const TEXTS: Readonly<Record<Side, readonly Cell[]>> = {
  one: ['SE%', 'x\\', 'paid', '', null, 'c2003@mail.test', '{"page":1}', 'ann', '%', 'a1', '2024-01-01', 'é', '12'],
  other: [
    'open\\',
    'bob',
    null,
    '{',
    '[1',
    'c3001@mail.test\\',
    '_',
    '\\',
    '1e999',
    '-9223372036854775808',
    "it's",
    '(',
  ],
}

const INTEGERS: Readonly<Record<Side, readonly Cell[]>> = {
  one: [2003, 0, null, 7, -1, 1100, 9_007_199_254_740_991],
  other: [null, 3, 42, '9223372036854775807', '-9223372036854775808', 2300],
}

const REALS: Readonly<Record<Side, readonly Cell[]>> = {
  one: [0, null, -1.5, 12.5, 1e300],
  other: [3.25, 1e-300, 1e15, null, -7],
}

const DECIMALS: Readonly<Record<Side, readonly Cell[]>> = {
  one: [0, null, 2003, -1.5],
  other: [42.25, null, 99_999_999],
}

const DATES: Readonly<Record<Side, readonly Cell[]>> = {
  one: ['2024-01-01', null, '1999-12-31', '9999-12-31'],
  other: ['1000-01-01', '2024-03-01', null, '2030-06-15'],
}

const VALUES: Readonly<Record<FixtureType, Readonly<Record<Side, readonly Cell[]>>>> = {
  text: TEXTS,
  integer: INTEGERS,
  real: REALS,
  decimal: DECIMALS,
  date: DATES,
}

/**
 * The values of a column in hidden rows: few, so that each is frequent enough for statistics, some of them long.
 */
export const hiddenValues = (type: FixtureType, side: Side, { anyKind, longText }: Room): readonly Cell[] => {
  const plain = VALUES[type][side]
  if (type === 'text') return [...plain, (side === 'one' ? 'a' : 'b(').repeat(longText / 2)]
  return anyKind ? [...plain, ...TEXTS[side].slice(0, 6)] : plain
}

/** Hidden values of both databases, for constants in queries. */
export const hiddenConstants = (type: 'text' | 'integer'): readonly string[] =>
  [...VALUES[type].one, ...VALUES[type].other].flatMap((value) => (value === null ? [] : [String(value)]))
