import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { FileUnreachable, openDatabase } from '../../../src/engines/sqlite/connect/open-database.ts'

it('nothing but a file is opened: no folder, and no device, which may give bytes for ever or none', () => {
  const folder = mkdtempSync(`${tmpdir()}/tabletalk-`)
  for (const place of [folder, '/dev/null', '/dev/zero'])
    expect(() => openDatabase(place)).toThrow(new FileUnreachable('not a file'))
  rmSync(folder, { recursive: true })
})
