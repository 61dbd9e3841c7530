import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DEMO } from '../../demo/organization.ts'
import { exportPolicy } from '../../src/cli/database/export-policy.ts'
import { schemaFileOf } from '../../src/manage/databases/collections-file.ts'
import { connectStore } from '../../src/store/connection.ts'
import { aesSealer, deriveKey } from '../../src/store/sealer.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { ContractBench } from '../engines/contract/contract-bench.ts'
import type { EngineAdapter } from '../engines/contract/engine-adapter.ts'
import { TABLES } from '../engines/contract/fixture.ts'
import { testServers } from '../support/test-servers.ts'
import { CommandProcess } from './command-process.ts'

const SECRET = randomUUID() + randomUUID()

export interface GuardAddresses {
  /** Address of a user who may create databases. */
  readonly owner: string
  /** Address of a user who may not create databases. */
  readonly humble: string
}

/** Tests of the guard commands with an engine whose databases are on a server. */
export const guardCommandSuite = (
  adapter: EngineAdapter,
  addressesFor: (address: string) => Promise<GuardAddresses>,
): void => {
  let store: Store
  let folder: string
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-guard-'))
    const mongoUri = `${testServers().mongoUri}t${randomUUID().replaceAll('-', '')}`
    const settings = { TABLETALK_HOME: path.join(folder, 'none'), TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' }
    env = { MONGODB_URI: mongoUri, TABLETALK_SECRET: SECRET, ...settings }
    store = createStore(await connectStore(mongoUri), {
      addresses: aesSealer(deriveKey(SECRET, 'addresses')),
      pepper: deriveKey(SECRET, 'api-keys'),
    })
    await store.organizations.put({ id: 7, ...DEMO.organization, branding: DEMO.branding })
  })
  afterAll(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  const commands = new CommandProcess()
  afterAll(() => commands.close())
  const guard = (...words: readonly string[]) => commands.run({ words: ['guard', ...words], env })

  const id = randomUUID()
  let bench: ContractBench
  let addresses: GuardAddresses
  const policyFile = () => path.join(folder, `${adapter.name}.policy.json`)

  beforeAll(async () => {
    bench = await ContractBench.open(adapter)
    addresses = await addressesFor(bench.database.address)
    const { schema, policy } = bench.rules(1)
    const settings = {
      id,
      organizationId: 7,
      name: adapter.name,
      engine: adapter.name,
      requiresOrganizationScoping: true,
      policy,
      glossary: { tables: [], columns: [], phrases: [] },
    }
    await store.databases.put(settings, addresses.owner)
    await exportPolicy(policyFile(), { name: settings.name, policy, schema: schemaFileOf(schema) })
  })
  afterAll(() => bench.close())

  it('guard explain judges queries with exported files and without a server', async () => {
    const input = ['SELECT COUNT(*) FROM orders', 'SELECT * FROM vault'].map((query, index) =>
      JSON.stringify({ id: index, query }),
    )
    const words = ['guard', 'explain', '--policy', policyFile(), '--tenant', '2']
    const { out, code } = await commands.run({ words, env: {}, input: `${input.join('\n')}\n` })
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        id: 0,
        verdict: 'accepted',
        params: [2],
        tables: [adapter.tableName?.('orders') ?? 'orders'],
      }),
      expect.objectContaining({ id: 1, verdict: 'refused', reason: 'unknown_table' }),
    ])
  })

  it('guard attack with --policy and --scratch finds no leak, and leaves the schema of the server unchanged', async () => {
    const before = await bench.engine.describe(addresses.owner, AbortSignal.timeout(30_000))
    const { out, err, code } = await guard('attack', '--policy', policyFile(), '--scratch', addresses.owner, '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const report = JSON.parse(out)
    expect(report).toMatchObject({ engine: adapter.name, leaked: 0, leaks: [], tables: TABLES.length })
    expect(report.drafts).toBeGreaterThanOrEqual(150)
    expect(await bench.engine.describe(addresses.owner, AbortSignal.timeout(30_000))).toEqual(before)
  })

  it('guard attack with --database finds no leak', async () => {
    const { out, code } = await guard('attack', '--database', id)
    expect(code).toBe(0)
    expect(out).toMatch(/\d{3} refused, \d{2,3} filtered, 0 LEAKED/)
  })

  it('guard attack reports the missing right and the alternative if it cannot create scratch copies', async () => {
    const { out, err, code } = await guard('attack', '--database', id, '--scratch', addresses.humble)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/grant it CREATE[\s\S]*give --scratch with the URL/)
  })
}
