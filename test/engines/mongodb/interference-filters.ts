import type { Json } from '../../../src/platform/values/json.ts'
import type { ExpressionGrammar, Names } from './interference-expressions.ts'
import { PATTERNS, TYPES } from './interference-words.ts'

const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'] as const
const BITS = ['$bitsAllClear', '$bitsAllSet', '$bitsAnyClear', '$bitsAnySet'] as const
const OPERATORS = [
  ...([
    'compare',
    'compare',
    'compare',
    'list',
    'bits',
    'area',
    'exists',
    'type',
    'size',
    'mod',
    'regex',
    'regex',
  ] as const),
  ...(['not', 'elements', 'all'] as const),
] as const

/** Writes filters with any allowed query operator. */
export class FilterGrammar {
  readonly #of: ExpressionGrammar

  constructor(of: ExpressionGrammar) {
    this.#of = of
  }

  filter(names: Names, depth: number): { readonly [key: string]: Json } {
    const [field, ...fields] = names.fields
    const { choose } = this.#of
    if (field === undefined) return { $expr: this.#of.operator(names, depth) }
    switch (choose(['field', 'field', 'field', 'expression', 'expression', ...(depth > 0 ? ['logical'] : [])])) {
      case 'expression':
        return { $expr: this.#expression(names, depth) }
      case 'logical':
        return { [choose(['$and', '$or', '$nor'])]: [this.filter(names, depth - 1), this.filter(names, depth - 1)] }
      default:
        return { [choose([field, ...fields])]: this.#condition(depth) }
    }
  }

  /** Often a condition that is evaluated only if a comparison does not decide. */
  #expression(names: Names, depth: number): Json {
    const { choose } = this.#of
    const name = choose(['_id', 'tenant_id', ...names.fields])
    const decides = { [choose(COMPARISONS)]: [names.fields.includes(name) ? `$${name}` : 1, this.#of.integer()] }
    const may = (): Json => this.#of.operator(names, choose([1, 1, 2]))
    return choose<() => Json>([
      ...([() => this.#of.operator(names, depth), () => ({ $or: [decides, may()] })] as const),
      ...([() => ({ $and: [decides, may()] }), () => ({ $cond: [decides, true, may()] })] as const),
    ])()
  }

  #condition(depth: number): Json {
    if (this.#of.choose([true, false, false])) return this.#of.constant()
    return this.#operator(depth)
  }

  #operator(depth: number): Json {
    const { choose } = this.#of
    const [first, ...more] = OPERATORS
    switch (choose([first, ...more])) {
      case 'list':
        return { [choose(['$in', '$nin'])]: [this.#of.constant(), this.#of.constant(), null] }
      case 'bits':
        return { [choose(BITS)]: choose<Json>([1, 6, [0, 2], { $numberLong: '4' }]) }
      case 'area':
        return { [choose(['$geoWithin', '$geoIntersects'])]: this.#area() }
      case 'exists':
        return { $exists: choose([true, false]) }
      case 'type':
        return { $type: choose<Json>([choose(TYPES), [choose(TYPES), choose(TYPES)], 2]) }
      case 'size':
        return { $size: choose([0, 1, 2]) }
      case 'mod':
        return { $mod: [choose([2, 3, 1000]), choose([0, 1])] }
      case 'regex':
        return choose<Json>([
          ...([{ $regex: choose(PATTERNS), $options: choose(['', 'i', 'x']) }, { $regex: choose(PATTERNS) }] as const),
          ...([{ $in: [this.#regularExpression()] }, this.#regularExpression()] as const),
        ])
      case 'not':
        return { $not: choose<Json>([this.#regularExpression(), depth > 0 ? this.#operator(depth - 1) : { $gt: 1 }]) }
      case 'elements':
        return { $elemMatch: { [choose(COMPARISONS)]: this.#of.constant() } }
      case 'all':
        return { $all: [this.#of.constant()] }
      default:
        return { [choose(COMPARISONS)]: this.#of.constant() }
    }
  }

  #regularExpression(): Json {
    return { $regularExpression: { pattern: this.#of.choose(PATTERNS), options: this.#of.choose(['', 'i']) } }
  }

  #area(): Json {
    const { choose } = this.#of
    const corners = [
      [0, 0],
      [0, 9],
      [9, 9],
      [0, 0],
    ]
    return choose<Json>([
      ...([
        { $geometry: { type: 'Polygon', coordinates: [corners] } },
        {
          $box: [
            [0, 0],
            [9, 9],
          ],
        },
      ] as const),
      ...([{ $center: [[0, 0], 5] }, { $centerSphere: [[0, 0], 0.5] }, { $polygon: corners }] as const),
    ])
  }
}
