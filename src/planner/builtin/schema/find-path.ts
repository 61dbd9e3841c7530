import { HOLDER_LINK } from '../../../ask/rules/arrays-as-tables.ts'
import type { Step } from '../query/index.ts'
import type { Path } from './schema-graph.ts'

/** The part of a schema's graph that a search walks on. */
export interface Joins {
  stepsFrom(table: string): readonly Step[]
  isHub(table: string): boolean
}

export const STEPS_MAX = 5
/** Up and down again pairs every child with its siblings: rarely what is meant. */
export const TURN_COST = 2.5
/** A table said in the question on the way makes a path likelier. */
const WAYPOINT_GAIN = 1.5
/** Ways kept to one table by one number of steps in one direction: the second best is there to be compared with. */
const WAYS_MAX = 4
/** However dense the keys, no search looks at more joins. */
const LOOKS_MAX = 20_000

/** One way from the start to a table. */
interface Way {
  readonly table: string
  readonly before: Way | null
  readonly step: Step | null
  readonly cost: number
  /** Its rank by the order of the joins on it: of two alike the first counts. */
  readonly place: number
}

/**
 * The likeliest path between two tables, of at most five joins: all ways grow by one join at a time, and of those that
 * come to one table alike only the best few grow on. A loop costs more than it gains, so that a way that was left
 * behind is not part of a better path.
 */
export const findPath = (joins: Joins, from: string, to: string, via: ReadonlySet<string>): Path | undefined => {
  if (from === to) return { steps: [], cost: 0, tied: false }
  const left = stepsLeft(joins, to)
  const found: { way: Way; steps: number }[] = []
  let ways: readonly Way[] = [{ table: from, before: null, step: null, cost: 0, place: 0 }]
  let looks = LOOKS_MAX
  for (let steps = 1; steps <= STEPS_MAX && ways.length > 0; steps++) {
    const next = new Map<string, Way[]>()
    const best = Math.min(...found.map(({ way }) => way.cost))
    for (const way of ways) {
      const gain = way.step !== null && via.has(way.table) ? WAYPOINT_GAIN : 0
      for (const step of joins.stepsFrom(way.table)) {
        if (looks-- <= 0) return pathOf(found)
        const after = left.get(step.to)
        if (after === undefined || steps + after > STEPS_MAX || isOn(way, step.to)) continue
        const turn = way.step?.up === true && !step.up ? TURN_COST : 0
        const cost = way.cost - gain + 1 + turn
        if (cost + leastLeft(after, STEPS_MAX - steps, via.size) > best) continue
        const grown: Way = { table: step.to, before: way, step, cost, place: LOOKS_MAX - looks }
        if (step.to === to) found.push({ way: grown, steps })
        else if (!joins.isHub(step.to)) keep(next, grown)
      }
    }
    ways = [...next.values()].flat().sort((a, b) => a.place - b.place)
  }
  return pathOf(found)
}

/** At least this much is added on the way to the end, however many tables on it were said. */
const leastLeft = (after: number, stepsMax: number, said: number): number => {
  const gains = (steps: number): number => WAYPOINT_GAIN * Math.min(said, steps)
  return after === 0 ? 0 : Math.min(after - gains(after), stepsMax - gains(stepsMax))
}

const keep = (ways: Map<string, Way[]>, way: Way): void => {
  const key = `${way.step?.up === true ? '+' : '-'}${way.table}`
  const known = ways.get(key)
  if (known === undefined) {
    ways.set(key, [way])
    return
  }
  const place = known.findIndex(({ cost }) => cost > way.cost)
  known.splice(place < 0 ? known.length : place, 0, way)
  if (known.length > WAYS_MAX) known.pop()
}

const isOn = (way: Way, table: string): boolean => {
  for (let at: Way | null = way; at !== null; at = at.before) if (at.table === table) return true
  return false
}

/** Joins that are needed at least from each table to the end. */
const stepsLeft = (joins: Joins, to: string): ReadonlyMap<string, number> => {
  const left = new Map([[to, 0]])
  let edge = [to]
  for (let steps = 1; steps <= STEPS_MAX && edge.length > 0; steps++) {
    edge = edge.flatMap((table) =>
      // Every join leads both ways, and none through a hub.
      (table !== to && joins.isHub(table) ? [] : joins.stepsFrom(table)).flatMap((step) => {
        if (left.has(step.to)) return []
        left.set(step.to, steps)
        return [step.to]
      }),
    )
  }
  return left
}

const pathOf = (found: readonly { readonly way: Way; readonly steps: number }[]): Path | undefined => {
  const [best, second] = found.toSorted(
    (a, b) => a.way.cost - b.way.cost || a.steps - b.steps || heldOn(b.way) - heldOn(a.way),
  )
  if (best === undefined) return undefined
  const isAsLong = second !== undefined && second.way.cost - best.way.cost < 0.25 && second.steps === best.steps
  return {
    steps: stepsOf(best.way),
    cost: best.way.cost,
    tied: isAsLong && heldOn(second.way) >= heldOn(best.way),
  }
}

/** Joins of rows with what stands in them: it is theirs, whatever else refers to them. */
const heldOn = (way: Way): number => stepsOf(way).filter(({ fromColumn }) => fromColumn === HOLDER_LINK).length

const stepsOf = (way: Way): Step[] => {
  const steps: Step[] = []
  for (let at: Way | null = way; at?.step != null; at = at.before) steps.unshift(at.step)
  return steps
}
