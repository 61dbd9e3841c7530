import { displayedCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import { accepted } from '../../contract/results.ts'
import { findIn, pipelineOf, unordered } from './documents.ts'
import { shopOf, shopRules, wholeShop } from './shop.ts'
import { SHOP_PIPELINES } from './shop-pipelines.ts'

const VIEWS = [
  ...[{ tenant: 1 }, { tenant: 2 }, { tenant: 3 }, { tenant: 99 }],
  ...[
    { tenant: 1, scope: 'ann' },
    { tenant: 2, scope: 'bob' },
    { tenant: 1, scope: 'nobody' },
  ],
]

const guarded = async (draft: object, tenant: number, scope?: string) => {
  const query = accepted(await guardDraft(JSON.stringify(draft), shopRules(tenant, scope)))
  return pipelineOf(Object(displayedCommand(query)))
}

describe.each(VIEWS)(
  'S46 a pipeline of tenant $tenant, scope $scope, returns the documents of a single-tenant database',
  ({ tenant, scope }: { tenant: number; scope?: string }) => {
    const singleTenant = shopOf(tenant, scope)

    it.each(SHOP_PIPELINES.map((draft) => [JSON.stringify(draft), draft] as const))('%s', async (_, draft) => {
      const found = findIn(wholeShop, await guarded(draft, tenant, scope))
      expect(unordered(found)).toEqual(unordered(findIn(singleTenant, pipelineOf(draft))))
    })
  },
)

it('nearly every pipeline of the oracle returns other documents without a filter', () => {
  const singleTenant = shopOf(1)
  const differs = SHOP_PIPELINES.filter((draft) => {
    const pipeline = pipelineOf(draft)
    return resultOrError(wholeShop, pipeline) !== resultOrError(singleTenant, pipeline)
  })
  expect(SHOP_PIPELINES.length).toBeGreaterThanOrEqual(60)
  expect(differs.length / SHOP_PIPELINES.length).toBeGreaterThan(0.9)
})

const resultOrError = (...of: Parameters<typeof findIn>): string => {
  try {
    return unordered(findIn(...of)).join()
  } catch (error) {
    // Expressions may fail on documents without an owner.
    return String(error)
  }
}
