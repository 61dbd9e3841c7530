import type { KnownColumn, KnownDatabase, KnownTable, Step } from './known-database.ts'
import type { ColumnRef } from './tree.ts'

/** What is asked cannot be put into a query, for the reason given: a planner then declines. */
export class Unplannable extends Error {}

/** What one query is made from, whatever language it is printed in. */
export interface QueryContext {
  readonly database: KnownDatabase
  /** Tables said in the question: join paths prefer them. */
  readonly via: readonly string[]
}

/** @throws Unplannable when there is no such table */
export const tableOf = ({ database }: QueryContext, name: string): KnownTable => {
  const table = database.tables.get(name)
  if (table === undefined) throw new Unplannable(`no table ${name}`)
  return table
}

export const columnOf = ({ database }: QueryContext, { table, column }: ColumnRef): KnownColumn | undefined =>
  database.tables.get(table)?.columns.get(column)

/** The joins from one table to another, over the key that is named, if any. @throws Unplannable when there is none, or none likelier than another */
export const pathTo = (
  { database, via }: QueryContext,
  from: string,
  to: string,
  by?: string | undefined,
): readonly Step[] => {
  const path = database.graph.path(from, to, via, by)
  if (path === undefined) throw new Unplannable(`${from} and ${to} are not connected`)
  if (path.tied) {
    // Of two ways as short, the one over people is meant: an order's country is its customer's.
    const people = [...database.tables.values()].filter(({ isPerson }) => isPerson)
    const better = database.graph.path(from, to, [...via, ...people.map(({ name }) => name)])
    if (better !== undefined && !better.tied) return better.steps
  }
  if (path.tied) throw new Unplannable(`${from} and ${to} are connected in two ways`)
  return path.steps
}

/** The same join from its other end. */
export const turned = (step: Step): Step => ({
  from: step.to,
  to: step.from,
  fromColumn: step.toColumn,
  toColumn: step.fromColumn,
  up: !step.up,
})
