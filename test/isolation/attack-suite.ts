import type { Engine } from '../../src/engines/engine.ts'
import type { Loader } from '../../src/engines/loader.ts'
import type { GuardRules } from '../../src/guard/guard-rules.ts'
import type { TablePolicy } from '../../src/guard/policy.ts'
import { type AttackReport, attackDatabase } from '../../src/manage/policy-attacks/attack-database.ts'
import type { Family } from '../../src/manage/policy-attacks/attack-templates.ts'
import { engineAttacks } from '../../src/manage/policy-attacks/engine-attacks.ts'
import { Problem } from '../../src/platform/problems/problem.ts'
import { type ContractBench, never, useBench } from '../engines/contract/contract-bench.ts'
import type { EngineAdapter } from '../engines/contract/engine-adapter.ts'
import { loaderOf } from '../support/loader-of.ts'

/** The engine, with a guard that goes wrong in what it is told. */
const misled = (engine: Engine, mislead: (rules: GuardRules) => GuardRules): Engine => ({
  ...engine,
  guard: (draft, rules, owner) => engine.guard(draft, mislead(rules), owner),
})

/** The engine, with time limits that some queries reach: never those that count, by which attacks see that all is well. */
const limited = (engine: Engine, isEnded: (address: string, statement: string) => boolean): Engine => ({
  ...engine,
  async run(address, query, limits) {
    if (!/count/i.test(query.statement) && isEnded(address, query.statement)) throw new Problem('query_timeout')
    return await engine.run(address, query, limits)
  },
})

/**
 * What only takes time is ended sooner: where a leak is looked for, a limit that is reached for nothing hides none. Only
 * oracles take time: others would be ended on a busy machine, and what runs them started again each time.
 */
const hurried = (engine: Engine): Engine => ({
  ...engine,
  run: (address, query, limits) =>
    engine.run(address, query, limits.timeoutMs < 5_000 ? { ...limits, timeoutMs: 200 } : limits),
})

/** The loader of an engine, which tells what copies it makes. */
const watched = (loader: Loader, copies: string[]): Loader => ({
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

const opened = ({ hide, scope_column }: TablePolicy): TablePolicy => ({
  mode: 'shared',
  ...(hide === undefined ? {} : { hide }),
  ...(scope_column === undefined ? {} : { scope_column }),
})

const familiesThatLeak = (report: AttackReport) =>
  report.families.filter(({ leaked }) => leaked > 0).map(({ family }) => family)

type Beside = (address: string) => Promise<string>

const own: Beside = async (address) => address

const attackWith =
  (bench: () => ContractBench, beside: Beside) =>
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
        address: await beside(bench().database.address),
        templates: engineAttacks(engine.name),
        only,
      },
      never(),
    )

/**
 * What the attacks of `guard attack` must do on every engine.
 *
 * @param beside the address of somebody who may make databases, for that of the fixture
 */
export const attackSuite = (adapter: EngineAdapter, beside: Beside = own): void => {
  const bench = useBench(adapter)

  const attack = attackWith(bench, beside)

  it('finds no leak where the guard does its work, and tries as a tenant and as an end user', async () => {
    const report = await attack(bench().engine)
    expect(report.leaks).toEqual([])
    expect(report.callers).toEqual(['tenant', 'tenant and scope'])
    expect(report.drafts).toBeGreaterThanOrEqual(150)
    expect(report.refused).toBeGreaterThan(100)
    expect(report.filtered).toBeGreaterThan(50)
    expect(report.families.every(({ drafts }) => drafts > 5)).toBe(true)
  })

  it('says that it cannot tell when nothing answers', async () => {
    const engine: Engine = {
      ...bench().engine,
      guard: async () => ({ ok: false, refusal: { reason: 'never', hint: 'never', repairable: false } }),
    }
    await expect(attack(engine, bench().rules(1), ['plain'])).rejects.toMatchObject({ name: 'UntestableDatabaseError' })
  })

  it('leaves the customer’s database as it is, and no copy behind', async () => {
    const made: string[] = []
    const loader = watched(loaderOf(bench().engine.name), made)
    const watching: Engine = {
      ...bench().engine,
      async run(address, query, limits) {
        expect(made).toContain(address)
        return await bench().engine.run(address, query, limits)
      },
    }
    expect((await attack(watching, bench().rules(1), ['plain', 'statement'], loader)).leaked).toBe(0)
    expect(made).toHaveLength(3)
    for (const address of made)
      await expect(bench().engine.describe(address, never())).rejects.toMatchObject({ problem: 'database_unreachable' })
  })
}

/**
 * Guards and engines that go wrong in one way each: the attacks of `guard attack` find it.
 *
 * @param beside the address of somebody who may make databases, for that of the fixture
 * @param unfiltered in which families there are drafts that show rows of others where nothing is filtered
 */
export const leakSuite = (
  adapter: EngineAdapter,
  beside: Beside = own,
  unfiltered: readonly Family[] = ['plain', 'subselect', 'set', 'shadow', 'name', 'join', 'oracle'],
): void => {
  const bench = useBench(adapter)
  const attack = attackWith(bench, beside)

  describe('finds the leak of', () => {
    it.each<[string, (rules: GuardRules) => GuardRules, readonly Family[]]>([
      ['a guard that filters nothing', (rules) => ({ ...rules, restriction: {} }), unfiltered],
      [
        'a guard that filters the first table only',
        (rules) => withTables(rules, (entry, index) => (index === 0 || entry.mode === 'deny' ? entry : opened(entry))),
        ['plain', 'subselect'],
      ],
      [
        'a guard that forgets one table',
        (rules) => withTables(rules, (entry, index) => (index === 2 ? opened(entry) : entry)),
        ['plain'],
      ],
      [
        'a guard that takes children for shared',
        (rules) => withTables(rules, (entry) => (entry.mode === 'via' ? opened(entry) : entry)),
        ['plain'],
      ],
      [
        'a guard that forgets the scope',
        ({ restriction: { tenant }, ...rules }) => ({ ...rules, restriction: tenant ? { tenant } : {} }),
        ['plain'],
      ],
      ['a guard that shows hidden columns', (rules) => withTables(rules, ({ hide: _, ...entry }) => entry), ['closed']],
      [
        'a guard that opens a denied table',
        (rules) => withTables(rules, (entry) => (entry.mode === 'deny' ? { mode: 'tenant' } : entry)),
        ['closed'],
      ],
    ])('%s', async (_, mislead, families) => {
      const engine = misled(bench().engine, mislead)
      const report = await attack(families.includes('oracle') ? hurried(engine) : engine, bench().rules(1), families)
      expect(report.leaked).toBeGreaterThan(0)
      expect(familiesThatLeak(report)).toEqual(expect.arrayContaining([...families]))
    })

    it('limits that only rows of others reach', async () => {
      const copies: string[] = []
      const engine = limited(bench().engine, (address) => address === copies[0])
      const loader = watched(loaderOf(engine.name), copies)
      const report = await attack(engine, bench().rules(1), ['oracle'], loader)
      expect(new Set(report.leaks.map(({ what }) => what))).toContain('a limit that rows of others reach')
      const slowForOnce = new Set<string>()
      const slow = limited(bench().engine, (address, statement) => {
        const isFirst = !slowForOnce.has(`${address} ${statement}`)
        slowForOnce.add(`${address} ${statement}`)
        return isFirst
      })
      expect((await attack(slow, bench().rules(1), ['oracle'])).leaks).toEqual([])
      expect(slowForOnce.size).toBeGreaterThan(10)
    })

    it('an engine that repeats what the database says', async () => {
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
