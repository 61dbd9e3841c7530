import { guardDraft } from '../../../src/engines/postgres/guard/guard.ts'
import { FOREIGN, SECRET_NAMES } from '../contract/fixture.ts'
import { FILTERED, REFUSED } from './attacks.ts'
import { guarded, rulesFor } from './guard-rules.ts'

/** What no honest draft does: a planner is not asked again. */
const NOT_REPAIRABLE: ReadonlySet<string> = new Set(['not_a_select', 'several_statements', 'parameter'])

describe.each(Object.entries(REFUSED))('refuses with %s', (reason, drafts) => {
  it.each(drafts.map((draft) => [draft.slice(0, 150), draft]))('%s', async (_, draft) => {
    const result = await guardDraft(draft, rulesFor(1))
    const repairable = !NOT_REPAIRABLE.has(reason)
    expect(result).toMatchObject({ ok: false, refusal: { reason, repairable, hint: expect.stringMatching(/./) } })
    const said = JSON.stringify(result)
    expect(said).not.toMatch(FOREIGN)
    expect(said.length).toBeLessThan(4_000)
    const unquoted = draft.toLowerCase().replaceAll('\\0061', 'a')
    expect(SECRET_NAMES.filter((name) => said.includes(name) && !unquoted.includes(name))).toEqual([])
  })
})

it.each(FILTERED)('filters %s', async (draft) => {
  const { statement, tables } = await guarded(draft)
  const reads = statement.match(/ FROM (?:ONLY )?public\./g) ?? []
  expect(reads.length).toBeGreaterThanOrEqual(tables.length)
})

it('knows many attacks', () => {
  expect(Object.values(REFUSED).flat().length + FILTERED.length).toBeGreaterThanOrEqual(300)
})

describe('says nothing about what the caller may not see:', () => {
  const refusal = async (draft: string): Promise<unknown> => {
    const result = await guardDraft(draft, rulesFor(1))
    return result.ok ? 'accepted' : result.refusal
  }
  it.each([
    ['a denied table', (name: string) => `SELECT * FROM ${name}`, 'vault', 'vanlt'],
    ['a denied table of a schema', (name: string) => `SELECT * FROM public.${name}`, 'vault', 'vanlt'],
    ['a system table', (name: string) => `SELECT * FROM ${name}`, 'pg_class', 'pg_clash'],
    ['a hidden column', (name: string) => `SELECT ${name} FROM customers`, 'password_hash', 'password_hush'],
    ['a system column', (name: string) => `SELECT ${name} FROM customers`, 'xmin', 'xmen'],
    ['a dangerous function', (name: string) => `SELECT ${name}(1)`, 'pg_sleep', 'pg_sleet'],
    ['a dangerous type', (name: string) => `SELECT '1'::${name}`, 'regclass', 'regclasp'],
  ])('%s looks like one that is not there', async (_, draft, secret, nothing) => {
    expect(JSON.parse(JSON.stringify(await refusal(draft(secret))).replaceAll(secret, nothing))).toEqual(
      await refusal(draft(nothing)),
    )
  })
})
