import type { NameFolding } from '../../../../guard/name-folding.ts'
import type { TableAccess } from '../../../../guard/table-access.ts'
import { repairableRefusal } from '../../../shared/refuse.ts'
import { withTableName } from '../../names.ts'
import type { VisibleTables } from '../visible-tables.ts'
import type { Grammar } from './grammar.ts'
import type { RawNode } from './raw-tree.ts'
import { qualified } from './read-expression.ts'
import { readQuery } from './read-query.ts'
import { findColumn, type Relation, relationOf, type Scope, shortened } from './scope.ts'
import type { Body, Cte, Expression, Item, Name, Query, Select, Source } from './tree.ts'

/** An occurrence of a database table in a query. */
export interface TableRead {
  readonly access: TableAccess
  /** Its node in the parser's tree. */
  readonly raw: RawNode
  /** The database qualifier, if any. */
  readonly database: Name | undefined
  readonly name: Name
  readonly hasAlias: boolean
}

/** An occurrence of a WITH table: its definition or a read. */
export interface WithOccurrence {
  /** Its node in the parser's tree: the name at the definition, the table at a read. */
  readonly raw: RawNode
  readonly name: Name
  /** At a read: whether it has an alias; undefined at the definition. */
  readonly aliased: boolean | undefined
  /** The new name, which no table of the database has. */
  readonly to: string
}

interface ResolvedNames {
  /** All reads of database tables. */
  readonly reads: readonly TableRead[]
  /** All occurrences of WITH tables. */
  readonly withOccurrences: readonly WithOccurrence[]
  /** Table functions, lower case. */
  readonly rowFunctions: ReadonlySet<string>
}

const TABLES_MAX = 16
const CTES_MAX = 16
/** No database allows more in one FROM. */
const SOURCES_MAX = 64
/** No database allows many more; nested `*` would otherwise multiply here first. */
const COLUMNS_MAX = 2_000

interface NameRules {
  readonly grammar: Grammar
  readonly folding: NameFolding
  /**
   * Whether WITH tables see later ones and those of an outer WITH. On other servers such a name is a table of the
   * database.
   */
  readonly withSeesLater: boolean
  /** The database's name in its own queries, if it has one. */
  readonly ownName: string | undefined
}

/** A WITH table; its columns are known once the first part of its query is resolved. */
interface WithTable {
  readonly cte: Cte
  readonly to: string
  state: 'new' | 'open' | 'done'
  columns: readonly string[] | undefined
}

/** The WITH tables visible to a query, innermost first. */
interface WithScope {
  readonly recursive: boolean
  readonly tables: ReadonlyMap<string, WithTable>
  readonly outer: WithScope | undefined
  /** Set for definitions that do not see the tables of an outer WITH. */
  readonly isSealed: boolean
}

/**
 * Resolves every name of a query by the rules of databases: WITH tables see earlier ones, on some servers all of them;
 * the innermost definition wins; a WITH ends with its query. A name that matches no visible WITH table is a database
 * table.
 *
 * The server need not agree: every WITH table is renamed to a name that no table has, so that a server may fail but
 * never reads another table than intended.
 *
 * @param visible the tables that the caller may see
 * @throws Refused for unknown names and for names that the caller may not see, with the same message
 */
export const resolve = (query: Query, visible: VisibleTables, rules: NameRules): ResolvedNames => {
  const resolver = new Resolver(visible, rules)
  resolver.query(query, undefined, undefined)
  return resolver
}

class Resolver {
  readonly reads: TableRead[] = []
  readonly withOccurrences: WithOccurrence[] = []
  readonly rowFunctions = new Set<string>()
  #withTables = 0
  readonly #visible: VisibleTables
  readonly #rules: NameRules

  constructor(visible: VisibleTables, rules: NameRules) {
    this.#visible = visible
    this.#rules = rules
  }

  /** @returns the folded names of the result columns; '' for unnamed ones. */
  query(
    query: Query,
    withs: WithScope | undefined,
    outer: Scope | undefined,
    onFirstPart?: (columns: readonly string[]) => void,
  ): readonly string[] {
    const ownScope = this.#openWith(query, withs)
    const definitions = ownScope && { ...ownScope, isSealed: !this.#rules.withSeesLater }
    for (const table of ownScope?.tables.values() ?? []) this.#withColumns(table, definitions, outer)
    const { columns, relations } = this.#body(query.body, ownScope ?? withs, outer, onFirstPart)
    this.#all(query.orderBy, ownScope ?? withs, { relations, aliases: new Set(columns), outer })
    this.#all(query.limit, ownScope ?? withs, outer)
    return columns
  }

  #openWith(query: Query, outer: WithScope | undefined): WithScope | undefined {
    if (query.ctes.length === 0) return undefined
    const tables = new Map<string, WithTable>()
    for (const cte of query.ctes) {
      const name = this.#table(cte.name)
      if (tables.has(name))
        throw repairableRefusal('duplicate_alias', `Two WITH tables are named ${shortened(cte.name.text)}.`)
      const listed = cte.columns.length === 0 ? undefined : cte.columns.map(this.#rules.folding.column)
      const to = this.#freeName(cte.name)
      tables.set(name, { cte, to, state: 'new', columns: listed })
      this.withOccurrences.push({ raw: cte.name.raw, name: cte.name, aliased: undefined, to })
    }
    if (this.#withTables > CTES_MAX) throw repairableRefusal('too_many_tables', 'The query has too many WITH tables.')
    return { recursive: query.recursive, tables, outer, isSealed: false }
  }

  /** A name that no table of the database has. */
  #freeName({ text }: Name): string {
    for (;;) {
      const name = withTableName(text, ++this.#withTables)
      if (!this.#visible.exists(name)) return name
    }
  }

  /**
   * Whether a WITH table is visible to the others. Servers disagree on forward references in WITH RECURSIVE.
   *
   * @throws Refused
   */
  #isSeen({ state, cte }: WithTable, { recursive }: WithScope): boolean {
    if (this.#rules.withSeesLater || state === 'done') return true
    if (state === 'new' && recursive) throw undefinedYet(cte.name)
    return recursive
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
    if (table.columns === undefined) throw circular(table.cte.name, this.#rules.ownName)
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
        // ORDER BY may name a result column of any part; the database decides which one it matches.
        const parts = [...left.relations, ...right.relations, relationOf(undefined, right.columns)]
        return { columns: left.columns, relations: parts }
      }
    }
  }

  #select(select: Select, withs: WithScope | undefined, outer: Scope | undefined) {
    if (select.sources.length > SOURCES_MAX)
      throw repairableRefusal('too_many_tables', 'The query joins too many tables.')
    const relations: Relation[] = []
    for (const source of select.sources) relations.push(this.#relation(source, relations, withs, outer))
    refuseDuplicateAliases(relations)
    const columns: string[] = []
    for (const item of select.items) {
      for (const column of this.#columnsOf(item, relations)) columns.push(column)
      if (columns.length > COLUMNS_MAX) throw repairableRefusal('too_many_columns', 'The query has too many columns.')
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

  /** @param before the earlier relations of its FROM */
  #relation(
    source: Source,
    before: readonly Relation[],
    withs: WithScope | undefined,
    outer: Scope | undefined,
  ): Relation {
    if (source.kind === 'function') return this.#rowFunction(source, before, withs, outer)
    if (source.kind === 'query') {
      const alias = source.alias && this.#table(source.alias)
      return relationOf(alias, this.query(source.query, withs, outer))
    }
    const alias = this.#table(source.alias ?? source.name)
    if (source.database !== undefined) {
      const { ownName } = this.#rules
      if (ownName === undefined || this.#table(source.database) !== this.#rules.folding.table(ownName))
        throw qualified()
      return relationOf(alias, this.#read(source, false))
    }
    const name = this.#table(source.name)
    let isShadowed = false
    for (let at = withs, isSealed = false; at !== undefined; at = at.outer) {
      const table = at.tables.get(name)
      if (table !== undefined && this.#isSeen(table, at)) {
        if (isSealed) throw outerWithRefused(source.name)
        const aliased = source.alias !== undefined
        this.withOccurrences.push({ raw: source.raw, name: source.name, aliased, to: table.to })
        return relationOf(alias, this.#withColumns(table, at, outer))
      }
      isShadowed ||= table !== undefined
      isSealed ||= at.isSealed
    }
    if (!isShadowed) refuseOtherCase(source.name, withs)
    return relationOf(alias, this.#read(source, isShadowed))
  }

  /** Its arguments may refer to earlier relations and to the outer query. */
  #rowFunction(
    { name, args, alias, columns }: Source & { readonly kind: 'function' },
    before: readonly Relation[],
    withs: WithScope | undefined,
    outer: Scope | undefined,
  ): Relation {
    for (let at = withs; at !== undefined; at = at.outer) if (at.tables.has(name)) throw noFunction(name)
    if (this.#visible.exists(name)) throw noFunction(name)
    this.rowFunctions.add(name)
    this.#all(args, withs, { relations: [...before], aliases: NONE, outer })
    const { table, column } = this.#rules.folding
    return relationOf(table(alias?.text ?? name), columns.map(column))
  }

  /** @param isShadowed whether an invisible WITH table has this name */
  #read(source: Source & { readonly kind: 'table' }, isShadowed: boolean): readonly string[] {
    const access = this.#visible.get(source.name.text)
    if (access === undefined) throw isShadowed ? undefinedYet(source.name) : this.#unknownTable(source.name)
    const { raw, database, name, alias } = source
    this.reads.push({ access, raw, database, name, hasAlias: alias !== undefined })
    if (this.reads.length > TABLES_MAX) throw repairableRefusal('too_many_tables', 'The query reads too many tables.')
    return access.columns.map(this.#rules.folding.column)
  }

  #unknownTable(name: Name) {
    const names = this.#visible.names(60).join(', ')
    return repairableRefusal('unknown_table', `There is no table ${shortened(name.text)}. The tables are ${names}.`)
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
        if (relations.length === 0) throw repairableRefusal('unsupported', 'SELECT * needs a table to select from.')
        return relations.flatMap(({ columns }) => columns)
      case 'all-of': {
        const relation = relations.find(({ alias }) => alias === this.#table(item.source))
        if (relation === undefined)
          throw repairableRefusal(
            'unknown_column',
            `No table or alias in this FROM is named ${shortened(item.source.text)}.`,
          )
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

const noFunction = (name: string) =>
  repairableRefusal('unknown_table', `There is no function ${name} to read rows from.`)

const undefinedYet = ({ text }: Name) =>
  repairableRefusal(
    'circular_reference',
    `The WITH table ${shortened(text)} is used before it is defined: define it first, or write WITH RECURSIVE.`,
  )

const circular = ({ text }: Name, ownName: string | undefined) => {
  const other = ownName === undefined ? '' : `, or write ${ownName}.${shortened(text)} for a table of the database`
  return repairableRefusal(
    'circular_reference',
    `The WITH table ${shortened(text)} refers to itself: rename it${other}.`,
  )
}

/** MariaDB 10.11 resolves such a name to a database table, MySQL to the WITH table. */
const outerWithRefused = ({ text }: Name) =>
  repairableRefusal(
    'circular_reference',
    `A WITH within a sub-select cannot read ${shortened(text)} of the WITH around it: put all of them into the first WITH.`,
  )

/** MariaDB 10.11 compares names of WITH tables without case where it keeps tables apart by case; MySQL does not. */
const refuseOtherCase = ({ text }: Name, withs: WithScope | undefined): void => {
  for (let at = withs; at !== undefined; at = at.outer)
    for (const { cte } of at.tables.values())
      if (cte.name.text.toLowerCase() === text.toLowerCase())
        throw repairableRefusal(
          'unknown_table',
          `${shortened(text)} may be the WITH table ${shortened(cte.name.text)}: write its name as it is defined, or rename it.`,
        )
}

const refuseDuplicateAliases = (relations: readonly Relation[]): void => {
  const taken = new Set<string>()
  for (const { alias } of relations) {
    if (alias === undefined) continue
    if (taken.has(alias))
      throw repairableRefusal(
        'duplicate_alias',
        `${shortened(alias)} occurs twice in one FROM: give each an alias of its own.`,
      )
    taken.add(alias)
  }
}
