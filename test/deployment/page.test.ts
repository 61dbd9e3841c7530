import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { isAsShown, readPage } from '../../tools/deployment/page/read-page.ts'
import { sessionOf } from '../../tools/deployment/page/session.ts'

const TOOLS = path.join(import.meta.dirname, '../../tools/deployment/page')
const blocks = readPage(await readFile(path.join(import.meta.dirname, '../../docs/deployment.md'), 'utf8'))

describe('docs/deployment.md', () => {
  it('is parsed into blocks of commands in order, each with the output that the page shows', () => {
    const page = [
      '## One',
      '1. Do',
      '   ```sh',
      "   a 'b'",
      '   ```',
      '   ```json',
      '   {"a":…',
      '   ```',
      '## Two',
      '```console\n$ kubectl get\n```',
      '```text\nof kubectl\n```',
      '```console busy\n$ c \\\n    d\nanswer\n$ e\n```',
    ].join('\n')
    expect(readPage(page)).toEqual([
      { section: 'One', commands: "a 'b'", word: undefined, shown: '{"a":…' },
      { section: 'Two', commands: 'c \\\n    d\ne', word: 'busy', shown: undefined },
    ])
  })

  it('is a valid bash session, and each keyword has functions to run before and after it', async () => {
    expect(blocks.length).toBeGreaterThan(15)
    await execa('bash', ['-n'], { input: sessionOf(blocks, '/answers') })
    const prelude = await readFile(path.join(TOOLS, 'prelude.sh'), 'utf8')
    for (const word of new Set(blocks.flatMap(({ word }) => word ?? [])))
      for (const when of ['before', 'after']) expect(prelude).toContain(`\n${when}_${word}() {`)
  })

  it.each([
    ['{"a":1,…', '{"a":1,"b":2}\n', true],
    ['{"a":1,…', '{"a":2,"b":1}', false],
    ['a … c', 'a b c', true],
    ['a … c', 'a b c d', false],
    ['a', 'ab', false],
  ])('shows %s for the output %s: match is %s', (shown, output, expected) =>
    expect(isAsShown(shown, output)).toBe(expected),
  )
})
