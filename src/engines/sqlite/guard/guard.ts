import { type Candidate, type GuardResult, seal } from '../../../domain/guard/guarded-query.ts'
import type { GuardRules } from '../../engine.ts'
import { type TableAccess, tableAccess } from '../../table-access.ts'
import { lexicalGate } from './lexical-gate.ts'
import { fold } from './names.ts'
import { parseStatements } from './parse.ts'
import { listOf, variant } from './raw-tree.ts'
import { readQuery } from './read-query.ts'
import { attack, Refused } from './refuse.ts'
import { resolve, type TableRead } from './resolve.ts'
import { type Restricted, restrictReads } from './restrict.ts'
import { verify } from './verify.ts'

/** A guarded query, and what the process that runs it must know beside the statement. */
export interface Guarded {
  readonly result: GuardResult
  readonly reads: readonly TableAccess[]
  readonly withNames: readonly string[]
  readonly replaced: Restricted['replaced']
}

/**
 * Turns a draft into a query that can only see the caller's rows, or refuses it: gate, parse, read by allow-list,
 * resolve every name, put a filtered sub-select in the place of every table, prove it, and have it verified.
 */
export const guardDraft = (draft: string, rules: GuardRules): Guarded => {
  try {
    const gated = lexicalGate(draft)
    if (!/^(SELECT|WITH)\b/i.test(gated.text)) throw attack('not_a_select', 'Write exactly one SELECT statement.')
    const statements = listOf(parseStatements(gated.parserText))
    const query = readQuery(onlyQuery(statements))
    const { reads, withNames } = resolve(query, visibleTables(rules))
    const restricted = restrictReads(gated, statements, reads)
    const { statement, parameters, replaced } = restricted
    const candidate: Candidate = { engine: 'sqlite', statement, parameters, tables: tablesOf(reads) }
    const result = seal(candidate, (sealed) => verify(sealed, rules))
    return { result, reads: reads.map(({ access }) => access), withNames, replaced }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { result: { ok: false, refusal: error.refusal }, reads: [], withNames: [], replaced: [] }
  }
}

const onlyQuery = (statements: readonly unknown[]): unknown => {
  const [statement, ...more] = statements
  if (statement === undefined || more.length > 0)
    throw attack('several_statements', 'Write exactly one SELECT statement.')
  const [form, content] = variant(statement)
  if (form !== 'Query') throw attack('not_a_select', 'Write exactly one SELECT statement.')
  return content
}

const visibleTables = (rules: GuardRules): ReadonlyMap<string, TableAccess> => {
  const accesses = rules.schema.tables.flatMap((table) => tableAccess(table, rules) ?? [])
  return new Map(accesses.map((access) => [fold(access.table.name), access]))
}

const tablesOf = (reads: readonly TableRead[]): readonly string[] => [
  ...new Set(reads.map(({ access }) => access.table.name)),
]
