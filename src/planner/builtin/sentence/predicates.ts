import type { ColumnRef, Comparator, Condition, Scalar } from '../query/index.ts'
import { type Catalog, columnOf } from '../schema/index.ts'
import { columnFigure } from './figures.ts'
import { span } from './spans.ts'
import { either, framed, listed, mapped, oneOf, pair, type Syntax } from './syntax.ts'
import { COMPARATORS, cellOf, quotedText } from './values.ts'

const MOMENTS: readonly (readonly [string, Comparator])[] = [
  ['on ', '='],
  ['not on ', '<>'],
  ['after ', '>'],
  ['since ', '>='],
  ['before ', '<'],
  ['up to ', '<='],
]

export const FOLD = oneOf<'avg' | 'min' | 'max'>([
  ['the average', 'avg'],
  ['the lowest', 'min'],
  ['the highest', 'max'],
])

const PATTERNS = [
  ['containing', '%', '%'],
  ['starting with', '', '%'],
  ['ending in', '%', ''],
  ['like', '', ''],
] as const

const withoutEnds = (pattern: string, before: string, after: string): string | null => {
  const isLong = pattern.length >= before.length + after.length
  return isLong && pattern.startsWith(before) && pattern.endsWith(after)
    ? pattern.slice(before.length, pattern.length - after.length)
    : null
}

const likes = (column: ColumnRef): readonly Syntax<Condition>[] =>
  PATTERNS.flatMap(([verb, before, after]) =>
    [false, true].map((negated) =>
      mapped(framed(`${negated ? 'not ' : ''}${verb} `, quotedText))(
        (value): Condition => ({ type: 'like', column, pattern: `${before}${value}${after}`, negated }),
        (one) => (one.type === 'like' && one.negated === negated ? withoutEnds(one.pattern, before, after) : null),
      ),
    ),
  )

/** One value or several: `“paid”`, `other than “paid” or “open”`. */
export const amongValues = (column: ColumnRef, value: Syntax<Scalar>, [is, isNot]: readonly [string, string]) =>
  either<Condition>(
    ...([is, isNot] as const).map((lead, index) =>
      mapped(framed(lead, listed(value, { last: ' or ' })))(
        ([first, ...more]): Condition | null =>
          first === undefined
            ? null
            : more.length === 0
              ? { type: 'compare', column, op: index === 0 ? '=' : '<>', value: first }
              : { type: 'in', column, values: [first, ...more], negated: index === 1 },
        (one) => {
          if (one.type === 'compare') return one.op === (index === 0 ? '=' : '<>') ? [one.value] : null
          return one.type === 'in' && one.values.length > 1 && one.negated === (index === 1) ? one.values : null
        },
      ),
    ),
  )

/** Predicates after a column's name: `over 5`, `“paid” or “open”`, `missing`, `in 2025`. */
export const predicateOf = (catalog: Catalog, column: ColumnRef): Syntax<Condition> => {
  const isDate = columnOf(catalog, column)?.kind === 'date'
  const value = cellOf(columnFigure(catalog, column.table, column))
  return either(
    amongValues(column, value, isDate ? ['on ', 'not on '] : ['', 'other than ']),
    mapped(pair(oneOf(isDate ? MOMENTS : COMPARATORS), '', value))(
      ([op, operand]): Condition => ({ type: 'compare', column, op, value: operand }),
      (one) => (one.type === 'compare' ? [one.op, one.value] : null),
    ),
    mapped(pair(oneOf(COMPARATORS), '', FOLD))(
      ([op, fold]): Condition => ({ type: 'average', column, op, fold }),
      (one) => (one.type === 'average' ? [one.op, one.fold ?? 'avg'] : null),
    ),
    mapped(
      oneOf([
        ['missing', false],
        ['known', true],
      ]),
    )(
      (negated): Condition => ({ type: 'null', column, negated }),
      (one) => (one.type === 'null' ? one.negated : null),
    ),
    ...[false, true].map((negated) =>
      mapped(framed(negated ? 'not ' : '', span))(
        ({ from, to }): Condition => ({ type: 'range', column, from, to, negated }),
        (one) => (one.type === 'range' && one.negated === negated ? one : null),
      ),
    ),
    ...likes(column),
  )
}
