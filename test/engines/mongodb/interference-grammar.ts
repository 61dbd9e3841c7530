import type { Json } from '../../../src/platform/values/json.ts'
import { TABLES } from '../contract/fixture.ts'
import type { Choose } from '../contract/query-grammar.ts'
import { type Constants, ExpressionGrammar } from './interference-expressions.ts'
import { FilterGrammar } from './interference-filters.ts'
import { fieldOf, reshaping, type Written } from './interference-stages.ts'

export type { Constants } from './interference-expressions.ts'

type Doc = { readonly [key: string]: Json }

interface Collection {
  readonly name: string
  readonly fields: readonly string[]
}

const CLOSED = ['vault', 'audit_log']

/** The collections of the contract's fixture, with their visible fields. */
const COLLECTIONS: readonly Collection[] = TABLES.filter(({ name }) => !CLOSED.includes(name)).map(
  ({ name, columns }) => ({
    name,
    fields: columns
      .filter(({ hidden }) => hidden !== true)
      .map((column) => (column.key === true ? '_id' : column.name)),
  }),
)

/** Maximum nesting of operators. */
const DEPTH = 3
/** Maximum nesting of pipelines. */
const NESTED = 2

/**
 * Writes one draft on the contract's fixture: a find or an aggregate with any allowed stage, operator, accumulator and
 * condition in any allowed position, with operands of any type. Its result, or its failure, may depend only on visible
 * documents. The order of its rows is not defined.
 */
export const interferingCommand = (choose: Choose, constants: Constants): string =>
  JSON.stringify(new CommandGrammar(choose, constants).command())

class CommandGrammar {
  readonly #choose: Choose
  readonly #of: ExpressionGrammar
  readonly #filters: FilterGrammar

  constructor(choose: Choose, constants: Constants) {
    this.#choose = choose
    this.#of = new ExpressionGrammar(choose, constants)
    this.#filters = new FilterGrammar(this.#of)
  }

  command(): Doc {
    const { name: collection, fields } = this.#collection()
    if (this.#choose([true, false, false, false])) return this.#find(collection, fields)
    return { collection, pipeline: this.#pipeline(fields, NESTED, true).stages }
  }

  #find(collection: string, fields: readonly string[]): Doc {
    const names = { fields, variables: [] }
    const projection = this.#choose<() => Doc>([
      () => ({ extra: this.#of.expression(names, DEPTH) }),
      () => ({ [fieldOf(this.#of, fields)]: 1 }),
      () => ({ [fieldOf(this.#of, fields)]: 0 }),
    ])
    return {
      op: 'find',
      collection,
      filter: this.#filter(fields),
      ...(this.#choose([true, false]) ? { projection: projection() } : {}),
      ...(this.#choose([true, false]) ? { sort: { _id: 1 }, limit: this.#choose([1, 5, 100]) } : {}),
    }
  }

  #filter(fields: readonly string[], depth = DEPTH, variables: readonly string[] = []): Doc {
    return this.#filters.filter({ fields, variables }, depth)
  }

  #collection(): Collection {
    const [first, ...more] = COLLECTIONS
    if (first === undefined) throw new Error('no collections')
    return this.#choose([first, ...more])
  }

  /** Most pipelines begin with a condition, which the server merges with the filter of the guard. */
  #pipeline(known: readonly string[], nested: number, reads: boolean, variables: readonly string[] = []): Written {
    const stages: Doc[] = []
    let fields = known
    const put = (written: Written): void => {
      stages.push(...written.stages)
      fields = written.fields
    }
    const condition = (): Written => ({ stages: [{ $match: this.#filter(fields, DEPTH, variables) }], fields })
    if (reads && this.#choose([...many(14, false), true])) put(this.#opening(fields))
    else if (this.#choose([true, true, false])) put(condition())
    for (let left = this.#choose([0, 1, 1, 2]); left > 0; left--)
      put(this.#choose([true, true, false]) ? this.#reshape(fields) : this.#joined(fields, nested))
    // A later condition, which the server may still move to the front.
    if (this.#choose([true, false])) put(condition())
    return { stages, fields }
  }

  /** Stages that must be first. */
  #opening(fields: readonly string[]): Written {
    const near = {
      near: { type: 'Point', coordinates: [1, 1] },
      distanceField: 'far',
      key: fieldOf(this.#of, fields),
      spherical: true,
      query: this.#choose<Doc>([{}, { _id: { $gt: this.#of.integer() } }]),
    }
    const text = { $match: { $text: { $search: this.#of.text() } } }
    return this.#choose<Written>([
      { stages: [{ $geoNear: near }], fields: [...fields, 'far'] },
      { stages: [text, { $sort: { score: { $meta: 'textScore' } } }], fields },
    ])
  }

  #reshape(fields: readonly string[]): Written {
    const ways = reshaping(this.#of, DEPTH)
    const [first = '', ...more] = Object.keys(ways)
    return ways[this.#choose([first, ...more])]?.(fields) ?? { stages: [], fields }
  }

  /** Stages that read other collections, or documents several times. */
  #joined(fields: readonly string[], nested: number): Written {
    if (nested === 0) return this.#reshape(fields)
    const { name, fields: there } = this.#collection()
    const found = [...fields, 'found']
    return this.#choose<() => Written>([
      () => {
        const lookup = { from: name, localField: fieldOf(this.#of, fields), foreignField: fieldOf(this.#of, there) }
        const more = this.#choose([true, false]) ? { pipeline: this.#pipeline(there, nested - 1, true).stages } : {}
        return { stages: [{ $lookup: { ...lookup, ...more, as: 'found' } }, ...this.#unwound()], fields: found }
      },
      () => {
        const bound = { outer: this.#of.expression({ fields, variables: [] }, 1) }
        const { stages: pipeline } = this.#pipeline(there, nested - 1, true, ['outer'])
        const lookup = { from: name, let: bound, pipeline, as: 'found' }
        return { stages: [{ $lookup: lookup }, ...this.#unwound()], fields: found }
      },
      () => {
        const search = this.#choose<Doc>([{}, { restrictSearchWithMatch: { _id: { $gt: this.#of.integer() } } }])
        const graph = {
          from: name,
          startWith: this.#of.path({ fields, variables: [] }),
          as: 'found',
          maxDepth: 2,
          connectFromField: fieldOf(this.#of, there),
          connectToField: '_id',
          ...search,
        }
        return { stages: [{ $graphLookup: graph }], fields: found }
      },
      () => {
        const { stages: pipeline } = this.#pipeline(there, nested - 1, true)
        return { stages: [{ $unionWith: { coll: name, pipeline } }], fields }
      },
      () => {
        const facets = [this.#pipeline(fields, nested - 1, false), this.#pipeline(fields, 0, false)]
        const stages = facets.map((one) => (one.stages.length === 0 ? [{ $count: 'n' }] : one.stages))
        return { stages: [{ $facet: { a: stages[0] ?? [], b: stages[1] ?? [] } }], fields: ['a', 'b'] }
      },
    ])()
  }

  #unwound(): readonly Doc[] {
    return this.#choose<readonly Doc[]>([
      ...([[], [{ $unwind: '$found' }], [{ $match: { found: [] } }]] as const),
      [{ $unwind: '$found' }, { $match: { $expr: this.#of.operator({ fields: ['found._id'], variables: [] }, 1) } }],
    ])
  }
}

const many = <Item>(count: number, item: Item): readonly [Item, ...Item[]] => [
  item,
  ...Array.from({ length: count - 1 }, () => item),
]
