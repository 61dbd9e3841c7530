import { HOLDER_LINK } from '../../../../domain/ask/arrays-as-tables.ts'
import type { KnownTable, Step } from '../known-database.ts'
import { columnOf, pathTo, type QueryContext, tableOf, Unplannable } from '../query-context.ts'
import { type Doc, matchStages, pathIn } from './document.ts'
import { Place } from './place.ts'

/** What all parts of one pipeline share. */
export interface PipelineContext extends QueryContext {
  /** Averages that conditions compare with, by the variable that holds them. */
  readonly averages: Map<string, Average>
}

/** The average of a column, and what finds it. */
interface Average {
  readonly of: string
  readonly collection: string
  readonly stages: readonly Doc[]
}

/** True for a step between elements of an array and the row that holds it. */
export const isHeld = (step: Step): boolean => step.fromColumn === HOLDER_LINK

/** The collection that a table stands in, and the arrays on the way to it. */
export const chainOf = (context: QueryContext, table: KnownTable): readonly KnownTable[] =>
  table.within === null ? [table] : [...chainOf(context, tableOf(context, table.within.table)), table]

interface RootSource {
  readonly path: string
  readonly from: Place | null
  readonly stages: readonly Doc[]
  /** After the elements that were looked up are one document each: which of them was meant. */
  readonly linked: readonly Doc[]
  readonly isKept: boolean
}

const stepKey = ({ fromColumn, to, toColumn }: Step): string => JSON.stringify([fromColumn, to, toColumn])

/** The rows of one table as they pass through a pipeline, with what is joined to them and conditions on all that. */
export class Rows {
  readonly context: PipelineContext
  readonly table: KnownTable
  readonly anchor: Place
  /** How many pipelines it is in that run for every document of another one. */
  readonly depth: number
  /** True when a join repeats the rows of the table. */
  fanned = false
  /** What comes after the joins that conditions need: look-ups of related rows, and conditions on several places. */
  readonly late: { readonly stages: Doc[]; readonly matches: Doc[] } = { stages: [], matches: [] }
  #collection: string
  #lead: readonly Doc[] | null = null
  readonly #places: Place[] = []
  readonly #names: Set<string>
  readonly #unwound = new Set<string>()

  constructor(context: PipelineContext, table: string, depth = 0) {
    this.context = context
    this.table = tableOf(context, table)
    this.depth = depth
    const chain = chainOf(context, this.table)
    const [root = this.table] = chain
    this.#collection = root.path.name
    this.#names = new Set([...root.columns.keys()].map((path) => path.split('.')[0] ?? ''))
    for (const { within } of context.database.tables.values())
      if (within?.table === root.name) this.#names.add(within.path.split('.')[0] ?? '')
    this.anchor = this.#placesOf(chain, { path: '', from: null, stages: [], linked: [], isKept: false })
  }

  /** The collection that the pipeline begins with. */
  get collection(): string {
    return this.#collection
  }

  /** True while it may begin with another collection, whose pipeline ends in documents of the anchor's. */
  get mayBeLed(): boolean {
    return this.depth === 0 && this.#lead === null && this.table.within === null
  }

  lead(collection: string, stages: readonly Doc[]): void {
    this.#collection = collection
    this.#lead = stages
  }

  /** True when it is all rows of the table, and nothing but them. */
  get isBare(): boolean {
    const isAlone = this.#places.length === chainOf(this.context, this.table).length && this.#lead === null
    return isAlone && this.late.stages.length === 0 && this.#places.every(({ matches }) => matches.length === 0)
  }

  /** A name for what a look-up adds, which no field of the documents has. */
  newName(name: string): string {
    const base = name.replaceAll(' ', '_')
    for (let n = 1; ; n++) {
      const free = n === 1 ? base : `${base}_${n}`
      if (this.#names.has(free)) continue
      this.#names.add(free)
      return free
    }
  }

  /** The place at the end of the steps when they are joined already. */
  reached(steps: readonly Step[], from = this.anchor): Place | undefined {
    let place: Place | undefined = from
    for (const step of steps) place = place === undefined ? undefined : known(place, step)
    return place
  }

  /** Joins the steps. `keep` leaves rows that have no partner. */
  join(steps: readonly Step[], { from = this.anchor, keep = false } = {}): Place {
    let place = from
    for (const step of steps) {
      const next = known(place, step) ?? this.#joinOne(place, step, keep)
      place.next.set(stepKey(step), next)
      place = next
    }
    return place
  }

  /** Where a column is, joined along keys that lead to one row each. */
  column(table: string, keep = false, by?: string | undefined): Place {
    const steps = pathTo(this.context, this.table.name, table, by)
    if (this.reached(steps) === undefined && steps.some((step) => !step.up))
      throw new Unplannable(`${table} has many rows for one of ${this.table.name}`)
    return this.join(steps, { keep })
  }

  /** All stages: conditions as early as they can be, and joins that none of them needs at the end. */
  stages(): Doc[] {
    const { needed, others } = this.parts()
    return [...needed, ...others]
  }

  /** The same in two parts: what decides which rows there are and in which order, and what is only joined to them. */
  parts(): { readonly needed: readonly Doc[]; readonly others: readonly Doc[] } {
    const used = new Set<Place>()
    const use = (place: Place | null): void => {
      if (place === null || used.has(place)) return
      used.add(place)
      use(place.from)
      use(place.holder)
    }
    use(this.anchor)
    // A join that leaves out rows without a partner decides too.
    for (const place of this.#places) if (place.isUsed || place.matches.length > 0 || !place.isKept) use(place)
    const isEarly = (place: Place): boolean => place.isUsed || place.matches.length > 0
    const early = new Set<Place>()
    for (const place of this.#places)
      if (isEarly(place)) for (let one: Place | null = place; one !== null; one = one.from) early.add(one)
    const staged = (isOne: (place: Place) => boolean): Doc[] =>
      this.#places.filter(isOne).flatMap(({ stages, matches }) => [...stages, ...matchStages(matches)])
    return {
      needed: [
        ...(this.#lead ?? []),
        ...staged((place) => early.has(place)),
        ...this.late.stages,
        ...matchStages(this.late.matches),
        ...staged((place) => used.has(place) && !early.has(place)),
      ],
      others: staged((place) => !used.has(place)),
    }
  }

  #joinOne(from: Place, step: Step, keep: boolean): Place {
    if (!step.up) this.fanned = true
    const table = tableOf(this.context, step.to)
    if (!isHeld(step)) return this.#lookUp(from, step, keep)
    if (step.up || table.within === null) throw new Unplannable(`${step.from} and ${step.to} are not connected`)
    return this.#unwind(table, from)
  }

  /** Elements of an array, one document each. */
  #unwind(table: KnownTable, holder: Place, stages: readonly Doc[] = []): Place {
    const path = pathIn(holder.path, table.within?.path ?? '')
    if (this.#unwound.has(path)) throw new Unplannable(`${table.name} is needed twice`)
    this.#unwound.add(path)
    const unwind = { $unwind: `$${path}` }
    return this.#add(
      new Place({ table, path, from: holder, holder, stages: [unwind, ...stages], isKept: holder.isKept }),
    )
  }

  #lookUp(from: Place, step: Step, keep: boolean): Place {
    const chain = chainOf(this.context, tableOf(this.context, step.to))
    const [root] = chain
    if (root === undefined) throw new Unplannable(`no table ${step.to}`)
    const as = this.newName(root.singular)
    const localField = from.field(step.fromColumn)
    const lookup = { from: root.path.name, localField, foreignField: foreignField(chain, step.toColumn), as }
    const mayMeet = columnOf(this.context, { table: step.to, column: step.toColumn })?.nullable ?? false
    const unwind = keep ? { path: `$${as}`, preserveNullAndEmptyArrays: true } : `$${as}`
    const stages = [
      // Without a value on either side the two would be equal.
      ...(mayMeet && !keep ? [{ $match: { [localField]: { $ne: null } } }] : []),
      { $lookup: lookup },
      { $unwind: unwind },
    ]
    const own = equal(pathIn(as, foreignField(chain, step.toColumn)), localField)
    const linked = [{ $match: keep ? { $or: [{ [as]: null }, own] } : own }]
    return this.#placesOf(chain, { path: as, from, stages, linked, isKept: keep })
  }

  /** The places of a collection's documents and of the elements in them, down to the last table. */
  #placesOf([root, ...inner]: readonly KnownTable[], source: RootSource): Place {
    if (root === undefined) throw new Unplannable('no table')
    let place = this.#add(new Place({ table: root, holder: null, ...source }))
    for (const table of inner) place = this.#unwind(table, place, table === inner.at(-1) ? source.linked : [])
    return place
  }

  #add(place: Place): Place {
    this.#places.push(place)
    return place
  }
}

const known = (place: Place, step: Step): Place | undefined =>
  isHeld(step) && step.up ? (place.holder ?? undefined) : place.next.get(stepKey(step))

const equal = (a: string, b: string): Doc => ({ $expr: { $eq: [`$${a}`, `$${b}`] } })

/** The path of a column in the documents of its collection. */
export const foreignField = (chain: readonly KnownTable[], column: string): string => {
  const path = chain.reduce((outer, { within }) => pathIn(outer, within?.path ?? ''), '')
  return chain.at(-1)?.within?.value === column ? path : pathIn(path, column)
}
