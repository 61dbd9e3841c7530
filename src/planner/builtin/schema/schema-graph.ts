import { LRUCache } from 'lru-cache'
import type { JoinPath, Step } from '../query/index.ts'
import { findPath, type Joins, STEPS_MAX, TURN_COST } from './find-path.ts'

/** A foreign key: `from.column` references `to.refColumn`. */
export interface Reference {
  readonly from: string
  readonly column: string
  readonly to: string
  readonly refColumn: string
}

export interface Path extends JoinPath {
  readonly cost: number
}

/** A table referenced by most others (owner, tenant, site) connects everything, so paths through it are meaningless. */
const HUB_SHARE = 0.5
const HUB_TABLES_MIN = 4
const PATHS_MAX = 2_000
/** Number of tables whose distances are cached. */
const SOURCES_MAX = 200
/** Distance of unconnected tables. */
const UNCONNECTED = 9

/** Join paths over foreign keys. */
export class SchemaGraph {
  readonly #steps = new Map<string, Step[]>()
  readonly #hubs = new Set<string>()
  readonly #paths = new LRUCache<string, { readonly path: Path | undefined }>({ max: PATHS_MAX })
  readonly #costs = new LRUCache<string, ReadonlyMap<string, number>>({ max: SOURCES_MAX })

  constructor(references: readonly Reference[], tableCount: number) {
    for (const { from, column, to, refColumn } of references) {
      this.#add({ from, to, fromColumn: column, toColumn: refColumn, up: true })
      this.#add({ from: to, to: from, fromColumn: refColumn, toColumn: column, up: false })
    }
    const pointing = new Map<string, Set<string>>()
    for (const { from, to } of references) pointing.set(to, (pointing.get(to) ?? new Set()).add(from))
    for (const [table, from] of pointing) {
      if (from.size >= HUB_TABLES_MIN && from.size >= tableCount * HUB_SHARE) this.#hubs.add(table)
    }
  }

  #add(step: Step): void {
    const steps = this.#steps.get(step.from)
    if (steps === undefined) this.#steps.set(step.from, [step])
    else steps.push(step)
  }

  isHub(table: string): boolean {
    return this.#hubs.has(table)
  }

  /** Joins from a table. */
  stepsFrom(table: string): readonly Step[] {
    return this.#steps.get(table) ?? []
  }

  /** The most likely path, preferring tables in `via`, beginning with the key column `by` if given. Undefined if the tables are not connected. */
  path(from: string, to: string, via: readonly string[] = [], by?: string | undefined): Path | undefined {
    if (by !== undefined) return this.#pathBy(from, to, via, by)
    const key = JSON.stringify([from, to, ...new Set(via.toSorted())])
    const known = this.#paths.get(key)
    if (known !== undefined) return known.path
    const path = findPath(this, from, to, new Set(via))
    this.#paths.set(key, { path })
    return path
  }

  /** The path over one foreign key, in either direction. */
  #pathBy(from: string, to: string, via: readonly string[], by: string): Path | undefined {
    const [first, more] = this.stepsFrom(from)
      .filter(({ fromColumn, toColumn, up }) => (up ? fromColumn : toColumn) === by)
      .flatMap((step) => {
        const rest = this.path(step.to, to, via)
        return rest === undefined ? [] : [{ step, rest }]
      })
      .sort((a, b) => a.rest.cost - b.rest.cost)
    if (first === undefined) return undefined
    const { step, rest } = first
    const tied = rest.tied || more?.rest.cost === rest.cost
    return { steps: [step, ...rest.steps], cost: 1 + rest.cost, tied }
  }

  /** Cost of the path, high if there is none. */
  distance(from: string, to: string): number {
    const costs = this.#costs.get(from) ?? pathCosts(this, from)
    this.#costs.set(from, costs)
    return costs.get(to) ?? UNCONNECTED
  }
}

/** Cost of reaching a table, by the direction of the last join. */
interface Arrival {
  readonly table: string
  readonly up: boolean
  readonly cost: number
}

/** Cost of the cheapest path from a table to each connected one. Loops never make a path cheaper. */
const pathCosts = (joins: Joins, from: string): ReadonlyMap<string, number> => {
  const least = new Map<string, number>()
  const costs = new Map([[from, 0]])
  let arrivals: readonly Arrival[] = [{ table: from, up: false, cost: 0 }]
  for (let steps = 1; steps <= STEPS_MAX && arrivals.length > 0; steps++) {
    const next = new Map<string, Arrival>()
    for (const { table, up, cost } of arrivals) {
      for (const step of joins.stepsFrom(table)) {
        const key = `${step.up ? '+' : '-'}${step.to}`
        const sum = cost + 1 + (up && !step.up ? TURN_COST : 0)
        if (step.to === from || sum >= (least.get(key) ?? Number.POSITIVE_INFINITY)) continue
        least.set(key, sum)
        if (sum < (costs.get(step.to) ?? Number.POSITIVE_INFINITY)) costs.set(step.to, sum)
        if (!joins.isHub(step.to)) next.set(key, { table: step.to, up: step.up, cost: sum })
      }
    }
    arrivals = [...next.values()]
  }
  return costs
}
