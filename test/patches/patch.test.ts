import { readdirSync } from 'node:fs'
import path from 'node:path'
import { PATCHES } from '../../src/platform/patches/index.ts'
import { installedVersion, isApplicable } from '../../src/platform/patches/patch.ts'

describe('Library patch', () => {
  it('applies only to the version that it was tested with', () => {
    const patch = { library: 'mongodb', triedWith: '7.8.0' }
    expect(isApplicable(patch, '7.8.0')).toBe(true)
    expect(['7.8.1', '7.9.0', '7.8.0-beta', ''].filter((version) => isApplicable(patch, version))).toEqual([])
  })

  it('does not apply if its library is not installed', () => {
    expect(installedVersion('no-such-library')).toBeUndefined()
    expect(isApplicable({ library: 'no-such-library', triedWith: '1.0.0' })).toBe(false)
  })

  it.each(PATCHES)(
    'of $library was tested with the installed version',
    ({ library, triedWith, upstream, withoutPatch }) => {
      expect(installedVersion(library)).toBe(triedWith)
      expect(upstream).toMatch(/^https:\/\/|not asked for: /)
      expect(withoutPatch).not.toBe('')
    },
  )

  it('has a test file', () => {
    const files = readdirSync(path.join(import.meta.dirname, '../../src/platform/patches'))
    const patches = files.filter((name) => !/^(index|patch|temporal-workflow-thread)\.ts$|\.d\.ts$/.test(name))
    expect(patches).toHaveLength(PATCHES.length)
    const tests = readdirSync(import.meta.dirname)
    expect(tests).toEqual(expect.arrayContaining(patches.map((name) => name.replace('.ts', '.test.ts'))))
  })
})
