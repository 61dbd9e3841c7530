import { type Joins, STEPS_MAX, TURN_COST } from './find-path.ts'

/** What it costs to come to a table, by the direction of the last join. */
interface Arrival {
  readonly table: string
  readonly up: boolean
  readonly cost: number
}

/** The cost of the cheapest path from a table to each that it is connected with. Loops never make a way cheaper. */
export const pathCosts = (joins: Joins, from: string): ReadonlyMap<string, number> => {
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
