import type { Condition } from '../query/index.ts'
import type { Catalog } from '../schema/index.ts'
import { measureFigure } from './figures.ts'
import { measureFor } from './measures.ts'
import { momentsOf } from './moments.ts'
import { type Names, namesFor, type Owner, once } from './names.ts'
import { predicateOf } from './predicates.ts'
import { extreme, isOwner, ofNamed, presence, qualitiesOf } from './qualities.ts'
import { chained, either, framed, listed, mapped, marked, matched, oneOf, pair, type Syntax } from './syntax.ts'
import { bound } from './values.ts'

type Related = Extract<Condition, { type: 'related' }>

/** `with status “paid”`, `with customer's age over 30`. */
const plain = (catalog: Catalog, { bare }: Names): Syntax<Condition> =>
  mapped(pair(framed('with ', bare), ' ', (ref) => predicateOf(catalog, ref)))(
    ([, condition]): Condition => condition,
    (one) => ('column' in one && one.type !== 'alike' ? [one.column, one] : null),
  )

/** Conditions on a row's own columns. */
const ownFor = once((catalog: Catalog, table): Syntax<Condition> => {
  const names = namesFor(catalog, table)
  return either(
    momentsOf(catalog, table),
    qualitiesOf(catalog, table),
    presence(catalog, names),
    extreme(names),
    plain(catalog, names),
  )
})

/** Plural wording for a single row: `that is not paid`. */
const ofOne = <Thing>(inner: Syntax<Thing>): Syntax<Thing> => ({
  say: (thing) =>
    inner.say(thing)?.replace(/^that (are|were)\b/, (_, verb: string) => `that ${verb === 'are' ? 'is' : 'was'}`) ??
    null,
  read: (text, at) => {
    const [words, verb] = /^that (is|was)\b/i.exec(text.slice(at, at + VERB_MAX)) ?? []
    if (words === undefined) return inner.read(text, at)
    const several = `that ${verb?.toLowerCase() === 'is' ? 'are' : 'were'}`
    const rest = text.slice(at + words.length)
    return inner.read(`${several}${rest}`, 0).map(([thing, end]) => [thing, at + end - several.length + words.length])
  },
})

const VERB_MAX = 'that was '.length

/** `with a payment`, `with an order`. */
const withOne = (row: Syntax<Owner>): Syntax<Owner> => ({
  say: (owner) => {
    const words = row.say(owner)
    return words === null ? null : `with ${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`
  },
  read: (text, at) => ['with a ', 'with an '].flatMap((lead) => framed(lead, row).read(text, at)),
})

/** Conditions on related rows: `of customers with newsletter` for parent rows, `with an order from 1 to 3 May 2026`. */
const ofOthers = (catalog: Catalog, anchor: string, { row, rows }: Names): readonly Syntax<Condition>[] =>
  [true, false].map((isAbove) => {
    const isMeant = (table: string): boolean => table !== anchor && isOwner(catalog, anchor, table) === isAbove
    const owner = isAbove ? framed('of ', rows) : withOne(row)
    const own = ({ table }: Owner): Syntax<Condition> =>
      isAbove ? ownFor(catalog, table) : ofOne(ownFor(catalog, table))
    return mapped(pair(owner, ' ', own))(
      ([{ table, by }, one]): Condition | null =>
        by === null && 'column' in one && one.column.table === table && isMeant(table) ? one : null,
      (one) =>
        'column' in one && one.type !== 'alike' && one.column.by === undefined && isMeant(one.column.table)
          ? [{ table: one.column.table, by: null }, one]
          : null,
    )
  })

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

/** `without `, `with at least 3 `; `with ` alone for at least one row. */
const quantity: Syntax<Quantity> = either(
  oneOf<Quantity>([
    ['without ', { op: '=', value: 0 }],
    ['with ', { op: '>=', value: 1 }],
  ]),
  counted('with exactly ', '='),
  counted('with other than ', '<>'),
  counted('with more than ', '>'),
  counted('with at least ', '>='),
  counted('with fewer than ', '<'),
  counted('with at most ', '<='),
)

/** Related rows with their conditions: `orders (with status “paid”)`. */
const rowsWhere = (catalog: Catalog, owner: Syntax<Owner>): Syntax<readonly [Owner, readonly Condition[]]> =>
  pair(owner, '', ({ table }) => either(nothing, framed(' (', clausesFor(catalog, table).inner, ')')))

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

/** `without orders`, `with more than 3 orders (with status “paid”)`. */
const having = (catalog: Catalog, names: Names): Syntax<Condition> =>
  mapped(
    pair(quantity, '', ({ op, value }) => rowsWhere(catalog, value === 1 && op !== '>=' ? names.row : names.rows)),
  )(
    ([{ op, value }, [owner, where]]): Condition => ({ ...relatedOf(owner, where), measure: null, op, value }),
    (one) =>
      one.type === 'related' && one.measure === null
        ? [{ op: one.op, value: one.value }, [ownerOf(one), one.where]]
        : null,
  )

/** `whose orders have revenue over 500.00 EUR`. */
const measuring = (catalog: Catalog, names: Names): Syntax<Condition> =>
  mapped(
    pair(framed('whose ', rowsWhere(catalog, names.rows)), ' have ', ([{ table }]) =>
      pair(measureFor(catalog, table, 'bare'), ' ', (measure) => bound(measureFigure(catalog, measure))),
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

/** `that share the customer with orders (with status “open”)`. */
const alike = (catalog: Catalog, names: Names): Syntax<Condition> =>
  mapped(
    pair(
      oneOf([
        ['that share the', false],
        ['that do not share the', true],
      ]),
      ' ',
      pair(names.column, ' with ', ({ table }) => rowsWhere(catalog, namesFor(catalog, table).rows)),
    ),
  )(
    ([negated, [column, [, where]]]): Condition => ({ type: 'alike', column, where: [...where], negated }),
    (one) =>
      one.type === 'alike' ? [one.negated, [one.column, [{ table: one.column.table, by: null }, one.where]]] : null,
  )

/** Conditions as text, on the rows of a sentence and on related rows. */
interface Clauses {
  readonly outer: Syntax<readonly Condition[]>
  readonly inner: Syntax<readonly Condition[]>
}

const clausesFor = once((catalog: Catalog, table: string): Clauses => {
  const names = namesFor(catalog, table)
  const moments = momentsOf(catalog, table)
  const single = either(
    moments,
    ofNamed(catalog, table, names),
    ...ofOthers(catalog, table, names),
    ownFor(catalog, table),
    having(catalog, names),
    measuring(catalog, names),
    alike(catalog, names),
  )
  const any = mapped(framed('either ', listed(single, { between: ' or ', last: ' or ', least: 2 })))(
    (options): Condition => ({ type: 'any', options: [...options] }),
    (condition) => (condition.type === 'any' ? condition.options : null),
  )
  const one = either(single, any)
  // A time condition comes right after: "orders with status “paid” from 1 to 31 October 2026".
  const isMoment = (condition: Condition): boolean => moments.say(condition) !== null
  const behind = (joint: string): Syntax<Condition> => framed(joint, one)
  const more: Syntax<Condition> = {
    say: (condition) => behind(isMoment(condition) ? ' ' : ' and ').say(condition),
    read: (text, at) => [...framed(' ', moments).read(text, at), ...behind(' and ').read(text, at)],
  }
  const list = (first: string, asPart: (clause: Syntax<Condition>) => Syntax<Condition>): Clauses['outer'] => {
    const [opening, after, others] = [asPart(behind(first)), asPart(either(behind(' '), more)), asPart(more)]
    return chained((before) => (before === null ? opening : isMoment(before) ? after : others))
  }
  return { outer: list(' ', marked), inner: list('', (clause) => clause) }
})

/** Conditions after the noun of their rows: ` with age over 30 and without orders`. */
export const scopeOf = (catalog: Catalog, table: string): Syntax<readonly Condition[]> =>
  either(nothing, clausesFor(catalog, table).outer)
