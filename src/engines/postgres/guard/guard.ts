import type { ParseResult } from 'libpg-query'
import type { GuardRules } from '../../../guard/guard-rules.ts'
import { type GuardedQuery, type GuardResult, type QueryCandidate, seal } from '../../../guard/guarded-query.ts'
import { tableName } from '../../../guard/schema.ts'
import { filtersOf } from '../../../guard/table-access.ts'
import { finalRefusal, RefusalError, repairableRefusal } from '../../shared/refuse.ts'
import { loadParser, type Parser } from '../language/parser.ts'
import { verify } from '../verify/verify.ts'
import { limitDraft } from './draft-limits.ts'
import { Printer } from './printer.ts'
import { isNode, nodeAt, type RawNode } from './raw-node.ts'
import { restrictReads } from './restrict.ts'
import { roundedColumns } from './rounded-columns.ts'
import { sameTree } from './same-tree.ts'
import { Tables } from './tables.ts'
import { Walk } from './walk.ts'
import { walkQuery } from './walk-query.ts'

/**
 * Rewrites a draft so that it can only see the caller's rows, or refuses it: limits, parse, check every node and name
 * by allow-list, replace every table by a filtered sub-select, print, prove that the text parses to that tree, and
 * verify it. Blocks this thread for milliseconds at most.
 */
export const guardDraft = async (draft: string, rules: GuardRules): Promise<GuardResult> => {
  try {
    limitDraft(draft)
    const parser = await loadParser()
    const tree = parseDraft(draft, parser)
    const walk = new Walk(Tables.of(rules), walkQuery)
    const query = onlyQuery(tree)
    walk.query(query, { scope: undefined, withs: undefined })
    const rounded = roundedColumns(query)
    const accesses = walk.reads.map(({ source }) => source.access)
    const { parameters, filters } = restrictReads(query, walk)
    const statement = printChecked(tree, filters, parser)
    const tables = [...new Set(accesses.map(({ table }) => tableName(table)))]
    const candidate: QueryCandidate = {
      engine: 'postgres',
      statement,
      parameters,
      tables,
      filters: filtersOf(accesses),
    }
    const result = await seal(candidate, async (sealed) => verify(sealed, rules, parser))
    if (result.ok) roundedOf.set(result.query, rounded)
    return result
  } catch (error) {
    if (error instanceof RefusalError) return { ok: false, refusal: error.refusal }
    throw error
  }
}

/** Result columns of guarded queries with decimals that the server may have rounded. */
const roundedOf = new WeakMap<GuardedQuery, ReadonlySet<string>>()

export const roundedColumnsOf = (query: GuardedQuery): ReadonlySet<string> => roundedOf.get(query) ?? NONE

const NONE: ReadonlySet<string> = new Set()

const parseDraft = (draft: string, parser: Parser): ParseResult => {
  if (draft.trim() === '') throw finalRefusal('not_a_select', ONE_SELECT)
  const result = parser.parse(draft)
  if (!result.ok)
    throw repairableRefusal('syntax', `PostgreSQL does not understand the query: ${result.message.slice(0, 200)}.`)
  return result.tree
}

const ONE_SELECT = 'Write exactly one SELECT statement.'

const onlyQuery = (tree: ParseResult): RawNode => {
  const [statement, ...more] = tree.stmts ?? []
  if (statement === undefined) throw finalRefusal('not_a_select', ONE_SELECT)
  if (more.length > 0) throw finalRefusal('several_statements', ONE_SELECT)
  const select = isNode(statement.stmt) ? nodeAt(statement.stmt, 'SelectStmt') : undefined
  if (select === undefined || select.intoClause !== undefined) throw finalRefusal('not_a_select', ONE_SELECT)
  // The printed statement has no semicolon.
  delete statement.stmt_len
  return select
}

/** Prints the tree, and checks that the text parses to the same tree. */
const printChecked = (tree: ParseResult, filters: ReadonlySet<object>, parser: Parser): string => {
  const statement = print(tree, filters)
  const reparsed = statement === undefined ? undefined : parser.parseFinal(statement)
  if (statement === undefined || reparsed?.ok !== true || !sameTree(tree, reparsed.tree))
    throw repairableRefusal(
      'unsupported',
      'The query uses a construct that cannot be restricted safely; write it more simply.',
    )
  return statement
}

const print = (tree: ParseResult, filters: ReadonlySet<object>): string | undefined => {
  try {
    return Printer.print(tree, filters)
  } catch {
    // The printer throws plain errors on unknown nodes.
    return undefined
  }
}
