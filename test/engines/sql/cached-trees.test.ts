import { parseInThread } from '../../../src/engines/sql/parse/in-thread-parser.ts'
import type { ParsedText } from '../../../src/engines/sql/parse/parser.ts'

const parse = (text: string, dialect: 'sqlite' | 'mysql' = 'sqlite') => parseInThread(text, dialect)

const cached = async (text: string): Promise<ParsedText | undefined> => {
  await parse(text)
  return await parse(text)
}

/** All objects and lists of a tree. */
const nodesOf = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(nodesOf)] : []

it('parseInThread shares the result of a recurring text, frozen in every node', async () => {
  const text = "SELECT a, SUM(b) FROM t WHERE c = 'x' GROUP BY a"
  const tree = await cached(text)
  expect(await parse(text)).toBe(tree)
  expect(nodesOf(tree).length).toBeGreaterThan(20)
  expect(nodesOf(tree).filter((node) => !Object.isFrozen(node))).toEqual([])
})

it('a call that tries to change a shared tree fails, and the next call gets the parsed tree', async () => {
  const text = 'SELECT b FROM t'
  const first = structuredClone(await parse(text))
  const shared = await cached(text)
  for (const node of nodesOf(shared)) {
    expect(Reflect.set(node, 'added', true)).toBe(false)
    for (const key of Object.keys(node)) expect(Reflect.set(node, key, 'changed')).toBe(false)
  }
  expect(await parse(text)).toEqual(first)
})

it('a call that changes the tree of a text that occurs for the first time does not change the tree of the next call', async () => {
  const text = 'SELECT c FROM t'
  const first = await parse(text)
  const before = structuredClone(first)
  for (const node of nodesOf(first)) Reflect.set(node, 'added', true)
  expect(await parse(text)).toEqual(before)
})

it('parseInThread caches a text for its dialect only', async () => {
  const text = 'SELECT `a b` FROM t LIMIT 1, 2'
  const sqlite = await cached(text)
  const mysql = await parse(text, 'mysql')
  expect(mysql).not.toBe(sqlite)
  expect(await parse(text)).toBe(sqlite)
})

it('parseInThread shares the syntax error of a recurring text', async () => {
  const text = 'SELECT FROM WHERE'
  expect(await cached(text)).toMatchObject({ kind: 'syntax' })
  expect(await parse(text)).toBe(await parse(text))
})

it('parseInThread does not cache a text with an unusually large tree', async () => {
  const text = `SELECT ${Array.from({ length: 6_000 }, () => '1').join()}`
  expect(await cached(text)).toMatchObject({ kind: 'tree' })
  expect(await parse(text)).not.toBe(await parse(text))
})
