/** A foreign key: `from.column` points to `to.refColumn`. */
export interface Reference {
  readonly from: string
  readonly column: string
  readonly to: string
  readonly refColumn: string
}

/** One join. `up` leads to the one row that a key points to, otherwise to the many rows that point here. */
export interface Step {
  readonly from: string
  readonly to: string
  readonly fromColumn: string
  readonly toColumn: string
  readonly up: boolean
}

export interface Path {
  readonly steps: readonly Step[]
  readonly cost: number
  /** True when another path is as short and means something else. */
  readonly tied: boolean
}

const STEPS_MAX = 5
/** Up and down again pairs every child with its siblings: rarely what is meant. */
const TURN_COST = 2.5
/** A table said in the question on the way makes a path likelier. */
const WAYPOINT_GAIN = 1.5
/** Tables that most others point to (owner, tenant, site) connect everything and explain nothing. */
const HUB_SHARE = 0.5
const HUB_TABLES_MIN = 4

/** Join paths over keys. */
export class SchemaGraph {
  readonly #steps = new Map<string, Step[]>()
  readonly #hubs = new Set<string>()
  readonly #paths = new Map<string, Path | null>()

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
    this.#steps.set(step.from, [...(this.#steps.get(step.from) ?? []), step])
  }

  isHub(table: string): boolean {
    return this.#hubs.has(table)
  }

  /** Joins that lead away from a table. */
  stepsFrom(table: string): readonly Step[] {
    return this.#steps.get(table) ?? []
  }

  /** The likeliest path; tables in `via` attract it. Undefined when the tables are not connected. */
  path(from: string, to: string, via: readonly string[] = []): Path | undefined {
    const key = `${from}>${to}>${[...via].sort().join(',')}`
    const known = this.#paths.get(key)
    if (known !== undefined) return known ?? undefined
    const found = this.#search(from, to, via)
    this.#paths.set(key, found ?? null)
    return found
  }

  /** Cost of the path, large when there is none. */
  distance(from: string, to: string): number {
    return this.path(from, to)?.cost ?? 9
  }

  #search(from: string, to: string, via: readonly string[]): Path | undefined {
    if (from === to) return { steps: [], cost: 0, tied: false }
    const found: { steps: readonly Step[]; cost: number }[] = []
    const walk = (steps: readonly Step[], seen: readonly string[], cost: number): void => {
      const at = seen.at(-1) ?? from
      if (at === to) {
        found.push({ steps, cost })
        return
      }
      if (steps.length === STEPS_MAX || (steps.length > 0 && this.#hubs.has(at))) return
      for (const step of this.stepsFrom(at)) {
        if (seen.includes(step.to)) continue
        const turn = steps.at(-1)?.up === true && !step.up ? TURN_COST : 0
        const gain = step.to !== to && via.includes(step.to) ? WAYPOINT_GAIN : 0
        walk([...steps, step], [...seen, step.to], cost + 1 + turn - gain)
      }
    }
    walk([], [from], 0)
    const [best, second] = found.sort((a, b) => a.cost - b.cost || a.steps.length - b.steps.length)
    if (best === undefined) return undefined
    return {
      ...best,
      tied: second !== undefined && second.cost - best.cost < 0.25 && second.steps.length === best.steps.length,
    }
  }
}
