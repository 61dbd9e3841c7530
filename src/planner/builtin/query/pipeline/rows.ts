import { PARENT_LINK } from '../../../../ask/rules/arrays-as-tables.ts'
import type { KnownTable, Step } from '../known-database.ts'
import { columnOf, pathTo, type QueryContext, reversedStep, tableOf, Unplannable } from '../query-context.ts'
import { type Doc, matchStages, pathIn } from './document.ts'
import { columnPath, RowPosition, type RowPositionSource } from './row-position.ts'
import type { ScalarSubqueries } from './scalar-subqueries.ts'

/** Shared by all parts of one pipeline. */
export interface PipelineContext extends QueryContext {
  readonly foundBefore: ScalarSubqueries
}

/** True for a step between array elements and their parent row. */
export const isArrayStep = (step: Step): boolean => step.fromColumn === PARENT_LINK

const stepKey = ({ fromColumn, to, toColumn }: Step): string => JSON.stringify([fromColumn, to, toColumn])

interface RowsSource {
  /** Nesting depth of `$lookup` pipelines. */
  readonly depth?: number
  /** Joins from the first table to the queried one. */
  readonly along?: readonly Step[]
}

/** The rows of one table in a pipeline, with joins and conditions. */
export class Rows {
  readonly context: PipelineContext
  readonly depth: number
  /** The position of the table that the pipeline begins with. */
  readonly first: RowPosition
  /** The position of the queried rows. */
  readonly anchor: RowPosition
  /** True if a join repeats the queried rows. */
  fanned: boolean
  /** Stages after the joins that conditions need: look-ups of related rows, and conditions on several positions. */
  readonly afterJoins: { readonly stages: Doc[]; readonly matches: Doc[] } = { stages: [], matches: [] }
  #lead: readonly Doc[] | null = null
  #collection: string
  readonly #places: RowPosition[] = []
  readonly #names: Set<string>

  constructor(context: PipelineContext, table: string, { depth = 0, along = [] }: RowsSource = {}) {
    this.context = context
    this.depth = depth
    const known = tableOf(context, table)
    const root = rootOf(context, known)
    const arrays = [...context.database.tables.values()].filter(({ within }) => within?.table === root.name)
    const paths = [...root.columns.keys(), ...arrays.map(({ within }) => within?.path ?? '')]
    this.#names = new Set(paths.map((path) => path.split('.')[0] ?? ''))
    this.#collection = root.path.name
    this.first = this.#standing(known, { path: '', from: null, stages: [], isKept: false })
    this.anchor = along.reduce((from, step) => {
      const to = this.join([step], { from })
      to.next.set(stepKey(reversedStep(step)), from)
      return to
    }, this.first)
    this.fanned = along.some(({ up }) => up)
  }

  get table(): KnownTable {
    return this.anchor.table
  }

  /** The collection that the pipeline begins with. */
  get collection(): string {
    return this.#collection
  }

  /**
   * Makes the pipeline begin with another collection, whose pipeline ends in documents of this one, if possible.
   * @returns whether it does
   */
  startWith(other: () => { readonly collection: string; readonly stages: readonly Doc[] }): boolean {
    const mayBeLed = this.depth === 0 && this.#lead === null && this.first.from === null && this.first === this.anchor
    if (!mayBeLed) return false
    const { collection, stages } = other()
    this.#collection = collection
    this.#lead = stages
    return true
  }

  /** A field name for a look-up that no field of the documents has. */
  newName(name: string): string {
    const base = name.replaceAll(' ', '_')
    let free = base
    for (let n = 2; this.#names.has(free); n++) free = `${base}_${n}`
    this.#names.add(free)
    return free
  }

  /** The position after the steps, if they are joined already. */
  reached(steps: readonly Step[], from = this.anchor): RowPosition | undefined {
    return steps.reduce<RowPosition | undefined>((place, step) => place && known(place, step), from)
  }

  /** Joins the steps. `keep` makes it a left join. */
  join(steps: readonly Step[], { from = this.anchor, keep = false } = {}): RowPosition {
    return steps.reduce((place, step) => {
      const next = known(place, step) ?? this.#joinOne(place, step, keep)
      place.next.set(stepKey(step), next)
      return next
    }, from)
  }

  /** The position of a column, joined along foreign keys. */
  column(table: string, keep = false, by?: string | undefined): RowPosition {
    const steps = pathTo(this.context, this.table.name, table, by)
    if (this.reached(steps) === undefined && steps.some((step) => !step.up))
      throw new Unplannable(`${table} has many rows for one of ${this.table.name}`)
    return this.join(steps, { keep })
  }

  /** All stages: conditions as early as possible, and joins that no condition needs at the end. */
  stages(): Doc[] {
    const { needed, others } = this.parts()
    return [...needed, ...others]
  }

  /** The stages in two parts: those that determine rows and order, and joins for display only. */
  parts(): { readonly needed: readonly Doc[]; readonly others: readonly Doc[] } {
    const turns = new Map<RowPosition, number>()
    for (const place of this.#places) {
      // An inner join filters rows too.
      const turn = place.isUsed || place.matches.length > 0 ? 0 : place.isKept ? 2 : 1
      for (let one: RowPosition | null = place; one !== null; one = one.from)
        turns.set(one, Math.min(turn, turns.get(one) ?? turn))
    }
    const [early = [], then = [], others = []] = [0, 1, 2].map((turn) =>
      this.#places
        .filter((place) => turns.get(place) === turn)
        .flatMap(({ stages, matches }) => [...stages, ...matchStages(matches)]),
    )
    const { stages, matches } = this.afterJoins
    return { needed: [...(this.#lead ?? []), ...early, ...stages, ...matchStages(matches), ...then], others }
  }

  #joinOne(from: RowPosition, step: Step, keep: boolean): RowPosition {
    if (!step.up) this.fanned = true
    const table = tableOf(this.context, step.to)
    if (!isArrayStep(step)) return this.#lookUp(from, step, keep)
    if (step.up) throw new Unplannable(`${step.from} and ${step.to} are not connected`)
    return this.#unwind(table, from)
  }

  /** Unwinds array elements, one document each. */
  #unwind(table: KnownTable, holder: RowPosition): RowPosition {
    const path = pathIn(holder.path, table.within?.path ?? '')
    if (this.#places.some((place) => place.path === path)) throw new Unplannable(`${table.name} is needed twice`)
    return this.#add({ table, path, from: holder, stages: [{ $unwind: `$${path}` }], isKept: holder.isKept })
  }

  #lookUp(from: RowPosition, step: Step, keep: boolean): RowPosition {
    const table = tableOf(this.context, step.to)
    const root = rootOf(this.context, table)
    const as = this.newName(root.singular)
    const localField = from.field(step.fromColumn)
    const foreignField = columnPath(table, arrayPath(this.context, table), step.toColumn)
    const mayMeet = columnOf(this.context, { table: step.to, column: step.toColumn })?.nullable ?? false
    const stages = [
      // Null on both sides would match.
      ...(mayMeet && !keep ? [{ $match: { [localField]: { $ne: null } } }] : []),
      { $lookup: { from: root.path.name, localField, foreignField, as } },
      { $unwind: keep ? { path: `$${as}`, preserveNullAndEmptyArrays: true } : `$${as}` },
    ]
    const place = this.#standing(table, { path: as, from, stages, isKept: keep })
    // Of the elements of a looked-up document, only the referenced one.
    if (place.parent !== null)
      place.matches.push({ $expr: { $eq: [`$${place.field(step.toColumn)}`, `$${localField}`] } })
    return place
  }

  /** The position of a collection's documents, and of the nested elements down to a table. */
  #standing(table: KnownTable, source: Omit<RowPositionSource, 'table'>): RowPosition {
    if (table.within === null) return this.#add({ table, ...source })
    return this.#unwind(table, this.#standing(tableOf(this.context, table.within.table), source))
  }

  #add(source: RowPositionSource): RowPosition {
    const place = new RowPosition(source)
    this.#places.push(place)
    return place
  }
}

const known = (place: RowPosition, step: Step): RowPosition | undefined =>
  isArrayStep(step) && step.up ? (place.parent ?? undefined) : place.next.get(stepKey(step))

/** The collection that contains a table. */
const rootOf = (context: QueryContext, table: KnownTable): KnownTable =>
  table.within === null ? table : rootOf(context, tableOf(context, table.within.table))

/** The path of its elements in documents of the collection. */
const arrayPath = (context: QueryContext, { within }: KnownTable): string =>
  within === null ? '' : pathIn(arrayPath(context, tableOf(context, within.table)), within.path)
