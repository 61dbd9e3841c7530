import { builtDatabase } from '../../bench/questions/built-database.ts'
import { calibrationOf } from '../../bench/questions/calibration.ts'
import type { Line } from '../../bench/questions/file-bench.ts'
import { askUnseen, UNSEEN_SETS, type UnseenSet, unseenFile } from '../../bench/questions/report-unseen.ts'
import type { Glossary } from '../../src/ask/rules/glossary.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'

/** A glossary of made-up words for every table and column of a database. */
const nonsenseFor = async (set: UnseenSet): Promise<Glossary> => {
  const database = builtDatabase(unseenFile(set))
  const engine = sqliteEngine()
  const schema = await engine.describe(`sqlite:${database.file}`, new AbortController().signal)
  await engine.close()
  database.remove()
  const columns = schema.tables.flatMap(({ name: table, columns }) =>
    columns.map(({ name }) => ({ table, column: name })),
  )
  return {
    tables: schema.tables.map(({ name: table }) => ({ table, synonyms: ['grue', 'plugh xyzzy'] })),
    columns: columns.map((column) => ({ ...column, synonyms: ['quendor', 'frobozz magic'] })),
    phrases: columns.flatMap(({ table, column }) => [
      { phrase: 'gnusto', table, filter: { column, op: '=' as const, value: 'x' } },
      { phrase: 'rezrov', table, filter: { column, op: '>' as const, value: 3 } },
      { phrase: 'frotz', table, measure: { aggregate: 'count' as const, column } },
    ]),
  }
}

describe('Built-in planner on databases without a glossary', () => {
  const lines: Line[] = []
  const withNonsense: Line[] = []
  beforeAll(async () => {
    for (const set of UNSEEN_SETS) {
      lines.push(...(await askUnseen(set)).map(({ line }) => line))
      withNonsense.push(...(await askUnseen(set, await nonsenseFor(set))).map(({ line }) => line))
    }
  }, 240_000)

  const count = (verdict: Line['verdict']) => lines.filter((line) => line.verdict === verdict).length

  it('answers at least 40 % right and at most 2 % wrong, and reaches 75 % with offered readings', () => {
    const offered = lines.filter(({ choices = [] }) => choices.some(({ verdict }) => verdict === 'right')).length
    expect(count('right') / lines.length).toBeGreaterThanOrEqual(0.4)
    expect(count('wrong') / lines.length).toBeLessThanOrEqual(0.02)
    expect((count('right') + offered) / lines.length).toBeGreaterThanOrEqual(0.75)
    expect(count('failed')).toBe(0)
  })

  it('gives the same answers with a glossary of words that no question uses', () => {
    // Clarifications are not compared: tables that a glossary describes are joined without asking.
    const described = new Map(withNonsense.map((line) => [line.id, line]))
    const answers = lines.flatMap((line) => (line.mode === 'query' ? [[line, described.get(line.id)] as const] : []))
    expect(answers.length).toBeGreaterThan(0)
    for (const [{ query, rows }, other] of answers) expect({ ...other }).toMatchObject({ query, rows })
  })

  it('is right at most 10 percentage points less often than its confidence, in bands of at least 30 answers', () => {
    const bands = calibrationOf(lines.filter(({ mode }) => mode === 'query')).filter(({ answers }) => answers >= 30)
    expect(bands.length).toBeGreaterThan(0)
    for (const { meanConfidence, right } of bands) expect(right).toBeGreaterThanOrEqual(meanConfidence - 0.1)
  })
})
