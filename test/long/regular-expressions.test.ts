import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { parseSync } from '@swc/core'
import { check } from 'recheck'

const ROOT = path.join(import.meta.dirname, '../..')

/** Files that construct expressions, from literals in the file and no external input. */
const CONSTRUCTING_FILES = [
  'src/planner/builtin/say/unanswerable.ts',
  'src/planner/builtin/words/small-talk.ts',
  'src/planner/model/number-tokens.ts',
  'src/planner/model/numerals.ts',
]

interface Expression {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Every part of a syntax tree. */
function* partsOf(tree: unknown): Generator<Record<string, unknown>> {
  if (!isRecord(tree)) return
  yield tree
  for (const part of Object.values(tree)) yield* partsOf(part)
}

const files = ['src', 'activities', 'workflows', 'workers'].flatMap((top) =>
  readdirSync(path.join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(top, name)),
)

const parts = files.flatMap((file) => {
  const tree: unknown = parseSync(readFileSync(path.join(ROOT, file), 'utf8'), { syntax: 'typescript' })
  return [...partsOf(tree)].map((part) => ({ file, part }))
})

const literals = parts.flatMap(({ file, part }): Expression[] =>
  part.type === 'RegExpLiteral' ? [{ file, pattern: String(part.pattern), flags: String(part.flags) }] : [],
)

/** Files that call the constructor, with or without `new`. */
const constructing = parts.flatMap(({ file, part }) =>
  (part.type === 'NewExpression' || part.type === 'CallExpression') &&
  isRecord(part.callee) &&
  part.callee.value === 'RegExp'
    ? [file]
    : [],
)

/** Seeded, so that results repeat; an expression that is undecided at the timeout counts as safe. */
const isHarmful = async ({ pattern, flags }: Expression): Promise<boolean> => {
  const { status } = await check(pattern, flags, {
    randomSeed: 7,
    timeout: 20_000,
    attackTimeout: null,
    incubationTimeout: null,
  })
  return status === 'vulnerable'
}

describe('Regular expressions', () => {
  it('S34: have no superlinear matching time', async () => {
    expect(literals.length).toBeGreaterThan(200)
    const open = [...new Map(literals.map((one) => [`${one.file} /${one.pattern}/${one.flags}`, one]))]
    const harmful: string[] = []
    const next = async (): Promise<void> => {
      for (let one = open.pop(); one !== undefined; one = open.pop()) if (await isHarmful(one[1])) harmful.push(one[0])
    }
    await Promise.all([next(), next()])
    expect(harmful).toEqual([])
  }, 300_000)

  it('are constructed only in listed files', () => {
    expect([...new Set(constructing)].filter((file) => !CONSTRUCTING_FILES.includes(file))).toEqual([])
  })
})
