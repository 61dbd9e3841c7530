import { PARENT_LINK } from '../../../ask/rules/arrays-as-tables.ts'
import type { Step } from '../query/index.ts'
import type { Path } from './schema-graph.ts'

/** The part of a schema's graph that a search uses. */
export interface Joins {
  stepsFrom(table: string): readonly Step[]
  isHub(table: string): boolean
}

export const STEPS_MAX = 5
/** A turn from up to down pairs every child with its siblings, which is rarely meant. */
export const TURN_COST = 2.5
/** A mentioned table on the path makes it more likely. */
const WAYPOINT_GAIN = 1.5
/** Paths kept per table, number of steps and direction: the second best is needed for comparison. */
const PATHS_MAX = 4
/** Maximum of joins per search, for dense schemas. */
const JOINS_MAX = 20_000

/** A path from the start to a table. */
interface PartialPath {
  readonly table: string
  readonly before: PartialPath | null
  readonly step: Step | null
  readonly cost: number
  /** Rank by the order of its joins, which breaks ties. */
  readonly place: number
}

/**
 * The most likely path between two tables, of at most five joins: all paths grow by one join at a time, and only the
 * best few paths to each table are continued. A loop costs more than it gains, so a discarded path is never part of a
 * better one.
 */
export const findPath = (joins: Joins, from: string, to: string, via: ReadonlySet<string>): Path | undefined => {
  if (from === to) return { steps: [], cost: 0, tied: false }
  const left = stepsLeft(joins, to)
  const found: { way: PartialPath; steps: number }[] = []
  let ways: readonly PartialPath[] = [{ table: from, before: null, step: null, cost: 0, place: 0 }]
  let joinsVisited = JOINS_MAX
  for (let steps = 1; steps <= STEPS_MAX && ways.length > 0; steps++) {
    const next = new Map<string, PartialPath[]>()
    const best = Math.min(...found.map(({ way }) => way.cost))
    for (const way of ways) {
      const gain = way.step !== null && via.has(way.table) ? WAYPOINT_GAIN : 0
      for (const step of joins.stepsFrom(way.table)) {
        if (joinsVisited-- <= 0) return pathOf(found)
        const after = left.get(step.to)
        if (after === undefined || steps + after > STEPS_MAX || isOn(way, step.to)) continue
        const turn = way.step?.up === true && !step.up ? TURN_COST : 0
        const cost = way.cost - gain + 1 + turn
        if (cost + leastLeft(after, STEPS_MAX - steps, via.size) > best) continue
        const grown: PartialPath = { table: step.to, before: way, step, cost, place: JOINS_MAX - joinsVisited }
        if (step.to === to) found.push({ way: grown, steps })
        else if (!joins.isHub(step.to)) keep(next, grown)
      }
    }
    ways = [...next.values()].flat().sort((a, b) => a.place - b.place)
  }
  return pathOf(found)
}

/** Lower bound of the remaining cost, even if all remaining tables are mentioned. */
const leastLeft = (after: number, stepsMax: number, mentionedCount: number): number => {
  const gains = (steps: number): number => WAYPOINT_GAIN * Math.min(mentionedCount, steps)
  return after === 0 ? 0 : Math.min(after - gains(after), stepsMax - gains(stepsMax))
}

const keep = (ways: Map<string, PartialPath[]>, way: PartialPath): void => {
  const key = `${way.step?.up === true ? '+' : '-'}${way.table}`
  const known = ways.get(key)
  if (known === undefined) {
    ways.set(key, [way])
    return
  }
  const place = known.findIndex(({ cost }) => cost > way.cost)
  known.splice(place < 0 ? known.length : place, 0, way)
  if (known.length > PATHS_MAX) known.pop()
}

const isOn = (way: PartialPath, table: string): boolean => {
  for (let at: PartialPath | null = way; at !== null; at = at.before) if (at.table === table) return true
  return false
}

/** Minimum number of joins from each table to the end. */
const stepsLeft = (joins: Joins, to: string): ReadonlyMap<string, number> => {
  const left = new Map([[to, 0]])
  let edge = [to]
  for (let steps = 1; steps <= STEPS_MAX && edge.length > 0; steps++) {
    edge = edge.flatMap((table) =>
      // Joins work in both directions, and paths do not pass through a hub.
      (table !== to && joins.isHub(table) ? [] : joins.stepsFrom(table)).flatMap((step) => {
        if (left.has(step.to)) return []
        left.set(step.to, steps)
        return [step.to]
      }),
    )
  }
  return left
}

const pathOf = (found: readonly { readonly way: PartialPath; readonly steps: number }[]): Path | undefined => {
  const [best, second] = found.toSorted(
    (a, b) => a.way.cost - b.way.cost || a.steps - b.steps || arrayJoinsOn(b.way) - arrayJoinsOn(a.way),
  )
  if (best === undefined) return undefined
  const isAsLong = second !== undefined && second.way.cost - best.way.cost < 0.25 && second.steps === best.steps
  return {
    steps: stepsOf(best.way),
    cost: best.way.cost,
    tied: isAsLong && arrayJoinsOn(second.way) >= arrayJoinsOn(best.way),
  }
}

/** Number of joins between array elements and their parent row: elements belong to it, even if other tables reference them. */
const arrayJoinsOn = (way: PartialPath): number =>
  stepsOf(way).filter(({ fromColumn }) => fromColumn === PARENT_LINK).length

const stepsOf = (way: PartialPath): Step[] => {
  const steps: Step[] = []
  for (let at: PartialPath | null = way; at?.step != null; at = at.before) steps.unshift(at.step)
  return steps
}
