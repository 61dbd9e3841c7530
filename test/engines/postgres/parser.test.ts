import { loadParser } from '../../../src/engines/postgres/language/parser.ts'

const TEXT = 'SELECT name FROM customers'

/** All objects and lists of a tree. */
const nodesOf = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(nodesOf)] : []

it('a rewritten PostgreSQL tree is not returned for its text again, not even to checks of the final text', async () => {
  const parser = await loadParser()
  const parsed = structuredClone(parser.parse(TEXT))
  for (const parseAgain of [() => parser.parse(TEXT), () => parser.parseFinal(TEXT)]) {
    for (const node of nodesOf(parser.parse(TEXT))) Reflect.set(node, 'added', true)
    expect(parseAgain()).toEqual(parsed)
  }
})

it('checks of one final text share a tree that none of them can change', async () => {
  const parser = await loadParser()
  const tree = parser.parseFinal(TEXT)
  expect(parser.parseFinal(TEXT)).toBe(tree)
  expect(nodesOf(tree).filter((node) => !Object.isFrozen(node))).toEqual([])
  expect(parser.parse(TEXT)).not.toBe(tree)
})
