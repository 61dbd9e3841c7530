import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../src/config.ts'
import { acquireHome } from '../../src/local/home/acquire-home.ts'
import { silentProgress } from '../../src/local/progress.ts'
import { startLocal } from '../../src/local/start-local.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'tabletalk-start-local-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe.each([
  { servers: 'a store that it starts', mongoUri: undefined },
  { servers: 'servers that the settings name', mongoUri: 'mongodb://127.0.0.1:1/named' },
])('startLocal with $servers', ({ mongoUri }) => {
  it('says once that every server is launched, before it waits for their response', async () => {
    const said: string[] = []
    const settings = {
      cache: readConfig().cache,
      host: '127.0.0.1',
      port: 0,
      codecSecret: undefined,
      temporal: { address: '127.0.0.1:1', ui: undefined },
      mongoUri,
    }
    const locked = await acquireHome(home, { secret: undefined, progress: silentProgress })
    const local = await startLocal(locked, settings, {
      progress: silentProgress,
      onLaunched: () => said.push('launched'),
    })
    said.push('started')
    await local.stop()
    await locked.release()
    expect(said).toEqual(['launched', 'started'])
  })
})
