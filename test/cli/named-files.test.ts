import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectionFailure } from '../../src/cli/connection-failure.ts'
import { parseJson } from '../../src/cli/parse-json.ts'
import { readJsonFile } from '../../src/cli/text-files.ts'
import { Problem } from '../../src/platform/problems/problem.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'named-files-'))
  await mkdir(path.join(folder, 'dir'))
  await writeFile(path.join(folder, 'words.json'), '{"a":\n  hello}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('readJsonFile', () => {
  it.each([
    ['is missing', 'no.json', /^There is no .*no\.json\.$/],
    ['is a folder', 'dir', /dir is a folder, not a file\.$/],
    ['has a file as parent', 'words.json/x', /^There is no .*words\.json\/x: part of its path is a file/],
    [
      'is not JSON',
      'words.json',
      /words\.json: This is not JSON: line 2, column 3: a word other than true, false or null/,
    ],
  ])('names the path and the reason when the file %s', async (_, name, expected) => {
    await expect(readJsonFile(path.join(folder, name), (value) => value)).rejects.toThrow(expected)
  })
})

describe('parseJson', () => {
  it.each([
    ['', 'it is empty'],
    ['{"version": 1,', 'line 1, column 15: '],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: a comma is expected'],
    ['[1,]', 'line 1, column 4: a value is expected'],
    ["{'a': 1}", 'line 1, column 2: '],
    ['{"a": 1} // why', 'line 1, column 10: JSON has no comments'],
    ['{"a": 1} {}', 'line 1, column 10: unexpected text after the end'],
    ['{"a": "x\n"}', 'line 1, column 7: a string has no closing quote'],
    ['{"a": tru}', 'line 1, column 7: a word other than true, false or null'],
    ['['.repeat(1_000_000), 'it is nested too deeply'],
  ])('refuses %.20j with the position of its first error', (text, expected) => {
    expect(() => parseJson(text)).toThrow(`This is not JSON: ${expected}`)
  })

  it('accepts a byte order mark before valid JSON', () => {
    expect(parseJson('\ufeff{"a": 1}')).toEqual({ a: 1 })
  })
})

describe('connectionFailure', () => {
  const unreachable = new Problem('database_unreachable', { message: 'Nothing listens.' })
  const shown = async (address: string): Promise<string> => {
    const engine = { addresses: { schemes: [], areFiles: address.startsWith('sqlite:') } }
    const error = await connectionFailure({ engine, address }, unreachable)
    return error instanceof Error ? error.message : ''
  }

  it('names the file of an SQLite address', async () => {
    for (const [name, expected] of [
      ['no.db', 'There is no'],
      ['dir', 'is a folder'],
      ['words.json', 'is not a readable database'],
    ] as const)
      for (const address of [`sqlite:${folder}/${name}`, `sqlite://${folder}/${name}`]) {
        const text = await shown(address)
        expect(text).toContain(`${folder}/${name}`)
        expect(text).toMatch(new RegExp(`${expected}.*\\(CONNECTION_FAILED\\)$`))
      }
  })

  it('names only the hosts of a server address', async () => {
    expect(await shown('mongodb://me:se@cret@one:1,two/shop?password=x')).toBe(
      'Nothing listens. Address: one:1,two. (CONNECTION_FAILED)',
    )
  })
})
