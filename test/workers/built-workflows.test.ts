import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BUNDLED_FOLDERS, builtWorkflows, keepWorkflows, mayBeBundled } from '../../workers/built-workflows.ts'
import { bundleSources } from '../../workers/bundle-workflows.ts'
import { testBundle } from '../support/test-servers.ts'

const ROOT = path.join(import.meta.dirname, '../..')

let copy: string
beforeEach(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'tabletalk-built-'))
  for (const part of [...BUNDLED_FOLDERS, 'package-lock.json'])
    await cp(path.join(ROOT, part), path.join(copy, part), { recursive: true })
})
afterEach(() => rm(copy, { recursive: true, force: true }))

/** @returns the files of this repository in the source map at the end of a bundle */
const sourcesOf = (code: string): readonly string[] => {
  const [, map = ''] = /sourceMappingURL=data:application\/json;charset=utf-8;base64,([\w+/=]+)\s*$/.exec(code) ?? []
  const { sources }: ReturnType<typeof JSON.parse> = JSON.parse(Buffer.from(map, 'base64').toString())
  return sources.filter((file: string) => file.startsWith(ROOT) && !file.includes('node_modules'))
}

describe('the stored workflow bundle', () => {
  it('is used only while its sources and the lock file are unchanged', async () => {
    expect(await builtWorkflows(copy)).toBeUndefined()
    await keepWorkflows({ code: 'the code' }, copy)
    expect(await builtWorkflows(copy)).toEqual({ code: 'the code' })
    for (const file of ['workflows/index.ts', 'src/platform/problems/problem.ts', 'package-lock.json']) {
      const text = await readFile(path.join(copy, file), 'utf8')
      await writeFile(path.join(copy, file), `${text} `)
      expect([file, await builtWorkflows(copy)]).toEqual([file, undefined])
      await writeFile(path.join(copy, file), text)
    }
    expect(await builtWorkflows(copy)).toEqual({ code: 'the code' })
    await writeFile(path.join(copy, 'workflows/another.ts'), '')
    expect(await builtWorkflows(copy)).toBeUndefined()
  })

  it('is ignored if its file is truncated', async () => {
    await truncate(await keepWorkflows({ code: 'the code' }, copy), 40)
    expect(await builtWorkflows(copy)).toBeUndefined()
  })

  it('contains only files of folders that are checked for changes', async () => {
    const { code } = await testBundle()
    const files = sourcesOf(code).map((file) => path.relative(ROOT, file))
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => !mayBeBundled(file))).toEqual([])
  })
})

describe('bundleSources', () => {
  it('reports the file and the reason of a failed bundle', async () => {
    await writeFile(path.join(copy, 'workflows/bad.ts'), "import './nowhere.ts'\n")
    await expect(bundleSources(path.join(copy, 'workflows/bad.ts'))).rejects.toThrow(
      /could not be bundled: .*bad\.ts.*Can't resolve '\.\/nowhere\.ts'.*\n.*npm run bundle/,
    )
  })
})
