import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { testTitles } from './support/test-titles.ts'

const root = path.join(import.meta.dirname, '..')
const document = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')

/** Rows with one or more tests as `file` and full title, separated by semicolons. */
const cells = document
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| | Test'))
  .map((line) => line.split('|').slice(1, -1))
const shown = cells.flatMap(([row = '', tests = '']) =>
  tests.split(/; (?=`test\/)/).map((test) => {
    const [, file = '', name = ''] = /^\s*`([^`]+)` (.*\S)\s*$/.exec(test) ?? []
    return [row.trim(), file, name] as const
  }),
)

const known = new Map<string, readonly string[]>()
const titlesOf = (file: string): readonly string[] => {
  const titles = known.get(file) ?? testTitles(readFileSync(path.join(root, file), 'utf8'))
  known.set(file, titles)
  return titles
}

describe('Specification row', () => {
  it('has two cells', () => {
    expect(cells.length).toBeGreaterThan(60)
    expect(cells.filter(({ length }) => length !== 2)).toEqual([])
  })

  it.each(shown)('%s: is covered by %s, %s', (_, file, name) => {
    expect(existsSync(path.join(root, file))).toBe(true)
    // The full title of exactly one test: a prefix may name another guarantee.
    expect(titlesOf(file).filter((title) => title === name)).toEqual([name])
  })
})

describe('testTitles', () => {
  it('reads full titles with placeholders and blocks, without skipped tests', () => {
    const source = `
      it('shows one thing', () => undefined)
      it.concurrent('shows another beside it', () => undefined)
      describe.each([1])('for %i', () => {
        it.each<[string]>([['a']])('shows %s: \`it\`', () => undefined)
        it.skip('is skipped', () => undefined)
      })
      const title = 'shows another'
      const text = ["it('is only text')"]
    `
    const titles = ['shows one thing', 'shows another beside it', 'shows %s: `it`', 'for %i › shows %s: `it`']
    expect(testTitles(source)).toEqual(titles)
  })
})
