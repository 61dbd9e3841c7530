import { REWRITE_RULES } from '../../../src/engines/mysql/guard/guard.ts'
import { verify } from '../../../src/engines/mysql/verify/verify.ts'
import { ParsedTexts } from '../../../src/engines/sql/guard/parsed-texts.ts'
import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import type { EngineVerifier } from '../contract/engine-adapter.ts'
import { type Weakened, weakenedSql } from '../contract/weakened-sql.ts'

/** The MySQL verifier with its own parsers. */
export const mysqlVerifier = (): EngineVerifier => {
  const parser = new ParserPool('mysql')
  const parse = (texts: readonly string[]) => parser.parse(texts, { organizationId: 1 })
  return {
    verify: (candidate, rules) => verify(candidate, rules, new ParsedTexts(parse, REWRITE_RULES)),
    weakened: (statement) => [...weakenedSql(statement), ...withoutBinaryComparison(statement)],
    close: () => parser.close(),
  }
}

/** The binary comparison beside the plain one: it distinguishes texts that are equal in a collation. */
const BINARY_COMPARISON =
  / AND CAST\(CONVERT\(`(?:[^`]|``)*` USING utf8mb4\) AS BINARY\) = CAST\(CONVERT\(\? USING utf8mb4\) AS BINARY\)/g

/** Removes one binary comparison at a time. */
const withoutBinaryComparison = (statement: string): readonly Weakened[] =>
  [...statement.matchAll(BINARY_COMPARISON)].map(({ 0: comparison, index }) => ({
    how: 'a binary comparison is removed',
    statement: statement.slice(0, index) + statement.slice(index + comparison.length),
  }))
