import { readdirSync } from 'node:fs'
import path from 'node:path'
import { PATCHES } from '../../src/platform/patches/index.ts'
import { installedVersion, isApplicable } from '../../src/platform/patches/patch.ts'

describe('a patch', () => {
  it('is on for the version that it was tried with, and for no other', () => {
    const patch = { library: 'mongodb', triedWith: '7.8.0' }
    expect(isApplicable(patch, '7.8.0')).toBe(true)
    expect(['7.8.1', '7.9.0', '7.8.0-beta', ''].filter((version) => isApplicable(patch, version))).toEqual([])
  })

  it('is off where its library is not installed', () => {
    expect(installedVersion('no-such-library')).toBeUndefined()
    expect(isApplicable({ library: 'no-such-library', triedWith: '1.0.0' })).toBe(false)
  })

  it.each(PATCHES)('of $library was tried with what is installed', ({ library, triedWith, upstream, withoutPatch }) => {
    expect(installedVersion(library)).toBe(triedWith)
    expect(upstream).toMatch(/^https:\/\/|not asked for: /)
    expect(withoutPatch).not.toBe('')
  })

  it('has a test of its own', () => {
    const files = readdirSync(path.join(import.meta.dirname, '../../src/platform/patches'))
    const patches = files.filter((name) => !/^(index|patch|temporal-workflow-thread)\.ts$|\.d\.ts$/.test(name))
    expect(patches).toHaveLength(PATCHES.length)
    const tests = readdirSync(import.meta.dirname)
    expect(tests).toEqual(expect.arrayContaining(patches.map((name) => name.replace('.ts', '.test.ts'))))
  })
})
