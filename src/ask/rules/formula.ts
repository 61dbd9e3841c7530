/** A column, or the difference of a number and a column: `{ from: 1, minus: 'discount', per: 100 }` is 1 − discount / 100. */
export type Factor = string | Difference

interface Difference {
  readonly from: number | string
  /** A column; for a row without a value nothing is subtracted. */
  readonly minus: string
  /** Divisor of `minus`: 100 for percent. Never zero. */
  readonly per?: number
}

/** What a column is multiplied by: another column, or several factors. */
export type Times = string | readonly Factor[]

interface Product {
  readonly column?: string | null | undefined
  readonly times?: Times | null | undefined
}

/** The factors after the first column, one by one. */
export const factorsOf = ({ times }: Product): readonly Factor[] =>
  times == null ? [] : typeof times === 'string' ? [times] : times

/**
 * Whether two products multiply the same columns by the same factors. Compared by value, because the product of a
 * stored query was parsed from JSON.
 */
export const isSameProduct = (one: Product, other: Product): boolean => {
  const [factors, others] = [factorsOf(one), factorsOf(other)]
  return (
    (one.column ?? null) === (other.column ?? null) &&
    factors.length === others.length &&
    factors.every((factor, at) => isSameFactor(factor, others[at]))
  )
}

const isSameFactor = (one: Factor, other: Factor | undefined): boolean =>
  typeof one === 'string' || typeof other !== 'object'
    ? one === other
    : one.from === other.from && one.minus === other.minus && one.per === other.per

const columnsOfFactor = (factor: Factor): readonly string[] =>
  typeof factor === 'string' ? [factor] : [factor.from, factor.minus].filter((name) => typeof name === 'string')

/** The columns that a product reads, in its order. */
export const columnsOfProduct = (product: Product): readonly string[] => [
  ...(product.column == null ? [] : [product.column]),
  ...factorsOf(product).flatMap(columnsOfFactor),
]

/** The columns that must have a value for a product to have one: all except subtracted ones. */
export const requiredColumns = (product: Product): readonly string[] => [
  ...(product.column == null ? [] : [product.column]),
  ...factorsOf(product).flatMap((factor) => columnsOfFactor(factor).slice(0, typeof factor === 'string' ? 1 : -1)),
]

/** The same factors over renamed columns. */
export const renamedTimes = (times: Times, rename: (column: string) => string): Times =>
  typeof times === 'string'
    ? rename(times)
    : times.map((factor) =>
        typeof factor === 'string'
          ? rename(factor)
          : {
              ...factor,
              from: typeof factor.from === 'string' ? rename(factor.from) : factor.from,
              minus: rename(factor.minus),
            },
      )

interface ProductWords {
  readonly times?: string
  readonly less?: string
  /** Name of a subtracted column; default: as other columns. */
  readonly takenOff?: (column: string) => string
}

/** A product as text for people and models: `quantity * price * (1 - discount / 100)`. */
export const productText = (
  product: Product,
  named: (column: string) => string,
  { times = '*', less = '-', takenOff = named }: ProductWords = {},
): string =>
  [
    ...(product.column == null ? [] : [named(product.column)]),
    ...factorsOf(product).map((factor) => {
      if (typeof factor === 'string') return named(factor)
      const { from, minus, per } = factor
      const of = typeof from === 'string' ? named(from) : String(from)
      return `(${of} ${less} ${takenOff(minus)}${per === undefined ? '' : ` / ${per}`})`
    }),
  ].join(` ${times} `)
