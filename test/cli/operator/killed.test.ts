import path from 'node:path'
import { jest } from '@jest/globals'
import { execa } from 'execa'
import { SECRET } from '../../support/platform.ts'
import { type StoreWire, storeWire } from '../../support/store-wire.ts'
import { type OperatorBench, operatorBench } from './command.ts'
import { crmFile } from './crm-file.ts'

/** The machine may be busy. */
jest.setTimeout(240_000)

const MAIN = path.resolve(import.meta.dirname, '../../../src/cli/main.ts')

let bench: OperatorBench
let wire: StoreWire
beforeAll(async () => {
  bench = await operatorBench()
  wire = await storeWire(bench.platform.env.MONGODB_URI ?? '')
})
afterAll(async () => {
  await bench.close()
  await wire.close()
})

const begin = (words: readonly string[]) => {
  const env = {
    TABLETALK_HOME: '/nowhere',
    MONGODB_URI: wire.mongoUri,
    TABLETALK_SECRET: SECRET,
    TABLETALK_ALLOW_PRIVATE_HOSTS: 'true',
  }
  return execa(process.execPath, [MAIN, ...words], { cwd: bench.folder, reject: false, env })
}

/** Runs a command and kills it just before it sends `write` to the store. */
const killedBefore = async (write: string, words: readonly string[]): Promise<void> => {
  const running = begin(words)
  wire.cutBefore(write, () => running.kill('SIGKILL'))
  const { signal } = await running
  wire.mend()
  expect(signal).toBe('SIGKILL')
}

const logOf = async (organizationId: number) => {
  const { items } = await bench.platform.app.store.audit.list({ organizationId }, { page: 1, pageSize: 100 })
  return items.map(({ action, outcome, subject }) => ({ action, outcome, subject }))
}

describe('an interrupted command', () => {
  it('leaves an audit entry with outcome "begun" when it is killed after its change', async () => {
    const { store } = bench.platform.app
    await killedBefore('update audit', ['org', 'create', '--name', 'Cut off', '--plan', 'free'])
    const organization = (await store.organizations.all()).find(({ name }) => name === 'Cut off')
    const id = organization?.id ?? 0
    expect(await logOf(id)).toEqual([{ action: 'organization.created', outcome: 'begun', subject: String(id) }])
    await killedBefore('update audit', ['key', 'create', '--org', String(id)])
    const [key] = await store.apiKeys.all({ organizationId: id })
    expect((await logOf(id))[0]).toEqual({ action: 'api_key.created', outcome: 'begun', subject: key?.id })
  })

  it('leaves an audit entry but no change when it is killed before its change', async () => {
    const { store } = bench.platform.app
    await killedBefore('insert databases', [
      'database',
      'add',
      '--org',
      '1',
      '--name',
      'gone',
      '--url',
      `sqlite:${crmFile(bench.folder)}`,
    ])
    expect((await store.databases.all({ organizationId: 1 })).map(({ name }) => name)).not.toContain('gone')
    expect((await logOf(1))[0]).toMatchObject({ action: 'database.created', outcome: 'begun' })
  })
  it('completes the creation of a database and its key before it handles Ctrl-C', async () => {
    const { store } = bench.platform.app
    const url = `sqlite:${crmFile(bench.folder, 'whole.db')}`
    const running = begin(['database', 'add', '--org', '1', '--name', 'whole', '--url', url])
    wire.tellOf('insert databases', () => running.kill('SIGINT'))
    const { exitCode, stdout, stderr } = await running
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('Press Ctrl-C again to abort it')])
    const database = (await store.databases.all({ organizationId: 1 })).find(({ name }) => name === 'whole')
    const keys = (await store.apiKeys.all({ organizationId: 1 })).filter(
      ({ databaseId }) => databaseId === database?.id,
    )
    expect(keys.map(({ status }) => status)).toEqual(['active'])
    expect(stdout).toContain(`pk_${keys[0]?.id}_`)
    expect((await logOf(1))[0]).toMatchObject({ action: 'database.created', outcome: 'done', subject: database?.id })
  })
})
