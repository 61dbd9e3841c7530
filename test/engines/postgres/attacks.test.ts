import { guardDraft } from '../../../src/engines/postgres/guard/guard.ts'
import { FOREIGN, SECRET_NAMES } from '../contract/fixture.ts'
import { FILTERED, REFUSED } from './attacks.ts'
import { guarded, rulesFor } from './guard-rules.ts'

/** Reasons of which the planner is not asked for a repair: no well-meant draft has them. */
const NOT_REPAIRABLE: ReadonlySet<string> = new Set(['not_a_select', 'several_statements', 'parameter'])

describe.each(Object.entries(REFUSED))('PostgreSQL guard refuses with %s:', (reason, drafts) => {
  it.each(drafts.map((draft) => [draft.slice(0, 150), draft]))('%s', async (_, draft) => {
    const result = await guardDraft(draft, rulesFor(1))
    const repairable = !NOT_REPAIRABLE.has(reason)
    expect(result).toMatchObject({ ok: false, refusal: { reason, repairable, hint: expect.stringMatching(/./) } })
    const text = JSON.stringify(result)
    expect(text).not.toMatch(FOREIGN)
    expect(text.length).toBeLessThan(4_000)
    const unquoted = draft.toLowerCase().replaceAll('\\0061', 'a')
    expect(SECRET_NAMES.filter((name) => text.includes(name) && !unquoted.includes(name))).toEqual([])
  })
})

it.each(FILTERED)('PostgreSQL guard adds filters to %s', async (draft) => {
  const { statement, tables } = await guarded(draft)
  const reads = statement.match(/ FROM (?:ONLY )?public\./g) ?? []
  expect(reads.length).toBeGreaterThanOrEqual(tables.length)
})

it('PostgreSQL guard is tested with at least 300 attacks', () => {
  expect(Object.values(REFUSED).flat().length + FILTERED.length).toBeGreaterThanOrEqual(300)
})

describe('PostgreSQL guard refuses', () => {
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
  ])('%s exactly like one that does not exist', async (_, draft, secret, nothing) => {
    expect(JSON.parse(JSON.stringify(await refusal(draft(secret))).replaceAll(secret, nothing))).toEqual(
      await refusal(draft(nothing)),
    )
  })
})
