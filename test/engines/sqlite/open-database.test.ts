import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { FileUnreachable, openDatabase } from '../../../src/engines/sqlite/connect/open-database.ts'

it('openDatabase rejects folders and devices', () => {
  const folder = mkdtempSync(`${tmpdir()}/tabletalk-`)
  for (const target of [folder, '/dev/null', '/dev/zero'])
    expect(() => openDatabase(target)).toThrow(new FileUnreachable('not a file'))
  rmSync(folder, { recursive: true })
})
