import type { KnownColumn, KnownDatabase, KnownTable, Step } from './known-database.ts'
import type { ColumnRef } from './tree.ts'

/** A query tree cannot be printed, for the reason given: the planner declines then. */
export class Unplannable extends Error {}

/** What printing a query needs, in any query language. */
export interface QueryContext {
  readonly database: KnownDatabase
  /** Tables mentioned in the question: join paths prefer them. */
  readonly via: readonly string[]
}

/** @throws Unplannable if there is no such table */
export const tableOf = ({ database }: QueryContext, name: string): KnownTable => {
  const table = database.tables.get(name)
  if (table === undefined) throw new Unplannable(`no table ${name}`)
  return table
}

export const columnOf = ({ database }: QueryContext, { table, column }: ColumnRef): KnownColumn | undefined =>
  database.tables.get(table)?.columns.get(column)

/** The joins from one table to another, over the named key, if any. @throws Unplannable if there is none, or none more likely than another */
export const pathTo = (
  { database, via }: QueryContext,
  from: string,
  to: string,
  by?: string | undefined,
): readonly Step[] => {
  const path = database.graph.path(from, to, via, by)
  if (path === undefined) throw new Unplannable(`${from} and ${to} are not connected`)
  if (path.tied) {
    // Of two equally short paths the one over people is meant: an order's country is its customer's.
    const people = [...database.tables.values()].filter(({ isPerson }) => isPerson)
    const better = database.graph.path(from, to, [...via, ...people.map(({ name }) => name)])
    if (better !== undefined && !better.tied) return better.steps
  }
  if (path.tied) throw new Unplannable(`${from} and ${to} are connected in two ways`)
  return path.steps
}

/** The join in the other direction. */
export const reversedStep = (step: Step): Step => ({
  from: step.to,
  to: step.from,
  fromColumn: step.toColumn,
  toColumn: step.fromColumn,
  up: !step.up,
})
