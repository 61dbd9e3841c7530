import type { GuardRules } from '../../../guard/guard-rules.ts'
import { type GuardResult, type QueryCandidate, seal } from '../../../guard/guarded-query.ts'
import { filtersOf, type TableAccess } from '../../../guard/table-access.ts'
import { finalRefusal, RefusalError } from '../../shared/refuse.ts'
import { type Parse, ParsedTexts } from './parsed-texts.ts'
import { columnsInUse } from './read-columns.ts'
import { type RestrictedStatement, restrictReads } from './restrict.ts'
import type { RewriteRules } from './rewrite-rules.ts'
import { listOf, variant } from './tree/raw-tree.ts'
import { readQuery } from './tree/read-query.ts'
import { resolve, type TableRead } from './tree/resolve.ts'
import { VisibleTables } from './visible-tables.ts'

/** A guarded query with what running it requires besides the statement. */
export interface GuardedDraft {
  readonly result: GuardResult
  readonly reads: readonly TableAccess[]
  /** Names of WITH tables in the statement, case-folded. */
  readonly withNames: readonly string[]
  /** Table functions in the statement, lower case. */
  readonly rowFunctions: readonly string[]
  readonly replaced: RestrictedStatement['replaced']
}

/**
 * Rewrites a draft so that it can only see the caller's rows, or refuses it: gate, parse, read by allow-list, resolve
 * every name, replace every table by a filtered sub-select, prove the result and verify it. Other threads parse twice:
 * the draft, and then the statement with all inserted texts.
 *
 * @throws Problem when no parser is free for this caller
 */
export const guardDraft = async (
  draft: string,
  rules: GuardRules,
  parse: Parse,
  dialect: RewriteRules,
): Promise<GuardedDraft> => {
  try {
    const texts = new ParsedTexts(parse, dialect)
    const folding = dialect.folding(rules.schema)
    const name = dialect.ownName(rules.schema)
    const gated = dialect.gate.draft(draft, name === undefined ? undefined : { name, fold: folding.table })
    if (!dialect.opening.test(gated.text)) throw finalRefusal('not_a_select', 'Write exactly one SELECT statement.')
    const [tree] = await texts.trees(gated)
    const query = readQuery(onlyQuery(listOf(tree)), { grammar: dialect.grammar, depth: 0 })
    const resolved = resolve(query, new VisibleTables(rules, folding), {
      grammar: dialect.grammar,
      withSeesLater: dialect.withSeesLater,
      folding,
      ownName: name,
    })
    const { withOccurrences, rowFunctions } = resolved
    const narrowColumns = columnsInUse(tree, folding)
    const reads = resolved.reads.map((read) => ({ ...read, access: narrowColumns(read.access) }))
    dialect.limitWork?.(tree, rules.schema)
    const accesses = reads.map(({ access }) => access)
    const draftContext = { gated, tree, reads, withOccurrences }
    const { statement, parameters, replaced } = await restrictReads(draftContext, texts, dialect, rules.schema)
    const filters = filtersOf(accesses)
    const candidate: QueryCandidate = {
      engine: dialect.engine,
      statement,
      parameters,
      tables: tablesOf(reads),
      filters,
    }
    const result = await seal(candidate, (sealed) => dialect.verify(sealed, rules, texts))
    const withNames = [...new Set(withOccurrences.map(({ to }) => folding.table(to)))]
    return { result, reads: accesses, withNames, rowFunctions: [...rowFunctions], replaced }
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return { result: { ok: false, refusal: error.refusal }, reads: [], withNames: [], rowFunctions: [], replaced: [] }
  }
}

const onlyQuery = (statements: readonly unknown[]): unknown => {
  const [statement, ...more] = statements
  if (statement === undefined || more.length > 0)
    throw finalRefusal('several_statements', 'Write exactly one SELECT statement.')
  const [form, content] = variant(statement)
  if (form !== 'Query') throw finalRefusal('not_a_select', 'Write exactly one SELECT statement.')
  return content
}

const tablesOf = (reads: readonly TableRead[]): readonly string[] => [
  ...new Set(reads.map(({ access }) => access.table.name)),
]
