import type { ColumnRef, Condition, Scalar } from '../query/index.ts'
import { type Catalog, type ColumnInfo, columnOf } from '../schema/index.ts'
import { participle } from './moments.ts'
import { type Names, once } from './names.ts'
import { amongValues, FOLD } from './predicates.ts'
import { either, framed, mapped, oneOf, pair, type Syntax } from './syntax.ts'
import { quotedText } from './values.ts'

const ADJECTIVE = /(?:ed|able|ible|ive|ous|ful|less|ic|ant|ent|ary)$/

/** `that are insured`, `without newsletter`, `that can fly`. */
const truthWords = ({ words }: ColumnInfo, isTrue: boolean): string => {
  const [first = '', ...rest] = words
  const not = isTrue ? '' : ' not'
  if ((first === 'is' || first === 'are') && rest.length > 0) return `that are${not} ${rest.join(' ')}`
  if (first === 'was' && rest.length > 0) return `that were${not} ${rest.join(' ')}`
  if (first === 'can' && rest.length > 0) return `that ${isTrue ? 'can' : 'cannot'} ${rest.join(' ')}`
  const noun = first === 'has' && rest.length > 0 ? rest : words
  if (noun.length === 1 && ADJECTIVE.test(noun[0] ?? '')) return `that are${not} ${noun[0]}`
  return `${isTrue ? 'with' : 'without'} ${noun.join(' ')}`
}

/** Boolean conditions. */
const truths = (table: string, columns: readonly ColumnInfo[]): Syntax<Condition> =>
  mapped(
    oneOf<readonly [string, '=' | '<>']>(
      columns
        .filter(({ kind }) => kind === 'boolean')
        .flatMap((column) => (['=', '<>'] as const).map((op) => [truthWords(column, op === '='), [column.name, op]])),
    ),
  )(
    ([column, op]): Condition => ({ type: 'compare', column: { table, column }, op, value: 1 }),
    (one) =>
      one.type === 'compare' && (one.op === '=' || one.op === '<>') && one.value === 1 && isOwn(table, one)
        ? [one.column.column, one.op]
        : null,
  )

const isOwn = (table: string, { column }: { readonly column: ColumnRef }): boolean =>
  column.table === table && column.by === undefined

/** Nouns of places, which take "in". */
const PLACES = new Set('city town country state region continent district county province village nation'.split(' '))

const text = mapped(quotedText)(
  (value): Scalar => value,
  (value) => (typeof value === 'string' ? value : null),
)

/** `in “Lyon”`; if rows have several places, `in the city of “Lyon”`. */
const places = (table: string, columns: readonly ColumnInfo[]): readonly Syntax<Condition>[] => {
  const found = columns.filter(({ kind, words }) => kind === 'text' && words.length === 1 && PLACES.has(words[0] ?? ''))
  return found.map(({ name, words }) => {
    const lead = found.length === 1 ? 'in ' : `in the ${words[0]} of `
    return ofColumn(table, name, amongValues({ table, column: name }, text, [lead, `not ${lead}`]))
  })
}

/** Restricts a syntax to conditions on one column of the rows themselves. */
const ofColumn = (table: string, name: string, inner: Syntax<Condition>): Syntax<Condition> => ({
  read: inner.read,
  say: (one) => ('column' in one && isOwn(table, one) && one.column.column === name ? inner.say(one) : null),
})

/** Conditions that something was done or not: `that are not paid`. */
const doings = (table: string, columns: readonly ColumnInfo[]): Syntax<Condition> =>
  mapped(
    oneOf<readonly [string, boolean]>(
      columns.flatMap((column) => {
        const done = participle(column)
        return done === null
          ? []
          : [true, false].map((isDone) => [`that are ${isDone ? '' : 'not '}${done}`, [column.name, isDone]] as const)
      }),
    ),
  )(
    ([column, negated]): Condition => ({ type: 'null', column: { table, column }, negated }),
    (one) => (one.type === 'null' && isOwn(table, one) ? [one.column.column, one.negated] : null),
  )

/** Conditions on a row's own columns, in everyday words. */
export const qualitiesOf = once(({ tables }: Catalog, table): Syntax<Condition> => {
  const columns = [...(tables.get(table)?.columns.values() ?? [])]
  return either(truths(table, columns), ...places(table, columns), doings(table, columns))
})

/** `without phone`; for booleans "with" means true. */
export const presence = (catalog: Catalog, { bare }: Names): Syntax<Condition> =>
  mapped(
    pair(
      oneOf([
        ['with', true],
        ['without', false],
      ]),
      ' ',
      bare,
    ),
  )(
    ([negated, ref]): Condition | null =>
      columnOf(catalog, ref)?.kind === 'boolean' ? null : { type: 'null', column: ref, negated },
    (one) =>
      one.type === 'null' && columnOf(catalog, one.column)?.kind !== 'boolean' ? [one.negated, one.column] : null,
  )

/** `with the lowest price`. */
export const extreme = ({ bare }: Names): Syntax<Condition> =>
  mapped(pair(framed('with ', FOLD), ' ', bare))(
    ([fold, ref]): Condition => ({ type: 'average', column: ref, op: '=', fold }),
    (one) => (one.type === 'average' && one.op === '=' ? [one.fold ?? 'avg', one.column] : null),
  )

/** Whether each row of a table belongs to one row of another. */
export const isOwner = ({ graph }: Catalog, anchor: string, table: string): boolean =>
  table !== anchor && graph.path(anchor, table)?.steps.every(({ up }) => up) === true

/** Rows of a named parent: `of product “City Tyre”`. */
export const ofNamed = (catalog: Catalog, anchor: string, { row }: Names): Syntax<Condition> => {
  const label = (table: string): string => catalog.tables.get(table)?.label ?? ''
  return mapped(
    pair(framed('of ', row), ' ', ({ table, by }) =>
      amongValues({ table, column: label(table), ...(by === null ? {} : { by }) }, text, ['', 'other than ']),
    ),
  )(
    ([{ table }, condition]): Condition | null => (isOwner(catalog, anchor, table) ? condition : null),
    (one) => {
      if (one.type !== 'compare' && one.type !== 'in') return null
      const { table, column, by = null } = one.column
      return isOwner(catalog, anchor, table) && label(table) === column ? [{ table, by }, one] : null
    },
  )
}
