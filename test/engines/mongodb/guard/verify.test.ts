import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import { commandFault, verify } from '../../../../src/engines/mongodb/verify/verify.ts'
import type { QueryCandidate } from '../../../../src/guard/guarded-query.ts'
import { accepted } from '../../contract/results.ts'
import { shopRules } from './shop.ts'
import { SHOP_PIPELINES } from './shop-pipelines.ts'
import { weakened } from './weakened-commands.ts'

const CALLERS = [{ tenant: 1, scope: 'ann' }, { tenant: 2 }] as const

const forEachPipeline = async (
  check: (candidate: QueryCandidate, accepts: (changed: Partial<QueryCandidate>) => boolean) => void,
) => {
  for (const caller of CALLERS)
    for (const draft of SHOP_PIPELINES) {
      const rules = shopRules(caller.tenant, 'scope' in caller ? caller.scope : undefined)
      const query = accepted(await guardDraft(JSON.stringify(draft), rules))
      check(query, (changed) => verify({ ...query, ...changed }, rules) === undefined)
    }
}

it('the MongoDB verifier accepts statements of the guard, and refuses them with any part of the restriction weakened', async () => {
  const survived: string[] = []
  let variants = 0
  await forEachPipeline(({ statement }, accepts) => {
    expect(accepts({})).toBe(true)
    for (const weak of weakened(statement)) {
      if (weak.statement === statement) continue
      variants++
      if (accepts({ statement: weak.statement })) survived.push(`${weak.how}: ${weak.statement}`)
    }
  })
  expect(survived).toEqual([])
  expect(variants).toBeGreaterThan(SHOP_PIPELINES.length * CALLERS.length * 15)
}, 300_000)

it('the MongoDB verifier refuses statements with another bound value, or with a collection missing from their list', async () => {
  const survived: string[] = []
  await forEachPipeline(({ statement, parameters, tables }, accepts) => {
    for (const [index, value] of parameters.entries()) {
      const other = parameters.with(index, typeof value === 'bigint' ? 3n : 'eve')
      if (accepts({ parameters: other })) survived.push(`another value ${index + 1}: ${statement}`)
      if (accepts({ parameters: parameters.with(index, null) })) survived.push(`no value ${index + 1}: ${statement}`)
    }
    if (accepts({ tables: tables.slice(1) })) survived.push(`not listed: ${statement}`)
  })
  expect(survived).toEqual([])
}, 300_000)

it('the MongoDB guard removes hidden fields of a shared collection in $lookup, and the verifier requires it', async () => {
  const { policy, ...rest } = shopRules(1)
  const shared = Object.entries(policy.tables).map(([name, { mode, hide = [] }]) => {
    return [name, { mode: mode === 'deny' ? 'deny' : 'shared', hide }] as const
  })
  const { tenant: _, scope: __, ...unscoped } = policy
  const rules = { ...rest, policy: { ...unscoped, tables: Object.fromEntries(shared) }, restriction: {} }
  const lookup = { from: 'customers', localField: 'customer_id', foreignField: '_id', as: 'c' }
  const query = accepted(
    await guardDraft(JSON.stringify({ collection: 'orders', pipeline: [{ $lookup: lookup }] }), rules),
  )
  expect(query.statement).toMatch(/\$\$tabletalk_local.*"password_hash":0/)
  const shown = query.statement.replace(/,\{"\$project":\{[^{}]*"password_hash":0[^{}]*\}\}/, '')
  expect(shown).not.toContain('password_hash')
  expect(commandFault({ ...query, statement: shown }, rules)).toBe('something hidden is not taken out')
  const hidden = query.statement.replace('"$_id","$$tabletalk_local"', '"$password_hash","$$tabletalk_local"')
  expect(hidden).toContain('"$password_hash"')
  expect(commandFault({ ...query, statement: hidden }, rules)).toBe('something hidden is not taken out')
})

it('commandFault names the missing part of a restriction', async () => {
  const rules = shopRules(1)
  const query = accepted(await guardDraft('{"collection":"orders","pipeline":[]}', rules))
  const statement = JSON.stringify({ op: 'aggregate', collection: 'orders', pipeline: [{ $limit: 5 }] })
  expect(commandFault(query, rules)).toBeUndefined()
  expect(commandFault({ ...query, statement }, rules)).toBe('no filter at the head')
})
