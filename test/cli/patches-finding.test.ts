import { patchesFinding } from '../../src/cli/findings.ts'
import { PATCHES } from '../../src/platform/patches/index.ts'

const watchWorkflows = false

describe('the doctor finding about library patches', () => {
  it('lists each patched library with its version', () => {
    const { state, detail } = patchesFinding({ watchWorkflows })
    expect(state).toBe('found')
    for (const { library, triedWith } of PATCHES) expect(detail).toContain(`${library} ${triedWith}`)
  })

  it('describes the effect of a missing patch if the library has another version or is not installed', () => {
    const versionOf = (library: string) =>
      library === 'mysql2' ? undefined : library === 'mongodb' ? '7.9.0' : tried(library)
    const { state, detail } = patchesFinding({ watchWorkflows }, versionOf)
    expect(state).toBe('absent')
    expect(detail).toContain('off for mongodb 7.9.0, tested with 7.8.0: a process may not find a store again')
    expect(detail).toContain('off for mysql2 (not found)')
    expect(detail).toMatch(/^on for @temporalio\/worker .*, pgsql-deparser .*$/m)
  })

  it('names the setting that disables a patch', () => {
    const { detail } = patchesFinding({ watchWorkflows: true })
    expect(detail).toMatch(/^off for @temporalio\/worker: TABLETALK_WATCH_WORKFLOWS=true$/m)
  })
})

const tried = (library: string) => PATCHES.find((patch) => patch.library === library)?.triedWith
