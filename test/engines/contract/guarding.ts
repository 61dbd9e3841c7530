import { effectivePolicy } from '../../../src/guard/effective-policy.ts'
import { tableName } from '../../../src/guard/schema.ts'
import { useBench } from './contract-bench.ts'
import type { EngineAdapter } from './engine-adapter.ts'
import { FOREIGN, SECRET_NAMES } from './fixture.ts'

export const guarding = (adapter: EngineAdapter): void => {
  const bench = useBench(adapter)
  const refusalOf = async (draft: string): Promise<unknown> => {
    const guarded = await bench().engine.guard(draft, bench().rules(1))
    return guarded.ok ? undefined : guarded.refusal
  }

  describe.each(Object.entries(adapter.refused))('S45 the guard refuses, with reason %s,', (reason, drafts) => {
    it.each(drafts.map((draft) => [draft.slice(0, 150), draft]))('%s', async (_, draft) => {
      const refusal = await refusalOf(draft)
      const repairable = !adapter.attacks.includes(reason)
      expect(refusal).toMatchObject({ reason, repairable, hint: expect.stringMatching(/./) })
      const text = JSON.stringify(refusal)
      expect(text).not.toMatch(FOREIGN)
      expect(text.length).toBeLessThan(4_000)
      // A hint may repeat a name of the draft, but must not reveal another name of a hidden object.
      expect(SECRET_NAMES.filter((name) => text.includes(name) && !draft.toLowerCase().includes(name))).toEqual([])
    })
  })

  it('some reasons of refusal are attacks, which are not repairable, and some are repairable mistakes', () => {
    const reasons = Object.keys(adapter.refused)
    expect(reasons).toEqual(expect.arrayContaining([...adapter.attacks]))
    expect(adapter.attacks).not.toEqual([])
    expect(reasons.length).toBeGreaterThan(adapter.attacks.length)
  })

  describe('the guard', () => {
    it.each(adapter.alike)(
      'refuses $secret.draft as it refuses a name that does not exist',
      async ({ secret, nothing }) => {
        const refusal = await refusalOf(secret.draft)
        expect(refusal).toBeDefined()
        expect(JSON.parse(JSON.stringify(refusal).replaceAll(secret.name, nothing.name))).toEqual(
          await refusalOf(nothing.draft),
        )
      },
    )

    it('writes the same statement for every tenant: values are bound', async () => {
      for (const { draft } of adapter.queries) {
        const [first, second] = [await bench().guard(draft, 1), await bench().guard(draft, 2)]
        expect(second.statement).toBe(first.statement)
      }
    })

    it('refuses a newly described column with a secret name as it refuses a missing column', async () => {
      const { schema, policy, restriction } = bench().rules(1)
      const orders = adapter.tableName?.('orders') ?? 'orders'
      const later = { name: 'api_secret', type: adapter.declared('text'), nullable: true }
      const tables = schema.tables.map((table) =>
        tableName(table) === orders ? { ...table, columns: [...table.columns, later] } : table,
      )
      const grown = { ...schema, tables }
      const { engine } = bench()
      const draft = (name: string) =>
        engine.dialect.sql === null
          ? JSON.stringify({ collection: 'orders', pipeline: [{ $project: { one: `$${name}` } }] })
          : `SELECT ${name} FROM orders`
      const verdictOn = async (name: string, of: typeof policy) => {
        const guarded = await engine.guard(draft(name), { schema: grown, policy: of, restriction })
        return guarded.ok ? 'accepted' : guarded.refusal.reason
      }
      expect(await verdictOn('api_secret', policy)).toBe('accepted')
      const effective = effectivePolicy(policy, grown, engine.dialect.folding(grown))
      expect(await verdictOn('nowhere', effective)).not.toBe('accepted')
      expect(await verdictOn('api_secret', effective)).toBe(await verdictOn('nowhere', effective))
    })

    it('lists the tables that a query reads, by their policy names, and the restrictions that filter them', async () => {
      const query = await bench().guard(adapter.drafts.countOrders, 1, 'ann')
      expect(query).toMatchObject({ engine: adapter.name, filters: ['tenant', 'scope'] })
      expect(query.tables).toEqual([adapter.tableName?.('orders') ?? 'orders'])
      expect((await bench().guard(adapter.drafts.one)).filters).toEqual([])
    })

    it('denies tables but filters no rows without a restriction', async () => {
      const whole = { ...bench().rules(1), restriction: {} }
      const asked = await bench().ask(adapter.drafts.countOrders, whole)
      expect(asked).toMatchObject({ result: { rows: [{ n: 72 }] }, query: { filters: [] } })
      for (const { secret } of adapter.alike)
        expect(await bench().engine.guard(secret.draft, whole)).toMatchObject({ ok: false })
    })

    const { deep } = adapter
    if (deep !== undefined)
      it('checks deeply nested drafts within its time limit', async () => {
        const results = await Promise.all(
          deep.map(async (draft) => await bench().engine.guard(draft, bench().rules(1))),
        )
        expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(deep.length / 3)
        expect(results.flatMap((one) => (one.ok ? [] : one.refusal.reason))).not.toContain('not_proven')
      })

    it('is the only source of runnable queries: a copy of a guarded query is rejected', async () => {
      const query = await bench().guard(adapter.drafts.one)
      await expect(bench().run({ ...query })).rejects.toMatchObject({ problem: 'internal' })
    })
  })
}
