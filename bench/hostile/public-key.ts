import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { modelAnswers } from '../../test/support/model-answers.ts'
import { type Platform, startPlatform } from '../../test/support/platform.ts'
import { startScriptedModel } from '../../test/support/scripted-model.ts'
import type { Wait } from './wait.ts'

const TENANTS = 14
const ROWS_PER_TENANT = 2_000
const STATEMENTS = 12
const QUESTIONS = 10
const HONEST = 'SELECT count(*) AS parcels FROM parcels'
/** Eight billion rows per tenant. */
const CROSS_JOIN = 'SELECT max(a.weight + b.weight + c.weight) AS most FROM parcels a, parcels b, parcels c'

/** The tenants that a caller with a public key uses, per statement. */
const NAMED: Readonly<Record<string, (index: number) => number>> = {
  'one tenant': () => 1,
  'three tenants': (index) => 1 + (index % 3),
  'a tenant each': (index) => 1 + index,
}

type Ask = (message: string, more?: Readonly<Record<string, string>>) => ReturnType<Platform['request']>

/** Asks with a key for a tenant. */
const asker =
  (platform: Platform, databaseId: string, key: string, tenant: number, scope: string): Ask =>
  (message, more) =>
    platform.request('/api/v1/chat/message', {
      json: { message, database_id: databaseId },
      headers: { 'X-API-Key': key, 'X-Tenant-Id': String(tenant), 'X-Scope-Id': scope, ...more },
    })

const timed = async (ask: Ask): Promise<number[]> => {
  const times: number[] = []
  for (let number = 0; number < QUESTIONS; number++) {
    const begun = performance.now()
    const { status } = await ask('How many parcels are there?')
    if (status !== 200) throw new Error(`an innocent caller got ${status} after ${performance.now() - begun} ms`)
    times.push(performance.now() - begun)
  }
  return times
}

const parcelsFile = (folder: string): string => {
  const file = path.join(folder, 'parcels.db')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE parcels (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, weight INTEGER NOT NULL)')
  const numbers = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ?)'
  const insert = `INSERT INTO parcels (tenant_id, weight) ${numbers} SELECT 1 + x % ?, x % 50 FROM n`
  database.prepare(insert).run(TENANTS * ROWS_PER_TENANT, TENANTS)
  database.exec('CREATE INDEX by_tenant ON parcels (tenant_id)')
  database.close()
  return file
}

/** A new service for each way of choosing tenants, so that its queues start empty. */
const measure = async (named: string, file: string, env: Readonly<Record<string, string>>): Promise<Wait[]> => {
  const platform = await startPlatform({ env })
  try {
    const { store } = platform.app
    const databaseId = randomUUID()
    const { organizationId } = platform.access
    const policy: Policy = {
      version: 1,
      engine: 'sqlite',
      tenant: { column: 'tenant_id', type: 'integer' },
      tables: { parcels: { mode: 'tenant' } },
    }
    const settings = { engine: 'sqlite', requiresOrganizationScoping: true, policy, glossary: EMPTY_GLOSSARY }
    await store.databases.put({ ...settings, id: databaseId, organizationId, name: 'parcels' }, `sqlite:${file}`)
    const { text: key } = await store.apiKeys.add(platform.access, { kind: 'database', userId: 1, databaseId })
    const innocent: Readonly<Record<string, Ask>> = {
      'another visitor with that key': asker(platform, databaseId, key, 1, 'visitor'),
      'that tenant, by its server': asker(platform, databaseId, platform.access.orgKey, 1, 'server'),
      'another tenant, by its server': asker(platform, databaseId, platform.access.orgKey, TENANTS, 'server'),
    }
    const alone = new Map<string, number[]>()
    for (const [who, ask] of Object.entries(innocent)) {
      await timed(ask)
      alone.set(who, await timed(ask))
    }
    for (let index = 0; index < STATEMENTS; index++) {
      const tenant = NAMED[named]?.(index) ?? 1
      const { status } = await asker(
        platform,
        databaseId,
        key,
        tenant,
        `s${index}`,
      )('Compare each with each.', {
        Prefer: 'respond-async',
      })
      if (status !== 202) throw new Error(`the hostile caller got ${status}`)
    }
    return await Promise.all(
      Object.entries(innocent).map(async ([who, ask]) => ({
        beside: `${STATEMENTS} cross joins of one public key, ${named}: ${who}`,
        aloneMs: alone.get(who) ?? [],
        besideMs: await timed(ask),
      })),
    )
  } finally {
    await platform.close()
  }
}

/** The wait of other callers while a public key runs cross joins of three tables, with arbitrary tenants and scopes. */
export const publicKeyWaits = async (): Promise<readonly Wait[]> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-bench-'))
  const model = await startScriptedModel((request) => {
    const asked = JSON.stringify(request.body.messages)
    return modelAnswers([asked.includes('Compare each') ? CROSS_JOIN : HONEST])(request)
  })
  const env = { TABLETALK_MODEL: 'openai:scripted', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: model.baseUrl }
  try {
    const file = parcelsFile(folder)
    const waits: Wait[] = []
    for (const named of Object.keys(NAMED)) waits.push(...(await measure(named, file, env)))
    return waits
  } finally {
    await model.close()
    await rm(folder, { recursive: true })
  }
}
