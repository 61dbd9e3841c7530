import type { Doc } from './document.ts'

/** A collection and the stages that its documents pass through. */
export interface Pipeline {
  readonly collection: string
  readonly stages: readonly Doc[]
}

/** Numbers that a query compares with, such as an average: each is found once, before it, and is then a variable. */
export class FoundBefore {
  readonly #known = new Map<string, Pipeline>()

  /**
   * @param find whose stages end in one document, with the number in the field of this name
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

  /** A query after all that it compares with. */
  before(query: Pipeline): Pipeline {
    return [...this.#known].reduceRight<Pipeline>(({ collection: from, stages }, [name, found]) => {
      const lookup = { from, let: { [name]: `$${name}` }, pipeline: stages, as: 'rows' }
      const then = [{ $lookup: lookup }, { $unwind: '$rows' }, { $replaceRoot: { newRoot: '$rows' } }]
      return { collection: found.collection, stages: [...found.stages, ...then] }
    }, query)
  }
}
