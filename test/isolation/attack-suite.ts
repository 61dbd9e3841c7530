import type { Engine } from '../../src/engines/engine.ts'
import type { Loader } from '../../src/engines/loader.ts'
import type { Family } from '../../src/engines/shared/attack-templates.ts'
import type { GuardRules } from '../../src/guard/guard-rules.ts'
import type { TablePolicy } from '../../src/guard/policy.ts'
import { type AttackReport, attackDatabase } from '../../src/manage/policy-attacks/attack-database.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { type ContractBench, never, useBench } from '../engines/contract/contract-bench.ts'
import type { EngineAdapter } from '../engines/contract/engine-adapter.ts'
import { loaderOf } from '../support/loader-of.ts'

/** The engine with a guard that receives altered rules. */
const withAlteredRules = (engine: Engine, alter: (rules: GuardRules) => GuardRules): Engine => ({
  ...engine,
  guard: (draft, rules, owner) => engine.guard(draft, alter(rules), owner),
})

/**
 * The engine, whose statements time out where `timesOut` says so. Counts never time out: attacks use them to check that
 * a copy answers.
 */
const withTimeouts = (engine: Engine, timesOut: (address: string, statement: string) => boolean): Engine => ({
  ...engine,
  async run(address, query, limits) {
    if (!/count/i.test(query.statement) && timesOut(address, query.statement)) throw new Problem('query_timeout')
    return await engine.run(address, query, limits)
  },
})

/**
 * The engine with a time limit of 200 ms for attack queries, to end slow oracle queries early. Only for tests that expect
 * a leak, which an additional timeout cannot hide, and not for other families: on a busy machine they would time out and
 * be retried.
 */
const withShortTimeouts = (engine: Engine): Engine => ({
  ...engine,
  run: (address, query, limits) =>
    engine.run(address, query, limits.timeoutMs < 5_000 ? { ...limits, timeoutMs: 200 } : limits),
})

/** The loader of an engine; adds the address of each scratch copy to `copies`. */
const recordingLoader = (loader: Loader, copies: string[]): Loader => ({
  ...loader,
  async scratch(address, signal) {
    const copy = await loader.scratch(address, signal)
    copies.push(copy.address)
    return copy
  },
})

const withTables = (rules: GuardRules, change: (entry: TablePolicy, index: number) => TablePolicy): GuardRules => {
  const entries = Object.entries(rules.policy.tables).map(
    ([name, entry], index) => [name, change(entry, index)] as const,
  )
  return { ...rules, policy: { ...rules.policy, tables: Object.fromEntries(entries) } }
}

const asShared = ({ hide, scope_column }: TablePolicy): TablePolicy => ({
  mode: 'shared',
  ...(hide === undefined ? {} : { hide }),
  ...(scope_column === undefined ? {} : { scope_column }),
})

const familiesThatLeak = (report: AttackReport) =>
  report.families.filter(({ leaked }) => leaked > 0).map(({ family }) => family)

type OwnerAddress = (address: string) => Promise<string>

const sameAddress: OwnerAddress = async (address) => address

const attackWith =
  (bench: () => ContractBench, ownerAddress: OwnerAddress) =>
  async (
    engine: Engine,
    rules = bench().rules(1),
    only?: readonly Family[],
    loader = loaderOf(engine.name),
  ): Promise<AttackReport> =>
    await attackDatabase(
      {
        engine,
        loader,
        schema: rules.schema,
        policy: rules.policy,
        address: await ownerAddress(bench().database.address),
        only,
      },
      never(),
    )

/**
 * What `guard attack` guarantees on every engine.
 *
 * @param ownerAddress takes the address of the fixture and gives that of a user who may create databases
 */
export const attackSuite = (adapter: EngineAdapter, ownerAddress: OwnerAddress = sameAddress): void => {
  const bench = useBench(adapter)

  const attack = attackWith(bench, ownerAddress)

  it('attacks as a tenant and as an end user, and reports no leak with a correct guard', async () => {
    const report = await attack(bench().engine)
    expect(report.leaks).toEqual([])
    expect(report.callers).toEqual(['tenant', 'tenant and scope'])
    expect(report.drafts).toBeGreaterThanOrEqual(150)
    expect(report.refused).toBeGreaterThan(100)
    expect(report.filtered).toBeGreaterThan(50)
    expect(report.families.every(({ drafts }) => drafts > 5)).toBe(true)
  })

  it('rejects with UntestableDatabaseError if the guard refuses every draft', async () => {
    const engine: Engine = {
      ...bench().engine,
      guard: async () => ({ ok: false, refusal: { reason: 'never', hint: 'never', repairable: false } }),
    }
    await expect(attack(engine, bench().rules(1), ['plain'])).rejects.toMatchObject({ name: 'UntestableDatabaseError' })
  })

  it('runs statements on scratch copies only, and removes the copies', async () => {
    const made: string[] = []
    const loader = recordingLoader(loaderOf(bench().engine.name), made)
    const checkingEngine: Engine = {
      ...bench().engine,
      async run(address, query, limits) {
        expect(made).toContain(address)
        return await bench().engine.run(address, query, limits)
      },
    }
    expect((await attack(checkingEngine, bench().rules(1), ['plain', 'statement'], loader)).leaked).toBe(0)
    expect(made).toHaveLength(3)
    for (const address of made)
      await expect(bench().engine.describe(address, never())).rejects.toMatchObject({ problem: 'database_unreachable' })
  })
}

/**
 * `guard attack` reports the leak of each guard or engine with one defect.
 *
 * @param ownerAddress takes the address of the fixture and gives that of a user who may create databases
 * @param unfiltered the families with drafts that return rows of other tenants if nothing is filtered
 */
export const leakSuite = (
  adapter: EngineAdapter,
  ownerAddress: OwnerAddress = sameAddress,
  unfiltered: readonly Family[] = ['plain', 'subselect', 'set', 'shadow', 'name', 'join', 'oracle'],
): void => {
  const bench = useBench(adapter)
  const attack = attackWith(bench, ownerAddress)

  describe('guard attack reports the leak of', () => {
    it.each<[string, (rules: GuardRules) => GuardRules, readonly Family[]]>([
      ['a guard without filters', (rules) => ({ ...rules, restriction: {} }), unfiltered],
      [
        'a guard that filters only the first table',
        (rules) =>
          withTables(rules, (entry, index) => (index === 0 || entry.mode === 'deny' ? entry : asShared(entry))),
        ['plain', 'subselect'],
      ],
      [
        'a guard that leaves one table unfiltered',
        (rules) => withTables(rules, (entry, index) => (index === 2 ? asShared(entry) : entry)),
        ['plain'],
      ],
      [
        'a guard that treats child tables as shared',
        (rules) => withTables(rules, (entry) => (entry.mode === 'via' ? asShared(entry) : entry)),
        ['plain'],
      ],
      [
        'a guard that ignores the scope',
        ({ restriction: { tenant }, ...rules }) => ({ ...rules, restriction: tenant ? { tenant } : {} }),
        ['plain'],
      ],
      ['a guard that shows hidden columns', (rules) => withTables(rules, ({ hide: _, ...entry }) => entry), ['closed']],
      [
        'a guard that opens a denied table',
        (rules) => withTables(rules, (entry) => (entry.mode === 'deny' ? { mode: 'tenant' } : entry)),
        ['closed'],
      ],
    ])('%s', async (_, alter, families) => {
      const engine = withAlteredRules(bench().engine, alter)
      const report = await attack(
        families.includes('oracle') ? withShortTimeouts(engine) : engine,
        bench().rules(1),
        families,
      )
      expect(report.leaked).toBeGreaterThan(0)
      expect(familiesThatLeak(report)).toEqual(expect.arrayContaining([...families]))
    })

    it('a time limit that only rows of other tenants reach, unless the retry succeeds', async () => {
      const copies: string[] = []
      const engine = withTimeouts(bench().engine, (address) => address === copies[0])
      const loader = recordingLoader(loaderOf(engine.name), copies)
      const report = await attack(engine, bench().rules(1), ['oracle'], loader)
      expect(new Set(report.leaks.map(({ what }) => what))).toContain('a limit that rows of others reach')
      const slowOnce = new Set<string>()
      const slow = withTimeouts(bench().engine, (address, statement) => {
        const isFirst = !slowOnce.has(`${address} ${statement}`)
        slowOnce.add(`${address} ${statement}`)
        return isFirst
      })
      expect((await attack(slow, bench().rules(1), ['oracle'])).leaks).toEqual([])
      expect(slowOnce.size).toBeGreaterThan(10)
    })

    it('an engine that repeats error messages of the database', async () => {
      const engine: Engine = {
        ...bench().engine,
        async run(address, query, limits) {
          const ran = await bench().engine.run(address, query, limits)
          return ran.ok ? ran : { ok: false, refusal: { ...ran.refusal, hint: 'malformed JSON: zqforeign12' } }
        },
      }
      expect(familiesThatLeak(await attack(engine, bench().rules(1), ['oracle']))).toEqual(['oracle'])
    })
  })
}
