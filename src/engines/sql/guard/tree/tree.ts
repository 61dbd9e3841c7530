import type { RawNode } from './raw-tree.ts'

/**
 * The parts of a query that the guard must understand: the names it reads and their scopes. Other expressions are
 * groups of parts.
 */
export interface Query {
  readonly recursive: boolean
  readonly ctes: readonly Cte[]
  readonly body: Body
  readonly orderBy: readonly Expression[]
  readonly limit: readonly Expression[]
}

export interface Cte {
  readonly name: Name
  /** The column list after its name; empty if its query's columns apply. */
  readonly columns: readonly string[]
  readonly query: Query
}

export type Body =
  | { readonly kind: 'select'; readonly select: Select }
  | { readonly kind: 'compound'; readonly left: Body; readonly right: Body }
  | { readonly kind: 'query' /** A part in parentheses. */; readonly query: Query }
  | { readonly kind: 'values'; readonly rows: readonly (readonly Expression[])[] }

export interface Select {
  readonly items: readonly Item[]
  readonly sources: readonly Source[]
  readonly joinConditions: readonly Expression[]
  /** Columns of USING. */
  readonly joinColumns: readonly Name[]
  /** WHERE, GROUP BY and HAVING, which may use aliases of items. */
  readonly clauses: readonly Expression[]
  readonly windows: readonly Expression[]
}

export type Item =
  | { readonly kind: 'all' }
  | { readonly kind: 'all-of'; readonly source: Name }
  | { readonly kind: 'expression'; readonly expression: Expression; readonly alias: string | undefined }

export type Source =
  | {
      readonly kind: 'table'
      /** A database qualifier; a qualified name is never a WITH table. */
      readonly database: Name | undefined
      readonly name: Name
      readonly alias: Name | undefined
      readonly raw: RawNode
    }
  | { readonly kind: 'query'; readonly query: Query; readonly alias: Name | undefined }
  | {
      /** A table function; its arguments may refer to earlier sources. */
      readonly kind: 'function'
      readonly name: string
      readonly args: readonly Expression[]
      readonly columns: readonly string[]
      readonly alias: Name | undefined
    }

export type Expression =
  | { readonly kind: 'column'; readonly table: Name | undefined; readonly name: Name }
  | { readonly kind: 'query' /** For `readQuery`. */; readonly raw: unknown; readonly depth: number }
  | { readonly kind: 'group'; readonly parts: readonly Expression[] }

export interface Name {
  readonly text: string
  /** The quote it was written in, if any. */
  readonly quote: string | undefined
  readonly raw: RawNode
}
