import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const document = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')

/** `file` and the beginning of a test's name, several of them separated by semicolons. */
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

describe('every row of the specification', () => {
  it('is a row of two cells', () => {
    expect(cells.length).toBeGreaterThan(60)
    expect(cells.filter(({ length }) => length !== 2)).toEqual([])
  })

  it.each(shown)('%s: shown by %s, %s', (_, file, name) => {
    expect(existsSync(path.join(root, file))).toBe(true)
    const suite = readFileSync(path.join(root, file), 'utf8')
    expect(["'", '"', '`'].some((quote) => suite.includes(`${quote}${name}`))).toBe(true)
  })
})
