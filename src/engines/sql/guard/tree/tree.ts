import type { RawNode } from './raw-tree.ts'

/**
 * As much of a query as the guard must understand: which names it reads, in which scope. Everything else of an
 * expression is a group of parts.
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
  /** As listed after its name; empty when it takes those of its query. */
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
      /** As written before its name: then it is no WITH table. */
      readonly database: Name | undefined
      readonly name: Name
      readonly alias: Name | undefined
      readonly raw: RawNode
    }
  | { readonly kind: 'query'; readonly query: Query; readonly alias: Name | undefined }
  | {
      /** A function whose rows are those of a table; it sees the sources before it. */
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
