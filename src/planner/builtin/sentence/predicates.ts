import type { ColumnRef, Comparator, Condition } from '../query/index.ts'
import { type Catalog, columnOf } from '../schema/index.ts'
import { span } from './spans.ts'
import { either, framed, listed, mapped, matched, oneOf, pair, type Syntax } from './syntax.ts'

type Value = string | number

const text: Syntax<Value> = matched(
  /“[^“”]*”/uy,
  (words): Value => words.slice(1, -1),
  (value) => (typeof value === 'string' && !/[“”\n]/.test(value) ? `“${value}”` : null),
)

const number: Syntax<Value> = matched(
  /-?\d+(?:\.\d+)?(?!\p{L})/uy,
  (words): Value => Number(words),
  (value) => (typeof value === 'number' && /^-?\d+(?:\.\d+)?$/.test(String(value)) ? String(value) : null),
)

const truth: Syntax<Value> = oneOf<Value>([
  ['yes', 1],
  ['no', 0],
])

export const comparator: Syntax<Comparator> = oneOf<Comparator>([
  ['is', '='],
  ['is not', '<>'],
  ['is over', '>'],
  ['is at least', '>='],
  ['is under', '<'],
  ['is at most', '<='],
])

/** `over 5`, after a verb. */
export const bound: Syntax<{ op: Comparator; value: number }> = mapped(pair(comparator, ' ', number))(
  ([op, value]) => ({ op, value: Number(value) }),
  ({ op, value }) => [op, value],
)

const FOLD = oneOf<'avg' | 'min' | 'max'>([
  ['the average', 'avg'],
  ['the lowest', 'min'],
  ['the highest', 'max'],
])

const PATTERNS = [
  ['contains', 'does not contain', '%', '%'],
  ['starts with', 'does not start with', '', '%'],
  ['ends with', 'does not end with', '%', ''],
  ['is like', 'is not like', '', ''],
] as const

const withoutEnds = (pattern: Value, before: string, after: string): string | null => {
  const value = String(pattern)
  const isLong = value.length >= before.length + after.length
  return isLong && value.startsWith(before) && value.endsWith(after)
    ? value.slice(before.length, value.length - after.length)
    : null
}

const likes = (column: ColumnRef): readonly Syntax<Condition>[] =>
  PATTERNS.flatMap(([is, isNot, before, after]) =>
    [is, isNot].map((verb, index) =>
      mapped(framed(`${verb} `, text))(
        (value): Condition => ({
          type: 'like',
          column,
          pattern: `${before}${value}${after}`,
          negated: index === 1,
        }),
        (one) =>
          one.type === 'like' && one.negated === (index === 1) ? withoutEnds(one.pattern, before, after) : null,
      ),
    ),
  )

/** What is said of a column: `is over 5`, `is “paid” or “open”`, `is missing`, `is in 2025`. */
export const predicateOf = (catalog: Catalog, column: ColumnRef): Syntax<Condition> => {
  const value = columnOf(catalog, column)?.kind === 'boolean' ? either(truth, text, number) : either(text, number)
  return either(
    mapped(pair(comparator, ' ', value))(
      ([op, said]): Condition => ({ type: 'compare', column, op, value: said }),
      (one) => (one.type === 'compare' ? [one.op, one.value] : null),
    ),
    mapped(pair(comparator, ' ', FOLD))(
      ([op, fold]): Condition => ({ type: 'average', column, op, fold }),
      (one) => (one.type === 'average' ? [one.op, one.fold ?? 'avg'] : null),
    ),
    ...(['is ', 'is neither '] as const).map((verb, index) =>
      mapped(framed(verb, listed(value, { last: index === 0 ? ' or ' : ' nor ', least: 2 })))(
        (values): Condition => ({ type: 'in', column, values: [...values], negated: index === 1 }),
        (one) => (one.type === 'in' && one.negated === (index === 1) ? one.values : null),
      ),
    ),
    mapped(
      oneOf([
        ['is missing', false],
        ['is known', true],
      ]),
    )(
      (negated): Condition => ({ type: 'null', column, negated }),
      (one) => (one.type === 'null' ? one.negated : null),
    ),
    ...(['is ', 'is not '] as const).map((verb, index) =>
      mapped(framed(verb, span))(
        ({ from, to }): Condition => ({ type: 'range', column, from, to, negated: index === 1 }),
        (one) => (one.type === 'range' && one.negated === (index === 1) ? one : null),
      ),
    ),
    ...likes(column),
  )
}
