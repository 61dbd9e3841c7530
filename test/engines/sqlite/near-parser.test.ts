import { ParsedTexts } from '../../../src/engines/sql/guard/parsed-texts.ts'
import { parseInThread } from '../../../src/engines/sql/parse/in-thread-parser.ts'
import { REWRITE_RULES as SQLITE } from '../../../src/engines/sqlite/guard/guard.ts'
import { CHAINS } from './hostile-shapes.ts'

/** A text that traps the parser. */
const trap = (seed: number): string => `${CHAINS.plus?.(3_000)} + ${seed}`

const TREE = { kind: 'tree', tree: [expect.anything()] }

it.each(['sqlite', 'mysql'] as const)('an in-thread %s parser that traps is replaced', async (dialect) => {
  expect(await parseInThread('SELECT 1 AS before', dialect)).toEqual(TREE)
  for (const seed of [1, 2, 3]) {
    expect(await parseInThread(trap(seed), dialect)).toBeUndefined()
    expect(await parseInThread(`SELECT ${seed} AS after`, dialect)).toEqual(TREE)
  }
})

it('texts queued behind a text that traps the in-thread parser are parsed by its replacement', async () => {
  const texts = ['SELECT 1 AS first', trap(4), 'SELECT 1 AS second', 'SELECT FROM', trap(5), 'SELECT 1 AS third']
  const parsed = await Promise.all(texts.map((text) => parseInThread(text, 'sqlite')))
  expect(parsed.map((one) => one?.kind)).toEqual(['tree', undefined, 'tree', 'syntax', undefined, 'tree'])
})

it('an in-thread parser that traps repeatedly is disabled', async () => {
  for (let seed = 10; seed < 40; seed++) expect(await parseInThread(trap(seed), 'sqlite')).toBeUndefined()
  expect(await parseInThread('SELECT 1 AS late', 'sqlite')).toBeUndefined()
})

it('ParsedTexts sends texts to parser threads once the in-thread parser is disabled, and caches their trees', async () => {
  const sent: string[] = []
  const parse = async (texts: readonly string[]) => {
    sent.push(...texts)
    if (texts.length === 0) throw new Error('called without texts')
    return texts.map(() => ({ kind: 'tree', tree: ['by a thread'] }) as const)
  }
  const texts = () => new ParsedTexts(parse, SQLITE)
  const [light, other] = [SQLITE.gate.draft('SELECT 1 AS light'), SQLITE.gate.draft('SELECT 2 AS other')]
  // The previous test has disabled the in-thread parser.
  expect(await texts().trees({ ...light, isLight: false }, other)).toEqual([['by a thread'], ['by a thread']])
  expect(sent).toEqual([light.parserText, other.parserText])
  const again = texts()
  await again.trees(light)
  await again.trees(light)
  expect(sent.length).toBe(3)
})
