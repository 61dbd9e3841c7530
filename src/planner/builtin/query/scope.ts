import type { SqlDialect } from '../../../domain/ask/sql-dialect.ts'
import type { KnownColumn, KnownDatabase, KnownTable, Step } from './known-database.ts'
import type { ColumnRef } from './tree.ts'

/** What is asked cannot be put into a query, for the reason given: a planner then declines. */
export class Unplannable extends Error {}

/** What all scopes of one query share. */
export interface QueryContext {
  readonly database: KnownDatabase
  readonly dialect: SqlDialect
  readonly via: readonly string[]
  readonly aliases: Set<string>
}

const keyOf = (steps: readonly Step[]): string =>
  steps.map(({ from, fromColumn, to, toColumn }) => `${from}.${fromColumn}>${to}.${toColumn}`).join(' ')

/** @throws Unplannable when there is no such table */
export const tableOf = (context: QueryContext, name: string): KnownTable => {
  const table = context.database.tables.get(name)
  if (table === undefined) throw new Unplannable(`no table ${name}`)
  return table
}

export const columnOf = ({ database }: QueryContext, { table, column }: ColumnRef): KnownColumn | undefined =>
  database.tables.get(table)?.columns.get(column)

/** The joins from one table to another. @throws Unplannable when there is none, or none likelier than another */
export const pathTo = (context: QueryContext, from: string, to: string): readonly Step[] => {
  const path = context.database.graph.path(from, to, context.via)
  if (path === undefined) throw new Unplannable(`${from} and ${to} are not connected`)
  if (path.tied) {
    // Of two ways as short, the one over people is meant: an order's country is its customer's.
    const people = [...context.database.tables.values()].filter(({ isPerson }) => isPerson)
    const better = context.database.graph.path(from, to, [...context.via, ...people.map(({ name }) => name)])
    if (better !== undefined && !better.tied) return better.steps
  }
  if (path.tied) throw new Unplannable(`${from} and ${to} are connected in two ways`)
  return path.steps
}

const newAlias = ({ aliases, dialect }: QueryContext, table: KnownTable): string => {
  const initials = table.words.map((word) => word[0] ?? '').join('')
  const base = /^[a-z]+$/.test(initials) && dialect.identifier(initials) === initials ? initials : 't'
  for (let n = 1; ; n++) {
    const alias = n === 1 ? base : `${base}${n}`
    if (aliases.has(alias)) continue
    aliases.add(alias)
    return alias
  }
}

/** One FROM clause: a table, what is joined to it, and its conditions. */
export class Scope {
  readonly context: QueryContext
  readonly table: KnownTable
  readonly alias: string
  readonly where: string[] = []
  /** True when a join multiplies the rows of the table. */
  fanned = false
  readonly #joins: string[] = []
  readonly #reached = new Map<string, string>()

  constructor(context: QueryContext, table: string) {
    this.context = context
    this.table = tableOf(context, table)
    this.alias = newAlias(context, this.table)
    this.#reached.set('', this.alias)
  }

  /** Alias at the end of the steps when they are joined already. */
  reached(steps: readonly Step[]): string | undefined {
    return this.#reached.get(keyOf(steps))
  }

  /** Joins the steps. `keep` leaves rows that have no partner. */
  join(steps: readonly Step[], keep = false): string {
    let alias = this.alias
    steps.forEach((step, index) => {
      const prefix = steps.slice(0, index + 1)
      const known = this.reached(prefix)
      alias = known ?? this.#joinOne(alias, step, keep)
      this.#reached.set(keyOf(prefix), alias)
    })
    return alias
  }

  #joinOne(from: string, step: Step, keep: boolean): string {
    const { dialect } = this.context
    const table = tableOf(this.context, step.to)
    const alias = newAlias(this.context, table)
    if (!step.up) this.fanned = true
    const on = `${alias}.${dialect.identifier(step.toColumn)} = ${from}.${dialect.identifier(step.fromColumn)}`
    this.#joins.push(`${keep ? 'LEFT JOIN' : 'JOIN'} ${dialect.table(table.path)} ${alias} ON ${on}`)
    return alias
  }

  /** `alias.column`, joined along keys that lead to one row each. */
  column(ref: ColumnRef, keep = false): string {
    const steps = pathTo(this.context, this.table.name, ref.table)
    const known = this.reached(steps)
    if (known === undefined && steps.some((step) => !step.up))
      throw new Unplannable(`${ref.table} has many rows for one of ${this.table.name}`)
    return this.at(this.join(steps, keep), ref.column)
  }

  at(alias: string, column: string): string {
    return `${alias}.${this.context.dialect.identifier(column)}`
  }

  from(): string {
    const { dialect } = this.context
    return [`FROM ${dialect.table(this.table.path)} ${this.alias}`, ...this.#joins].join(' ')
  }

  whereClause(): string {
    return this.where.length === 0 ? '' : ` WHERE ${this.where.join(' AND ')}`
  }
}
