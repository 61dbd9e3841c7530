import type { SqlDialect } from '../../../../ask/rules/sql-dialect.ts'
import type { KnownTable, Step } from '../known-database.ts'
import { pathTo, type QueryContext, tableOf, Unplannable } from '../query-context.ts'
import type { ColumnRef } from '../tree.ts'

/** Shared by all scopes of one query. */
export interface SqlContext extends QueryContext {
  readonly dialect: SqlDialect
  readonly aliases: Set<string>
}

const keyOf = (steps: readonly Step[]): string =>
  steps.map(({ from, fromColumn, to, toColumn }) => `${from}.${fromColumn}>${to}.${toColumn}`).join(' ')

const newAlias = ({ aliases, dialect }: SqlContext, table: KnownTable): string => {
  const initials = table.words.map((word) => word[0] ?? '').join('')
  const base = /^[a-z]+$/.test(initials) && dialect.identifier(initials) === initials ? initials : 't'
  for (let n = 1; ; n++) {
    const alias = n === 1 ? base : `${base}${n}`
    if (aliases.has(alias)) continue
    aliases.add(alias)
    return alias
  }
}

/** One FROM clause: a table, its joins, and its conditions. */
export class Scope {
  readonly context: SqlContext
  readonly table: KnownTable
  readonly alias: string
  readonly where: string[] = []
  /** True when a join multiplies the rows of the table. */
  fanned = false
  readonly #joins: string[] = []
  readonly #reached = new Map<string, string>()

  constructor(context: SqlContext, table: string) {
    this.context = context
    this.table = tableOf(context, table)
    this.alias = newAlias(context, this.table)
    this.#reached.set('', this.alias)
  }

  /** Alias at the end of the steps, if they are joined already. */
  reached(steps: readonly Step[]): string | undefined {
    return this.#reached.get(keyOf(steps))
  }

  /** Joins the steps. `keep` makes it a left join. */
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

  /** `alias.column`, joined along foreign keys. */
  column(ref: ColumnRef, keep = false): string {
    const steps = pathTo(this.context, this.table.name, ref.table, ref.by)
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
