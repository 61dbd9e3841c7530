import type { Json } from '../../../../platform/values/json.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { isObject, type JsonObject } from '../../language/literals.ts'
import { FENCE, type StageName } from '../../language/stages.ts'
import type { Collection, Collections } from '../collections.ts'
import type { Risk } from '../expression/expression-context.ts'
import { type BoundValues, headOf, stagesOf } from '../head.ts'
import type { Shape } from '../shape/shape.ts'
import { walkOpening } from './opening.ts'
import type { Pipelines, SearchRestriction, StageContext, WalkedPipeline } from './stage-options.ts'
import { unrolledSearch } from './unrolled-search.ts'
import { stageOf, walkStage } from './walk-stage.ts'

const DEPTH_MAX = 6
const STAGES_MAX = 80
const READS_MAX = 16

/** All pipelines of one draft: the collections they read, and where their restrictions end. */
export class WalkedPipelines implements Pipelines {
  readonly risk: Risk = { mayFail: false }
  readonly reads = new Set<Collection>()
  readonly #collections: Collections
  readonly #bounds: BoundValues
  readonly #heads: { readonly stages: JsonObject[]; readonly end: number }[] = []
  #stages = 0
  #reads = 0

  constructor(collections: Collections, bounds: BoundValues) {
    this.#collections = collections
    this.#bounds = bounds
  }

  /** Walks the outermost pipeline of a draft. */
  walkDraft(name: string, stages: readonly Json[]): WalkedPipeline {
    const place = { variables: new Map(), risk: this.risk, isTextSearch: false, pipelines: this, depth: 0 }
    const walked = this.ofCollection(name, stages, place)
    this.#fence()
    return walked
  }

  ofCollection(
    name: string,
    stages: readonly Json[],
    outer: Omit<StageContext, 'root'>,
    join: readonly JsonObject[] = [],
  ): WalkedPipeline {
    const collection = this.#read(name)
    const restriction = headOf(collection, this.#bounds)
    const head = { ...restriction, conditions: [...restriction.conditions, ...join] }
    const place = { ...outer, root: collection.shape, isTextSearch: false, depth: outer.depth + 1 }
    const opening = walkOpening(stages[0], head, collection, place)
    const written = opening === undefined ? [...stagesOf(head)] : [...opening.stages]
    if (restriction.conditions.length > 0) this.#heads.push({ stages: written, end: written.length })
    const rest = opening === undefined ? stages : stages.slice(1)
    const after = { ...place, root: opening?.shape ?? place.root, isTextSearch: opening?.isTextSearch ?? false }
    return { stages: written, shape: this.#walk(rest, after, written) }
  }

  ofDocuments(stages: readonly Json[], outer: StageContext): WalkedPipeline {
    const written: JsonObject[] = []
    return { stages: written, shape: this.#walk(stages, { ...outer, depth: outer.depth + 1 }, written) }
  }

  shapeOf(name: string): Shape {
    return this.#collections.find(name).shape
  }

  restrictionOf(name: string): SearchRestriction {
    const collection = this.#read(name)
    const { conditions, joins, removed } = headOf(collection, this.#bounds)
    if (joins.length > 0) throw new Error('a search cannot ask for a parent')
    return { conditions, removed, shape: collection.shape }
  }

  #read(name: string): Collection {
    this.#reads++
    if (this.#reads > READS_MAX)
      throw repairableRefusal('too_many_tables', `A query reads at most ${READS_MAX} collections.`)
    const collection = this.#collections.find(name)
    this.reads.add(collection)
    return collection
  }

  #walk(stages: readonly Json[], start: StageContext, written: JsonObject[]): Shape {
    if (start.depth > DEPTH_MAX)
      throw repairableRefusal('too_deep', 'Pipelines are nested too deep; write the query more simply.')
    let place = start
    for (const one of stages) {
      this.#stages++
      if (this.#stages > STAGES_MAX) throw repairableRefusal('too_large', `A query has at most ${STAGES_MAX} stages.`)
      const [name, operand] = this.#unrollSearch(...stageOf(one))
      // Only filters may be moved before restrictions by the server.
      const risk = name === '$match' ? this.risk : { mayFail: false }
      const { stage, shape, after = [] } = walkStage(name, operand, { ...place, risk })
      written.push(stage, ...after)
      place = { ...place, root: shape }
    }
    return place.root
  }

  #unrollSearch(name: StageName, operand: Json): ReturnType<typeof stageOf> {
    if (name !== '$graphLookup' || !isObject(operand) || typeof operand.from !== 'string') return [name, operand]
    const { joins } = headOf(this.#collections.find(operand.from), this.#bounds)
    return joins.length === 0 ? [name, operand] : stageOf(unrolledSearch(operand))
  }

  /**
   * Prevents conditions that may fail from being evaluated on documents of others: the server moves nothing before a
   * `$limit`. Plain comparisons cannot fail and may be moved to use an index.
   */
  #fence(): void {
    if (this.risk.mayFail) for (const { stages, end } of this.#heads) stages.splice(end, 0, FENCE)
  }
}
