import { type ColumnRef, emptyTree, type Measure, type QueryTree } from '../query/index.ts'
import { type Catalog, columnOf, countMeasure, listColumns } from '../schema/index.ts'
import { scopeOf } from './conditions.ts'
import { measureFigure } from './figures.ts'
import { groupFor } from './groups.ts'
import { measureFor } from './measures.ts'
import { namesFor, once } from './names.ts'
import { either, framed, listed, mapped, marked, matched, oneOf, optional, pair, type Syntax } from './syntax.ts'
import { bound } from './values.ts'

type Order = QueryTree['order']
type Having = QueryTree['having'][number]

/** The columns of a list. */
interface Shown {
  readonly refs: readonly ColumnRef[]
  readonly distinct: boolean
}

const limit: Syntax<number | null> = marked(
  optional(
    framed(
      ', only the first',
      either(
        oneOf([['', 1]]),
        framed(
          ' ',
          matched(/\d{1,6}/uy, Number, (count: number) => (Number.isInteger(count) ? String(count) : null)),
        ),
      ),
    ),
  ),
)

const direction = oneOf([
  ['ascending', false],
  ['descending', true],
])

/** The default order of groups: largest first, time groups in chronological order. */
const usualOrder = (groups: QueryTree['groups']): Order =>
  groups.length > 0 && groups.every(({ type }) => type === 'column' || type === 'entity')
    ? [{ by: 'measure', descending: true }]
    : []

const ORDERS: readonly (readonly [string, Order])[] = [
  [', highest first', [{ by: 'measure', descending: true }]],
  [', lowest first', [{ by: 'measure', descending: false }]],
  [', in their order', [{ by: 'group', descending: false }]],
  [', in reverse order', [{ by: 'group', descending: true }]],
  [', in any order', []],
]

const orderOfGroups = (usual: Order): Syntax<Order> =>
  oneOf<Order>([['', usual], ...ORDERS.filter(([, order]) => JSON.stringify(order) !== JSON.stringify(usual))])

type ByColumn = Order[number]

const RANKS = oneOf<Pick<ByColumn, 'descending'> & { readonly kind: 'date' | 'number' }>([
  ['latest', { kind: 'date', descending: true }],
  ['earliest', { kind: 'date', descending: false }],
  ['highest', { kind: 'number', descending: true }],
  ['lowest', { kind: 'number', descending: false }],
])

/** What rows are ranked by: `highest price`, `newest`. */
export const rankFor = (catalog: Catalog, anchor: string): Syntax<ByColumn> => {
  const time = catalog.tables.get(anchor)?.time ?? null
  const byTime = (descending: boolean): ByColumn => ({ by: { table: anchor, column: time ?? '' }, descending })
  return either(
    oneOf<ByColumn>(
      time === null
        ? []
        : [
            ['newest', byTime(true)],
            ['oldest', byTime(false)],
          ],
    ),
    mapped(pair(RANKS, ' ', namesFor(catalog, anchor).bare))(
      ([{ kind, descending }, by]): ByColumn | null =>
        columnOf(catalog, by)?.kind === kind ? { by, descending } : null,
      ({ by, descending }) => {
        const kind = typeof by === 'string' ? undefined : columnOf(catalog, by)?.kind
        return typeof by !== 'string' && (kind === 'date' || kind === 'number') ? [{ kind, descending }, by] : null
      },
    ),
  )
}

const orderOfRows = (catalog: Catalog, anchor: string): Syntax<Order> =>
  either(
    oneOf<Order>([['', []]]),
    mapped(framed(', ', listed(rankFor(catalog, anchor)), ' first'))(
      (items): Order => [...items],
      (order) => order,
    ),
    framed(
      ', sorted by ',
      mapped(listed(pair(namesFor(catalog, anchor).column, ' ', direction)))(
        (items): Order => items.map(([by, descending]) => ({ by, descending })),
        (order) => order.flatMap(({ by, descending }) => (typeof by === 'string' ? [] : [[by, descending] as const])),
      ),
    ),
  )

/** Tables that a join path has to pass, if the default path would be another one. */
const via = ({ tables }: Catalog): Syntax<readonly string[]> =>
  either(
    oneOf<readonly string[]>([['', []]]),
    framed(', by way of ', listed(oneOf([...tables.values()].map(({ plural, name }) => [plural, name])))),
  )

/** `List the name and age of singers in “France”, highest age first, only the first 3`. */
const listOf = (catalog: Catalog, anchor: string, many: string): Syntax<QueryTree> => {
  const usual = listColumns(catalog, anchor, [])
  const all = [...(catalog.tables.get(anchor)?.columns.keys() ?? [])].map((column) => ({ table: anchor, column }))
  const heads = oneOf<readonly ColumnRef[]>([
    [`List the ${many}`, usual],
    [`List all fields of ${many}`, all],
  ])
  const names = namesFor(catalog, anchor)
  const shown = either<Shown>(
    mapped(heads)(
      (refs): Shown => ({ refs, distinct: false }),
      ({ refs, distinct }) => (distinct ? null : refs),
    ),
    ...[false, true].map((isDistinct) =>
      mapped(
        framed(
          isDistinct ? 'List the different ' : 'List the ',
          listed(isDistinct ? names.columns : names.column),
          ` of ${many}`,
        ),
      )(
        (refs): Shown => ({ refs, distinct: isDistinct }),
        ({ refs, distinct }) => (distinct === isDistinct ? refs : null),
      ),
    ),
  )
  return mapped(
    pair(
      pair(shown, '', scopeOf(catalog, anchor)),
      '',
      pair(marked(orderOfRows(catalog, anchor)), '', pair(limit, '', marked(via(catalog)))),
    ),
  )(
    ([[{ refs, distinct }, where], [order, [first, tables]]]): QueryTree => ({
      ...emptyTree(anchor),
      columns: [...refs],
      where: [...where],
      order,
      limit: first,
      distinct,
      via: [...tables],
    }),
    (tree) =>
      tree.measures.length > 0 || tree.groups.length > 0
        ? null
        : [
            [{ refs: tree.columns, distinct: tree.distinct }, tree.where],
            [tree.order, [tree.limit, tree.via]],
          ],
  )
}

/** `How many singers are there per country, where the number is over 3 singers`, `Show the average age of singers, only the first`. */
const measuredOf = (catalog: Catalog, anchor: string, many: string): Syntax<QueryTree> => {
  const measure = measureFor(catalog, anchor)
  const groups = either(
    oneOf<QueryTree['groups']>([['', []]]),
    mapped(framed(' per ', listed(groupFor(catalog, anchor))))(
      (found): QueryTree['groups'] => [...found],
      (found) => (found.length === 0 ? null : found),
    ),
  )
  const having = either(
    oneOf<readonly Having[]>([['', []]]),
    framed(
      ', where ',
      listed(
        mapped(
          pair(framed('the ', measureFor(catalog, anchor, 'bare')), ' is ', (one) =>
            bound(measureFigure(catalog, one)),
          ),
        )(
          ([one, { op, value }]): Having => ({ measure: one, op, value }),
          ({ measure: one, op, value }) => [one, { op, value }],
        ),
      ),
    ),
  )
  const count = countMeasure(catalog, anchor)
  const head = either<readonly Measure[]>(
    oneOf<readonly Measure[]>([[`How many ${many} are there`, [count]]]),
    framed('Show the ', listed(measure), ` of ${many}`),
  )
  const split = pair(pair(head, '', scopeOf(catalog, anchor)), '', marked(groups))
  return mapped(
    pair(split, '', ([, found]) =>
      pair(
        marked(having),
        '',
        pair(marked(orderOfGroups(usualOrder(found))), '', pair(limit, '', marked(via(catalog)))),
      ),
    ),
  )(
    ([[[measures, where], found], [bounds, [order, [first, tables]]]]): QueryTree => ({
      ...emptyTree(anchor),
      measures: [...measures],
      groups: found,
      where: [...where],
      having: [...bounds],
      order,
      limit: first,
      via: [...tables],
    }),
    (tree) =>
      tree.share === null && tree.measures.length > 0
        ? [
            [[tree.measures, tree.where], tree.groups],
            [tree.having, [tree.order, [tree.limit, tree.via]]],
          ]
        : null,
  )
}

/** `What share of singers are those in “France”`, `What share of the revenue of orders is of those with channel “web”`. */
const shareOf = (catalog: Catalog, anchor: string, many: string): Syntax<QueryTree> => {
  const ofRows = pair(oneOf([[`What share of ${many}`, countMeasure(catalog, anchor)]]), '', scopeOf(catalog, anchor))
  const ofMeasure = pair(
    framed('What share of the ', measureFor(catalog, anchor), ` of ${many}`),
    '',
    scopeOf(catalog, anchor),
  )
  const those = pair(scopeOf(catalog, anchor), '', via(catalog))
  return mapped(either(pair(ofRows, ' are those', those), pair(ofMeasure, ' is of those', those)))(
    ([[measure, where], [share, tables]]): QueryTree => ({
      ...emptyTree(anchor),
      measures: [measure],
      where: [...where],
      share: [...share],
      via: [...tables],
    }),
    ({ measures: [measure, more], where, share, groups, via: tables }) =>
      measure === undefined || more !== undefined || share === null || groups.length > 0
        ? null
        : [
            [measure, where],
            [share, tables],
          ],
  )
}

/** All questions about the rows of a table. */
export const treeFor = once((catalog, anchor): Syntax<QueryTree> => {
  const many = catalog.tables.get(anchor)?.plural ?? anchor
  return either(listOf(catalog, anchor, many), measuredOf(catalog, anchor, many), shareOf(catalog, anchor, many))
})
