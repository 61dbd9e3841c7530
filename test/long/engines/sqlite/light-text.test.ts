import { REWRITE_RULES as MYSQL } from '../../../../src/engines/mysql/guard/guard.ts'
import { RefusalError } from '../../../../src/engines/shared/refuse.ts'
import { Parser } from '../../../../src/engines/sql/parse/parser.ts'
import { REWRITE_RULES as SQLITE } from '../../../../src/engines/sqlite/guard/guard.ts'
import { QUERIES as MYSQL_QUERIES } from '../../../engines/mysql/oracle-queries.ts'
import { CHAINS, NESTINGS, type Shape } from '../../../engines/sqlite/hostile-shapes.ts'
import { QUERIES } from '../../../engines/sqlite/oracle-queries.ts'
import { HOLD_MS_MAX, threadCostMs } from '../../../support/cost.ts'

/** Constructs at which the parser backtracks and reads what follows again. */
const BACKTRACKING: Readonly<Record<string, Shape>> = Object.fromEntries(
  [
    'INTERVAL ',
    'CASE ',
    'CAST(',
    'INTERVAL CASE (',
    'CAST(CASE (',
    'INTERVAL x (',
    'CASE WHEN CASE (',
    'CAST(x (',
  ].flatMap((link) =>
    ['', ')', ' THEN 1 END)'].map((end): [string, Shape] => [
      `${link}…${end}`,
      (count) => `SELECT ${link.repeat(count)}1${end.repeat(count)}`,
    ]),
  ),
)

const COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 40, 60, 80, 100, 150, 190, 200, 300, 400, 700, 1_000, 1_400]

/** Texts of a shape that are light, so that the main thread parses them. */
const lightTexts = (shape: Shape, { gate }: typeof SQLITE): readonly string[] =>
  COUNTS.flatMap((count) => {
    try {
      const { isLight, parserText } = gate.statement(shape(count))
      return isLight ? [parserText] : []
    } catch (error) {
      if (error instanceof RefusalError) return []
      throw error
    }
  })

let parser: Parser
beforeAll(async () => {
  parser = await Parser.create()
})

describe.each([SQLITE, MYSQL])('Light draft of $engine', (dialect) => {
  it.each(Object.entries({ ...CHAINS, ...NESTINGS, ...BACKTRACKING }))(
    `is parsed in less than ${HOLD_MS_MAX} ms: %s`,
    async (_, shape) => {
      for (const text of lightTexts(shape, dialect)) {
        expect(parser.parse(text, dialect.engine)).toBeDefined()
        expect(await threadCostMs(() => parser.parse(text, dialect.engine), 2)).toBeLessThan(HOLD_MS_MAX)
      }
    },
  )

  it('includes at least 98 % of valid queries', () => {
    const valid = dialect === MYSQL ? MYSQL_QUERIES : QUERIES
    const heavy = valid.filter((query) => !dialect.gate.draft(query).isLight)
    expect(heavy.length).toBeLessThanOrEqual(valid.length * 0.02)
  })
})
