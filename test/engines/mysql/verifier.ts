import { REWRITE_RULES } from '../../../src/engines/mysql/guard/guard.ts'
import { verify } from '../../../src/engines/mysql/verify/verify.ts'
import { ParsedTexts } from '../../../src/engines/sql/guard/parsed-texts.ts'
import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import type { EngineVerifier } from '../contract/engine-adapter.ts'
import { type Weakened, weakenedSql } from '../contract/weakened-sql.ts'

/** The verifier of MySQL, with parsers of its own. */
export const mysqlVerifier = (): EngineVerifier => {
  const parser = new ParserPool('mysql')
  const parse = (texts: readonly string[]) => parser.parse(texts, { organizationId: 1 })
  return {
    verify: (candidate, rules) => verify(candidate, rules, new ParsedTexts(parse, REWRITE_RULES)),
    weakened: (statement) => [...weakenedSql(statement), ...withoutLetters(statement)],
    close: () => parser.close(),
  }
}

/** The mark beside the plain comparison, by which texts are told apart that a collation takes for the same. */
const LETTERS =
  / AND CAST\(CONVERT\(`(?:[^`]|``)*` USING utf8mb4\) AS BINARY\) = CAST\(CONVERT\(\? USING utf8mb4\) AS BINARY\)/g

/** Each of those marks gone, one at a time. */
const withoutLetters = (statement: string): readonly Weakened[] =>
  [...statement.matchAll(LETTERS)].map(({ 0: mark, index }) => ({
    how: 'letters are gone',
    statement: statement.slice(0, index) + statement.slice(index + mark.length),
  }))
