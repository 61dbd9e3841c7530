import { Gauge, type Registry } from 'prom-client'
import type { ResourceUsage, SlotUsage } from './rules/resource-usage.ts'

/** Creates gauges that read the use of resources whenever they are scraped. @param read undefined until the process has parts */
export const usageGauges = (register: Registry, read: () => ResourceUsage | undefined): void => {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (usage: ResourceUsage, set: (labels: Readonly<Record<Label, string>>, value: number) => void) => void,
  ): void => {
    const created = new Gauge<string>({
      name: `tabletalk_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [register],
      collect() {
        const usage = read()
        if (usage !== undefined) collect(usage, (labels, value) => created.set(labels, value))
      },
    })
  }
  gauge(
    'query_slots',
    'Slots of statements in the databases of customers, by engine, lane (fast or slow) and state (in_use or waiting).',
    ['engine', 'lane', 'state'],
    ({ engines }, set) => {
      for (const [engine, { fast, slow }] of engines)
        for (const [lane, usage] of Object.entries({ fast, slow }))
          for (const [state, value] of statesOf(usage)) set({ engine, lane, state }, value)
    },
  )
  gauge(
    'database_connections',
    'Open connections to the databases of customers, by engine; sessions of MongoDB and processes of SQLite.',
    ['engine'],
    ({ engines }, set) => {
      for (const [engine, { connections }] of engines) set({ engine }, connections)
    },
  )
  gauge(
    'planner_slots',
    'Slots of calls of the planner, a model or the built-in one, by state (in_use or waiting).',
    ['state'],
    ({ planner }, set) => {
      for (const [state, value] of statesOf(planner)) set({ state }, value)
    },
  )
  gauge(
    'store_connections',
    'Connections to MongoDB, by state: in_use, or waiting for one.',
    ['state'],
    ({ store }, set) => {
      for (const [state, value] of statesOf(store)) set({ state }, value)
    },
  )
}

const statesOf = ({ inUse, waiting }: SlotUsage) =>
  [
    ['in_use', inUse],
    ['waiting', waiting],
  ] as const
