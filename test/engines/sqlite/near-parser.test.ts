import { ParsedTexts } from '../../../src/engines/sql/guard/parsed-texts.ts'
import { parseInThread } from '../../../src/engines/sql/parse/in-thread-parser.ts'
import { REWRITE_RULES as SQLITE } from '../../../src/engines/sqlite/guard/guard.ts'
import { CHAINS } from './hostile-shapes.ts'

/** Far from light: the parser dies of it, here as elsewhere. */
const trap = (seed: number): string => `${CHAINS.plus?.(3_000)} + ${seed}`

const TREE = { kind: 'tree', tree: [expect.anything()] }

it.each(['sqlite', 'mysql'] as const)(
  'a parser of this thread that traps is replaced by a fresh one: %s',
  async (dialect) => {
    expect(await parseInThread('SELECT 1 AS before', dialect)).toEqual(TREE)
    for (const seed of [1, 2, 3]) {
      expect(await parseInThread(trap(seed), dialect)).toBeUndefined()
      expect(await parseInThread(`SELECT ${seed} AS after`, dialect)).toEqual(TREE)
    }
  },
)

it('texts that waited for the parser beside one that broke it get a fresh one', async () => {
  const texts = ['SELECT 1 AS first', trap(4), 'SELECT 1 AS second', 'SELECT FROM', trap(5), 'SELECT 1 AS third']
  const parsed = await Promise.all(texts.map((text) => parseInThread(text, 'sqlite')))
  expect(parsed.map((one) => one?.kind)).toEqual(['tree', undefined, 'tree', 'syntax', undefined, 'tree'])
})

it('a parser that breaks again and again leaves all texts to the threads', async () => {
  for (let seed = 10; seed < 40; seed++) expect(await parseInThread(trap(seed), 'sqlite')).toBeUndefined()
  expect(await parseInThread('SELECT 1 AS late', 'sqlite')).toBeUndefined()
})

it('a light text is none of the threads’ business, and one that the parser here is lost to is', async () => {
  const asked: string[] = []
  const parse = async (texts: readonly string[]) => {
    asked.push(...texts)
    if (texts.length === 0) throw new Error('asked for nothing')
    return texts.map(() => ({ kind: 'tree', tree: ['by a thread'] }) as const)
  }
  const texts = () => new ParsedTexts(parse, SQLITE)
  const [light, other] = [SQLITE.gate.draft('SELECT 1 AS light'), SQLITE.gate.draft('SELECT 2 AS other')]
  // The parser of this thread is lost for good by now.
  expect(await texts().trees({ ...light, isLight: false }, other)).toEqual([['by a thread'], ['by a thread']])
  expect(asked).toEqual([light.parserText, other.parserText])
  const again = texts()
  await again.trees(light)
  await again.trees(light)
  expect(asked.length).toBe(3)
})
