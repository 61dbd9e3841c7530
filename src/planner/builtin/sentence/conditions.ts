import type { Condition } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { measureFor } from './measures.ts'
import { type Names, namesFor, type Owner } from './names.ts'
import { bound, predicateOf } from './predicates.ts'
import { either, framed, listed, mapped, matched, oneOf, pair, type Syntax } from './syntax.ts'

type Related = Extract<Condition, { type: 'related' }>

/** How conditions begin: of the rows that a sentence is about, and of rows that belong to these. */
const LEADS = [
  { of: 'whose ', which: 'that ' },
  { of: 'where the ', which: 'which ' },
] as const
type Lead = (typeof LEADS)[number]

const [OUTER, INNER] = LEADS

const plain = (catalog: Catalog, { column }: Names, lead: Lead): Syntax<Condition> =>
  mapped(pair(framed(lead.of, column), ' ', (ref) => predicateOf(catalog, ref)))(
    ([, condition]) => condition,
    (one) => ('column' in one && one.type !== 'alike' ? [one.column, one] : null),
  )

interface Quantity extends Pick<Related, 'op' | 'value'> {}

const counted = (words: string, op: Related['op']): Syntax<Quantity> =>
  mapped(
    framed(
      words,
      matched(/\d+/uy, Number, (value: number) => (Number.isInteger(value) ? String(value) : null)),
      ' ',
    ),
  )(
    (value) => ({ op, value }),
    (one) => (one.op === op ? one.value : null),
  )

/** `no `, `at least 3 `; nothing for one row or more. */
const quantity: Syntax<Quantity> = either(
  oneOf<Quantity>([
    ['no ', { op: '=', value: 0 }],
    ['', { op: '>=', value: 1 }],
  ]),
  counted('exactly ', '='),
  counted('other than ', '<>'),
  counted('more than ', '>'),
  counted('at least ', '>='),
  counted('fewer than ', '<'),
  counted('at most ', '<='),
)

/** Rows of another table with what is asked of them: `orders where the status is “paid”`. */
const rowsWhere = (
  catalog: Catalog,
  owner: Syntax<Owner>,
  lead: Lead,
): Syntax<readonly [Owner, readonly Condition[]]> =>
  pair(owner, '', ({ table }) => (lead === OUTER ? scopeOf(catalog, table, INNER) : nothing))

const nothing: Syntax<readonly Condition[]> = {
  say: (conditions) => (conditions.length === 0 ? '' : null),
  read: (_, at) => [[[], at]],
}

const relatedOf = ({ table, by }: Owner, where: readonly Condition[]): Omit<Related, 'measure' | 'op' | 'value'> => ({
  type: 'related',
  table,
  where: [...where],
  ...(by === null ? {} : { by }),
})

const ownerOf = ({ table, by }: Related): Owner => ({ table, by: by ?? null })

const having = (catalog: Catalog, names: Names, lead: Lead): Syntax<Condition> =>
  mapped(
    pair(framed(`${lead.which}have `, quantity), '', ({ op, value }) =>
      rowsWhere(catalog, value === 1 && op !== '>=' ? names.row : names.rows, lead),
    ),
  )(
    ([{ op, value }, [owner, where]]): Condition => ({ ...relatedOf(owner, where), measure: null, op, value }),
    (one) =>
      one.type === 'related' && one.measure === null
        ? [{ op: one.op, value: one.value }, [ownerOf(one), one.where]]
        : null,
  )

const measuring = (catalog: Catalog, names: Names, lead: Lead): Syntax<Condition> =>
  mapped(
    pair(framed(`${lead.which}in their `, rowsWhere(catalog, names.rows, lead)), ' have a ', ([{ table }]) =>
      pair(measureFor(catalog, table), ' that ', bound),
    ),
  )(
    ([[owner, where], [measure, { op, value }]]): Condition => ({ ...relatedOf(owner, where), measure, op, value }),
    (one) =>
      one.type === 'related' && one.measure !== null
        ? [
            [ownerOf(one), one.where],
            [one.measure, { op: one.op, value: one.value }],
          ]
        : null,
  )

const alike = (catalog: Catalog, names: Names): Syntax<Condition> =>
  mapped(
    pair(
      oneOf([
        ['that share the', false],
        ['that do not share the', true],
      ]),
      ' ',
      pair(names.column, ' with ', ({ table }) =>
        pair(namesFor(catalog, table).rows, '', scopeOf(catalog, table, INNER)),
      ),
    ),
  )(
    ([negated, [column, [, where]]]): Condition => ({ type: 'alike', column, where: [...where], negated }),
    (one) =>
      one.type === 'alike' ? [one.negated, [one.column, [{ table: one.column.table, by: null }, one.where]]] : null,
  )

const single = (catalog: Catalog, names: Names, lead: Lead): Syntax<Condition> =>
  either(
    plain(catalog, names, lead),
    having(catalog, names, lead),
    measuring(catalog, names, lead),
    ...(lead === OUTER ? [alike(catalog, names)] : []),
  )

/** Conditions behind the name of the rows that they are asked of: ` whose age is over 30 and that have no orders`. */
export const scopeOf = (catalog: Catalog, table: string, lead: Lead = OUTER): Syntax<readonly Condition[]> => {
  const one = single(catalog, namesFor(catalog, table), lead)
  const any = mapped(framed('either ', listed(one, { between: ' or ', last: ' or ', least: 2 })))(
    (options): Condition => ({ type: 'any', options: [...options] }),
    (condition) => (condition.type === 'any' ? condition.options : null),
  )
  return either(nothing, framed(' ', listed(either(one, any), { between: ' and ', last: ' and ' })))
}
