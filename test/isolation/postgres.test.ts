import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Family } from '../../src/engines/shared/attack-templates.ts'
import type { Policy } from '../../src/guard/policy.ts'
import type { Schema } from '../../src/guard/schema.ts'
import { attackDatabase } from '../../src/manage/policy-attacks/attack-database.ts'
import { PolicyAttacks } from '../../src/manage/policy-attacks/policy-attacks.ts'
import { never, useBench } from '../engines/contract/contract-bench.ts'
import { postgresAdapter } from '../engines/postgres/adapter.ts'
import { usePostgres } from '../engines/postgres/use-postgres.ts'
import { loaderOf } from '../support/loader-of.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { attackSuite } from './attack-suite.ts'

const server = usePostgres(startPostgres)

describe('guard attack on a PostgreSQL server', () => {
  attackSuite(postgresAdapter(server))
})

describe('PolicyAttacks', () => {
  const bench = useBench(postgresAdapter(server))
  const loader = loaderOf('postgres')
  const attacks = new PolicyAttacks({ allowPrivateHosts: true })
  afterAll(() => attacks.close())
  const owner = { organizationId: 1 }
  const attacked = () => ({
    engine: 'postgres',
    address: bench().database.address,
    include: undefined,
    policy: bench().rules(1).policy,
  })
  const labelOf = (runId: string, attempt: number) => `${runId.replaceAll('-', '')}_${attempt}_0`
  const copiesOf = async (runId: string): Promise<readonly string[]> => {
    const client = new pg.Client(bench().database.address)
    await client.connect()
    const { rows } = await client.query('SELECT datname FROM pg_database')
    await client.end()
    return rows.map(({ datname }) => String(datname)).filter((name) => name.includes(runId.replaceAll('-', '')))
  }

  it('removes the scratch copies of an earlier attempt, and its own when it is stopped', async () => {
    const runId = randomUUID()
    await loader.scratch(bench().database.address, never(), labelOf(runId, 1))
    const stop = new AbortController()
    const counts: number[] = []
    const copies: (readonly string[])[] = []
    const attack = attacks.attack(attacked(), owner, {
      runId,
      attempt: 2,
      signal: stop.signal,
      onTried: ({ all }) => {
        counts.push(all)
        if (counts.length === 1)
          void copiesOf(runId)
            .then((names) => copies.push(names))
            .finally(() => stop.abort(new Error('stopped')))
      },
    })
    await expect(attack).rejects.toThrow('stopped')
    expect(counts[0]).toBeGreaterThan(300)
    expect(copies[0]).toHaveLength(3)
    expect(copies[0]).not.toContain(`tabletalk_scratch_${labelOf(runId, 1)}`)
    expect(await copiesOf(runId)).toEqual([])
  })

  it('removes the scratch copies of every attempt of a run whose worker died, and of no other run', async () => {
    const [runId, other] = [randomUUID(), randomUUID()]
    for (const attempt of [1, 3]) await loader.scratch(bench().database.address, never(), labelOf(runId, attempt))
    const kept = await loader.scratch(bench().database.address, never(), labelOf(other, 1))
    await attacks.removeCopies(attacked(), owner, { runId, attempt: 3 })
    expect([await copiesOf(runId), (await copiesOf(other)).length]).toEqual([[], 1])
    await kept.remove()
  })

  it('rejects a policy that opens no table with state_invalid, and a missing database with database_unreachable', async () => {
    const run = { runId: randomUUID(), attempt: 1, signal: never(), onTried: () => undefined }
    const closed: Policy = { ...bench().rules(1).policy, tables: { '*': { mode: 'deny' } } }
    await expect(attacks.attack({ ...attacked(), policy: closed }, owner, run)).rejects.toMatchObject({
      problem: 'state_invalid',
      message: expect.stringContaining('opens no table to this caller'),
    })
    const nowhere = new URL(bench().database.address)
    nowhere.pathname = '/nowhere'
    await expect(attacks.attack({ ...attacked(), address: nowhere.href }, owner, run)).rejects.toMatchObject({
      problem: 'database_unreachable',
    })
  })
})

describe('guard attack on a database whose tenant ids are UUIDs', () => {
  const bench = useBench(postgresAdapter(server))
  const loader = loaderOf('postgres')
  const column = (name: string, type: string) => ({ name, type, nullable: true })
  const clinic = column('clinic_id', 'uuid')
  const table = (name: string, ...columns: Schema['tables'][number]['columns']) => ({
    schema: 'public',
    name,
    columns,
    primaryKey: ['id'],
    foreignKeys: [],
  })
  const schema: Schema = {
    engine: 'postgres',
    tables: [
      table('clinics', column('id', 'uuid'), column('name', 'text')),
      table('patients', column('id', 'bigint'), clinic, column('born', 'date'), column('state', 'public.mood')),
      table('doses', column('id', 'bigint'), column('patient_id', 'bigint'), column('amount', 'numeric(8,2)')),
    ],
    types: [{ declared: 'public.mood', schema: 'public', name: 'mood', labels: ["can't say", 'good', 'bad'] }],
  }
  const policy: Policy = {
    version: 1,
    engine: 'postgres',
    tenant: { column: 'clinic_id', type: 'string' },
    tables: {
      'public.clinics': { mode: 'tenantRoot', column: 'id' },
      'public.patients': { mode: 'tenant' },
      'public.doses': { mode: 'via', fk: 'patient_id', ref: 'public.patients.id' },
    },
  }
  const attack = (only?: readonly Family[], opened?: Policy) => {
    const { engine, database } = bench()
    const misled =
      opened &&
      ({
        ...engine,
        guard: (draft, rules, owner) => engine.guard(draft, { ...rules, policy: opened }, owner),
      } satisfies typeof engine | undefined)
    const target = { engine: misled ?? engine, loader, schema, policy, address: database.address }
    return attackDatabase({ ...target, only }, never())
  }

  it('reports no leak, with queries that return rows of the tenant', async () => {
    const { leaks, filtered } = await attack()
    expect(leaks).toEqual([])
    expect(filtered).toBeGreaterThan(50)
  })

  it('creates scratch copies with the enumerated types of the database', async () => {
    const { engine, database } = bench()
    const seen = new Set<Schema>()
    const watched: typeof engine = {
      ...engine,
      guard: (draft, rules, owner) => {
        seen.add(rules.schema)
        return engine.guard(draft, rules, owner)
      },
    }
    const { attacks: _, ...portableOnly } = loader
    const target = { engine: watched, loader: portableOnly, schema, policy, address: database.address }
    const { leaks } = await attackDatabase({ ...target, only: ['plain'] }, never())
    expect(leaks).toEqual([])
    const states = [...seen].map(({ tables, types }) => ({
      state: tables.flatMap(({ columns }) => columns).find(({ name }) => name === 'state')?.type,
      labels: types?.map(({ labels }) => labels),
    }))
    expect(states).toEqual([{ state: 'public.mood', labels: [["can't say", 'good', 'bad']] }])
  })

  it('reports the leak of a table whose policy is changed to shared', async () => {
    const opened: Policy = { ...policy, tables: { ...policy.tables, 'public.patients': { mode: 'shared' } } }
    expect((await attack(['plain'], opened)).leaked).toBeGreaterThan(0)
  })
})
