import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from '@jest/globals'
import { withContext } from '../../bench/questions/with-context.ts'
import type { ExploreCommand } from '../../src/ask/rules/explore-command.ts'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import { plannerPrompt } from '../../src/ask/rules/prompts/planner-prompt.ts'
import { sqliteEngine } from '../../src/engines/sqlite/engine.ts'
import { initialPolicy } from '../../src/guard/proposal/initial-policy.ts'
import { restrict } from '../../src/guard/restriction.ts'
import { makeCatalog } from '../../src/knowledge/catalog/make-catalog.ts'
import { KnowledgeReader } from '../../src/knowledge/knowledge-reader.ts'
import type { DatabaseSettings } from '../../src/manage/databases/rules/database-settings.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'

const TENANTS = 21
/** Per tenant and table. */
const ROWS = 25
const QUESTIONS = 150
const EXPLORED_EVERY = 3
const OWN = 7

/** A generator of numbers from a seed (mulberry32). */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
const random = seeded(20_261_125)
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
const SYLLABLES = 'ba de fi go hu ka le mi no pu ra se ti vo wu xa ze'.split(' ')
const word = (): string => {
  const text = Array.from({ length: 5 }, () => pick(SYLLABLES)).join('')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a unique name of two words; no other name contains either word. */
const used = new Set<string>()
const canary = (): string => {
  for (;;) {
    const text = `${word()} ${word()}`
    if (text.split(' ').some((one) => used.has(one))) continue
    for (const one of text.split(' ')) used.add(one)
    return text
  }
}

describe('prompts, suggestions and answers of a caller', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletalk-canaries-'))
  const file = path.join(folder, 'shared.sqlite')
  const engine = sqliteEngine()
  const names = new Map<number, string[]>()

  beforeAll(() => {
    const database = new DatabaseSync(file)
    database.exec(`BEGIN;
      CREATE TABLE clients (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, name TEXT, town TEXT, status TEXT);
      CREATE TABLE projects (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, client_id INTEGER REFERENCES clients(id), title TEXT, status TEXT, price REAL)`)
    const client = database.prepare('INSERT INTO clients (tenant_id, name, town, status) VALUES (?, ?, ?, ?)')
    const project = database.prepare(
      'INSERT INTO projects (tenant_id, client_id, title, status, price) VALUES (?, ?, ?, ?, ?)',
    )
    for (let tenant = 1; tenant <= TENANTS; tenant++) {
      const own: string[] = []
      // All rows of a tenant share its town: a category that only this tenant may know.
      const town = canary()
      own.push(town)
      for (let row = 0; row < ROWS; row++) {
        const [name, title] = [canary(), canary()]
        own.push(name, title)
        // One tenant also has a status of its own.
        const status = tenant === OWN && row === 0 ? 'frozen' : pick(['active', 'dormant'])
        const { lastInsertRowid } = client.run(tenant, name, town, status)
        project.run(tenant, lastInsertRowid, title, pick(['open', 'won', 'lost']), Math.floor(random() * 1000))
      }
      names.set(tenant, own)
    }
    database.exec('COMMIT')
    database.close()
  })
  afterAll(async () => {
    await engine.close()
    rmSync(folder, { recursive: true })
  })

  it('contain none of a thousand names of other tenants, for random questions', async () => {
    const address = `sqlite:${file}`
    const { signal } = new AbortController()
    const schema = await engine.describe(address, signal)
    const options = { tenantColumn: 'tenant_id', accept: true }
    const first = initialPolicy(schema, { folding: engine.dialect.folding(schema), options })
    if (first.kind === 'unfit') throw new Error(first.message)
    const database: DatabaseSettings = {
      id: 'd',
      organizationId: 1,
      name: 'agencies',
      engine: 'sqlite',
      requiresOrganizationScoping: true,
      policy: first.policy,
      glossary: EMPTY_GLOSSARY,
    }
    const restriction = restrict(
      { kind: 'organization', organizationId: 1, userId: 0, tenantId: String(OWN) },
      database,
    )
    const catalog = await makeCatalog({ database, engine, address, schema, signal, samplingKey: new Uint8Array(32) })
    const reader = new KnowledgeReader(new CacheMemory(), { lookUpMs: 60_000 })
    const own = names.get(OWN) ?? []
    const words = own.flatMap((name) => name.split(' '))
    const seen: string[] = [JSON.stringify(catalog)]
    let found = 0
    const planner = builtinPlanner()
    for (let n = 0; n < QUESTIONS; n++) {
      const name = pick(own)
      // Prefixes and parts of names that rows of other tenants contain, too.
      const part = pick(words).slice(0, 2 + Math.floor(random() * 4))
      const question = pick([
        `How many projects of ${name} are open?`,
        `Which clients are called ${part}?`,
        `What is the price of ${pick(own).toLowerCase()}`,
        `Show projects of "${part}" and of ${name}`,
        `clients in ${pick(SYLLABLES)}${pick(SYLLABLES)} by status`,
        `Total price by client of ${part} ${pick(words)}`,
        pick(['List all clients', 'What other tenants are there?', 'projects of others', 'Which towns are there?']),
      ])
      const asked = { question, recentTurns: [] }
      const knowledge = await reader.read({ database, engine, address, schema, restriction, catalog, asked, signal })
      const askedAt = '2026-11-25T12:00:00.000Z'
      const request = withContext({ ...asked, askedAt, knowledge, signal })
      const prompt = plannerPrompt({ ...asked, askedAt, view: knowledge.view, context: await request.context(6_000) })
      const draft = await planner.draft(request)
      seen.push(JSON.stringify(prompt), JSON.stringify(draft), JSON.stringify(knowledge))
      if (n % EXPLORED_EVERY === 0) {
        const source = { database, engine, address, schema, restriction, catalog, question, signal }
        const commands: readonly ExploreCommand[] = [
          { kind: 'search', words: question },
          { kind: 'describe', table: 'clients' },
          { kind: 'values', text: part, within: pick(['clients', 'clients.town', 'projects.title']) },
          { kind: 'values', text: pick(words) },
        ]
        seen.push((await reader.explore(source, commands)).text)
      }
      if (own.some((one) => JSON.stringify(knowledge.named ?? []).includes(one))) found += 1
      if (draft.mode !== 'query') continue
      const guarded = await engine.guard(draft.query, { schema, policy: database.policy, restriction })
      if (!guarded.ok) continue
      const limits = {
        timeoutMs: 60_000,
        rowsMax: 200,
        bytesMax: 1_000_000,
        turnId: 'canaries',
        owner: { organizationId: 1 },
        signal,
      }
      seen.push(JSON.stringify(await engine.run(address, guarded.query, limits)))
    }
    const others = [...names].filter(([tenant]) => tenant !== OWN).flatMap(([, some]) => some)
    expect(others.length).toBeGreaterThanOrEqual(1_000)
    const all = seen.join('\n')
    expect(others.filter((one) => one.split(' ').some((each) => all.includes(each)))).toEqual([])
    // Guards against a test that finds nothing because it looks up nothing.
    expect(found).toBeGreaterThan(QUESTIONS / 3)
    expect(all).toContain('dormant')
    const asked = { question: 'How many clients are frozen?', recentTurns: [] }
    const { named } = await reader.read({ database, engine, address, schema, restriction, catalog, asked, signal })
    expect(named).toContainEqual({ table: 'clients', column: 'status', values: ['frozen'], complete: false })
    reader.close()
  })
})
