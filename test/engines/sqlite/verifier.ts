import { ParsedTexts } from '../../../src/engines/sql/guard/parsed-texts.ts'
import { ParserPool } from '../../../src/engines/sql/parse/parser-pool.ts'
import { REWRITE_RULES } from '../../../src/engines/sqlite/guard/guard.ts'
import { verify } from '../../../src/engines/sqlite/verify/verify.ts'
import type { EngineVerifier } from '../contract/engine-adapter.ts'
import { weakenedSql } from '../contract/weakened-sql.ts'

/** The SQLite verifier with its own parser pool. */
export const sqliteVerifier = (): EngineVerifier => {
  const parser = new ParserPool('sqlite')
  const parse = (texts: readonly string[]) => parser.parse(texts, { organizationId: 1 })
  return {
    verify: (candidate, rules) => verify(candidate, rules, new ParsedTexts(parse, REWRITE_RULES)),
    weakened: weakenedSql,
    close: () => parser.close(),
  }
}
