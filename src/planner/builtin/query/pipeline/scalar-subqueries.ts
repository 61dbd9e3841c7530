import type { Doc } from './document.ts'

/** A collection and its pipeline stages. */
export interface Pipeline {
  readonly collection: string
  readonly stages: readonly Doc[]
}

/** Scalar subqueries, such as an average to compare with: each is computed once, before the query, and used as a variable. */
export class ScalarSubqueries {
  readonly #known = new Map<string, Pipeline>()

  /**
   * @param find a pipeline that ends in one document, with the number in the field of this name
   * @returns the variable, as in expressions
   */
  variable(base: string, find: (field: string) => Pipeline): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? base : `${base}${n}`
      const pipeline = find(name)
      const known = this.#known.get(name) ?? pipeline
      this.#known.set(name, known)
      if (JSON.stringify(known) === JSON.stringify(pipeline)) return `$$${name}`
    }
  }

  /** The query preceded by its scalar subqueries. */
  before(query: Pipeline): Pipeline {
    return [...this.#known].reduceRight<Pipeline>(({ collection: from, stages }, [name, found]) => {
      const lookup = { from, let: { [name]: `$${name}` }, pipeline: stages, as: 'rows' }
      const then = [{ $lookup: lookup }, { $unwind: '$rows' }, { $replaceRoot: { newRoot: '$rows' } }]
      return { collection: found.collection, stages: [...found.stages, ...then] }
    }, query)
  }
}
