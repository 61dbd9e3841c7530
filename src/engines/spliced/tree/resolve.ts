import type { NameFolding } from '../../../domain/guard/name-folding.ts'
import type { TableAccess } from '../../../domain/guard/table-access.ts'
import { slip } from '../../refuse.ts'
import type { VisibleTables } from '../../visible-tables.ts'
import type { Grammar } from './grammar.ts'
import type { RawNode } from './raw-tree.ts'
import { readQuery } from './read-query.ts'
import { findColumn, type Relation, relationOf, type Scope, shown } from './scope.ts'
import type { Body, Cte, Expression, Item, Name, Query, Select, Source } from './tree.ts'

/** A place of the query that reads a table of the database. */
export interface TableRead {
  readonly access: TableAccess
  /** The node of the parser's tree. */
  readonly raw: RawNode
  readonly name: Name
  readonly aliased: boolean
}

export interface Resolved {
  /** Every place that reads a table of the database. */
  readonly reads: readonly TableRead[]
  /** Names of WITH tables, case-folded. */
  readonly withNames: readonly string[]
}

const TABLES_MAX = 16
const CTES_MAX = 16
/** No database takes more in one FROM. */
const SOURCES_MAX = 64
/** No database takes many more; stars of stars would multiply here before one could object. */
const COLUMNS_MAX = 2_000

export interface NameRules {
  readonly grammar: Grammar
  readonly folding: NameFolding
  /**
   * Whether tables of a WITH see those that come after them, and those of another WITH around it. Elsewhere such a name
   * would be a table of the database.
   */
  readonly withSeesLater: boolean
}

/** A WITH table: its columns are known once the first part of its query is. */
interface WithTable {
  readonly cte: Cte
  state: 'new' | 'open' | 'done'
  columns: readonly string[] | undefined
}

/** The WITH tables that a query sees, innermost first. */
interface WithScope {
  readonly recursive: boolean
  readonly tables: ReadonlyMap<string, WithTable>
  readonly outer: WithScope | undefined
  /** Of the tables of a WITH themselves, where they do not see those of another WITH around it. */
  readonly isSealed: boolean
}

/**
 * Finds out for every name in a query what it means, under the rules of databases: the tables of a WITH see those
 * before them, and in some all of them; the innermost wins; a WITH ends with its query.
 *
 * @param visible the tables that the caller may see
 * @throws Refused when a name means nothing, or nothing that the caller may see: the two look alike
 */
export const resolve = (query: Query, visible: VisibleTables, rules: NameRules): Resolved => {
  const resolver = new Resolver(visible, rules)
  resolver.query(query, undefined, undefined)
  refuseCapture(resolver.reads, resolver.withNames)
  return { reads: resolver.reads, withNames: [...resolver.withNames] }
}

/**
 * A WITH table named like a table that is read elsewhere could be put in its place. Whether a server takes two names for
 * the same is not relied on here.
 */
const refuseCapture = (reads: readonly TableRead[], withNames: ReadonlySet<string>): void => {
  const names = reads.flatMap(({ access }) => [access.table.name, ...parents(access)])
  const taken = new Set([...withNames].map((name) => name.toLowerCase()))
  const captured = names.find((name) => taken.has(name.toLowerCase()))
  if (captured !== undefined)
    throw slip('circular_reference', 'A WITH table must not have the name of a table that the query reads; rename it.')
}

/** Tables that a filter looks into. */
const parents = ({ rules }: Pick<TableAccess, 'rules'>): readonly string[] =>
  rules.flatMap((rule) => (rule.kind === 'parent' ? [rule.parent.name, ...parents(rule)] : []))

class Resolver {
  readonly reads: TableRead[] = []
  readonly withNames = new Set<string>()
  readonly #visible: VisibleTables
  readonly #rules: NameRules

  constructor(visible: VisibleTables, rules: NameRules) {
    this.#visible = visible
    this.#rules = rules
  }

  /** @returns the names of the result columns, case-folded; '' for one that cannot be referred to. */
  query(
    query: Query,
    withs: WithScope | undefined,
    outer: Scope | undefined,
    onFirstPart?: (columns: readonly string[]) => void,
  ): readonly string[] {
    const inner = this.#openWith(query, withs)
    const definitions = inner && { ...inner, isSealed: !this.#rules.withSeesLater }
    for (const table of inner?.tables.values() ?? []) this.#withColumns(table, definitions, outer)
    const { columns, relations } = this.#body(query.body, inner ?? withs, outer, onFirstPart)
    this.#all(query.orderBy, inner ?? withs, { relations, aliases: new Set(columns), outer })
    this.#all(query.limit, inner ?? withs, outer)
    return columns
  }

  #openWith(query: Query, outer: WithScope | undefined): WithScope | undefined {
    if (query.ctes.length === 0) return undefined
    const tables = new Map<string, WithTable>()
    for (const cte of query.ctes) {
      const name = this.#table(cte.name)
      if (tables.has(name)) throw slip('duplicate_alias', `Two WITH tables are called ${shown(cte.name.text)}.`)
      const listed = cte.columns.length === 0 ? undefined : cte.columns.map(this.#rules.folding.column)
      tables.set(name, { cte, state: 'new', columns: listed })
      this.withNames.add(name)
    }
    if (this.withNames.size > CTES_MAX) throw slip('too_many_tables', 'The query has too many WITH tables.')
    return { recursive: query.recursive, tables, outer, isSealed: false }
  }

  /** A name that the database may look for among its own tables, because this WITH table is not there yet. */
  #refuseUnseen({ state, cte }: WithTable, { recursive }: WithScope): void {
    if (this.#rules.withSeesLater || state === 'done' || (state === 'open' && recursive)) return
    const name = shown(cte.name.text)
    throw slip(
      'circular_reference',
      `The WITH table ${name} is used before it is there: put it first, or write WITH RECURSIVE.`,
    )
  }

  #withColumns(table: WithTable, withs: WithScope | undefined, outer: Scope | undefined): readonly string[] {
    if (table.state === 'new') {
      table.state = 'open'
      const columns = this.query(table.cte.query, withs, outer, (first) => {
        table.columns ??= first
      })
      table.columns ??= columns
      table.state = 'done'
    }
    if (table.columns === undefined)
      throw slip('circular_reference', `The WITH table ${shown(table.cte.name.text)} refers to itself; rename it.`)
    return table.columns
  }

  #body(
    body: Body,
    withs: WithScope | undefined,
    outer: Scope | undefined,
    onFirstPart?: (columns: readonly string[]) => void,
  ): { columns: readonly string[]; relations: readonly Relation[] } {
    switch (body.kind) {
      case 'select':
        return this.#select(body.select, withs, outer)
      case 'query':
        return { columns: this.query(body.query, withs, outer, onFirstPart), relations: [] }
      case 'values': {
        for (const row of body.rows) this.#all(row, withs, outer)
        return { columns: (body.rows[0] ?? []).map((_, index) => `column${index + 1}`), relations: [] }
      }
      case 'compound': {
        const left = this.#body(body.left, withs, outer, onFirstPart)
        onFirstPart?.(left.columns)
        const right = this.#body(body.right, withs, outer)
        // ORDER BY may name a result column of any part; what it then matches is for the database to say.
        const parts = [...left.relations, ...right.relations, relationOf(undefined, right.columns)]
        return { columns: left.columns, relations: parts }
      }
    }
  }

  #select(select: Select, withs: WithScope | undefined, outer: Scope | undefined) {
    if (select.sources.length > SOURCES_MAX) throw slip('too_many_tables', 'The query joins too many tables.')
    const relations = select.sources.map((source) => this.#relation(source, withs, outer))
    refuseTwins(relations)
    const columns: string[] = []
    for (const item of select.items) {
      for (const column of this.#columnsOf(item, relations)) columns.push(column)
      if (columns.length > COLUMNS_MAX) throw slip('too_many_columns', 'The query has too many columns.')
    }
    const inItems: Scope = { relations, aliases: NONE, outer }
    const inClauses: Scope = { relations, aliases: new Set(columns), outer }
    for (const item of select.items) if (item.kind === 'expression') this.#expression(item.expression, withs, inItems)
    for (const name of select.joinColumns) this.#column({ relations, aliases: NONE, outer: undefined }, undefined, name)
    this.#all(select.joinConditions, withs, inClauses)
    this.#all(select.clauses, withs, inClauses)
    this.#all(select.windows, withs, inClauses)
    return { columns, relations }
  }

  #relation(source: Source, withs: WithScope | undefined, outer: Scope | undefined): Relation {
    if (source.kind === 'query') {
      const alias = source.alias && this.#table(source.alias)
      return relationOf(alias, this.query(source.query, withs, outer))
    }
    const alias = this.#table(source.alias ?? source.name)
    const name = this.#table(source.name)
    for (let at = withs, isSealed = false; at !== undefined; at = at.outer) {
      const table = at.tables.get(name)
      if (table !== undefined && isSealed) throw sealed(source.name)
      isSealed ||= at.isSealed
      if (table === undefined) continue
      this.#refuseUnseen(table, at)
      return relationOf(alias, this.#withColumns(table, at, outer))
    }
    return relationOf(alias, this.#read(source))
  }

  #read(source: Source & { readonly kind: 'table' }): readonly string[] {
    const access = this.#visible.get(source.name.text)
    if (access === undefined) throw this.#unknownTable(source.name)
    this.reads.push({ access, raw: source.raw, name: source.name, aliased: source.alias !== undefined })
    if (this.reads.length > TABLES_MAX) throw slip('too_many_tables', 'The query reads too many tables.')
    return access.columns.map(this.#rules.folding.column)
  }

  #unknownTable(name: Name) {
    const names = this.#visible.names(60).join(', ')
    return slip('unknown_table', `There is no table ${shown(name.text)}. The tables are ${names}.`)
  }

  #all(expressions: readonly Expression[], withs: WithScope | undefined, scope: Scope | undefined): void {
    for (const expression of expressions) this.#expression(expression, withs, scope)
  }

  #expression(expression: Expression, withs: WithScope | undefined, scope: Scope | undefined): void {
    switch (expression.kind) {
      case 'column':
        this.#column(scope, expression.table, expression.name)
        return
      case 'query':
        this.query(readQuery(expression.raw, { grammar: this.#rules.grammar, depth: expression.depth }), withs, scope)
        return
      case 'group':
        this.#all(expression.parts, withs, scope)
        return
    }
  }

  #columnsOf(item: Item, relations: readonly Relation[]): readonly string[] {
    switch (item.kind) {
      case 'all':
        if (relations.length === 0) throw slip('unsupported', 'SELECT * needs a table to select from.')
        return relations.flatMap(({ columns }) => columns)
      case 'all-of': {
        const relation = relations.find(({ alias }) => alias === this.#table(item.source))
        if (relation === undefined)
          throw slip('unknown_column', `Nothing in this FROM is called ${shown(item.source.text)}.`)
        return relation.columns
      }
      case 'expression': {
        const { column } = this.#rules.folding
        if (item.alias !== undefined) return [column(item.alias)]
        return item.expression.kind === 'column' ? [column(item.expression.name.text)] : ['']
      }
    }
  }

  #column(scope: Scope | undefined, table: Name | undefined, name: Name): void {
    findColumn(scope, table, name, this.#rules.folding)
  }

  #table({ text }: Name): string {
    return this.#rules.folding.table(text)
  }
}

const NONE: ReadonlySet<string> = new Set()

/** MariaDB 10.11 looks for such a name among its own tables, whoever may read them; MySQL finds the WITH table. */
const sealed = ({ text }: Name) =>
  slip(
    'circular_reference',
    `A WITH within a sub-select cannot read ${shown(text)} of the WITH around it: put all of them into the first WITH.`,
  )

const refuseTwins = (relations: readonly Relation[]): void => {
  const taken = new Set<string>()
  for (const { alias } of relations) {
    if (alias === undefined) continue
    if (taken.has(alias))
      throw slip('duplicate_alias', `${shown(alias)} occurs twice in one FROM: give each an alias of its own.`)
    taken.add(alias)
  }
}
