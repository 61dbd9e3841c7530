import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from '@swc/core'

const ROOT = path.join(import.meta.dirname, '..')

/** They leave open who acts: a comment names the caller, the user, the process or the worker. */
const VAGUE = ['nobody', 'somebody', 'anybody', 'whoever', 'whomever', 'whatever', 'told', 'untold']
/** Words that this product once used for things that the field has terms for. */
const PRIVATE = ['leaving', 'mendable', 'patience', 'shelf', 'unlooked', 'welcome', 'wish']

interface Span {
  readonly start: number
  readonly end: number
}

interface Node {
  readonly type?: string
  readonly span?: Span
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** What is data in code: its words are those of questions, statements, prompts and messages. */
const DATA = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText'])
const TITLED = /^(?:describe|it|test)\b/

const isTitled = (node: Node, text: (span: Span) => string): boolean =>
  node.type === 'CallExpression' &&
  isNode(node.callee) &&
  node.callee.span !== undefined &&
  TITLED.test(text(node.callee.span))

/** Spans of `node` that are data; the titles of tests are none. */
const dataSpans = (node: unknown, text: (span: Span) => string): readonly Span[] => {
  if (Array.isArray(node)) return node.flatMap((one) => dataSpans(one, text))
  if (!isNode(node)) return []
  if (node.type !== undefined && DATA.has(node.type)) return node.span === undefined ? [] : [node.span]
  const parts = Object.entries(node).map(([key, value]) =>
    key === 'arguments' && isTitled(node, text) && Array.isArray(value) ? value.slice(1) : value,
  )
  return parts.flatMap((part) => dataSpans(part, text))
}

/** Identifiers, comments and titles of tests of a file: its text without what is data. */
const proseOf = (file: string): string => {
  const bytes = readFileSync(path.join(ROOT, file))
  // Positions go on from one parsed file to the next: an empty one tells where this one begins.
  const base = parseSync('', { syntax: 'typescript' }).span.end
  const parsed = parseSync(bytes.toString('utf8'), { syntax: 'typescript', tsx: file.endsWith('.tsx') })
  const text = ({ start, end }: Span): string => bytes.subarray(start - base, end - base).toString('utf8')
  for (const { start, end } of dataSpans(parsed.body, text)) bytes.fill(' ', start - base, end - base)
  return bytes.toString('utf8')
}

/** Words of identifiers of every case, and of sentences. */
const wordsOf = (prose: string): ReadonlySet<string> =>
  new Set(
    prose
      .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g),
  )

const FILES = globSync(
  '{src,activities,workflows,workers,demo,web/src,clients/typescript/src,bench,test}/**/*.{ts,tsx}',
  { cwd: ROOT },
)

describe('identifiers, comments and titles of tests are written in the terms of the field', () => {
  it.each([...VAGUE, ...PRIVATE])('and none has the word "%s"', (word) => {
    expect(files.filter(({ words }) => words.has(word)).map(({ file }) => file)).toEqual([])
  })
  const files = FILES.filter((file) => file !== 'test/words.test.ts').map((file) => ({
    file,
    words: wordsOf(`${proseOf(file)} ${file}`),
  }))
})
