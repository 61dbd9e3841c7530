import fc from 'fast-check'
import { displayedCommand } from '../../../../src/engines/mongodb/guard/command.ts'
import { guardDraft } from '../../../../src/engines/mongodb/guard/guard.ts'
import { VIEWS } from '../../contract/views.ts'
import { findIn, pipelineOf, unordered } from './documents.ts'
import { honestPipeline } from './pipeline-grammar.ts'
import { shopOf, shopRules, wholeShop } from './shop.ts'

const SENSITIVE_EVERY = 10
const REFUSED_MAX = 0.02

const copies = VIEWS.map(({ tenant, scope }) => shopOf(tenant, scope))

export interface GeneratedPipelines {
  readonly cases: number
  readonly seed: number
}

/**
 * Generated legitimate pipelines: what the guard accepts returns exactly the documents of a single-tenant database.
 * `TEST_SEED` selects other pipelines and `TEST_CASES` their number; the same seed reproduces a failure.
 */
export const generatedPipelines = (given: GeneratedPipelines): void => {
  const cases = Number(process.env.TEST_CASES ?? given.cases)
  const seed = Number(process.env.TEST_SEED ?? given.seed)

  it(`S46 ${cases} generated pipelines (TEST_SEED=${seed}) return the documents of a single-tenant database, and the guard accepts nearly all`, async () => {
    const refused: string[] = []
    let [tried, differed, compared] = [0, 0, 0]
    const property = fc.asyncProperty(fc.gen(), fc.nat(VIEWS.length - 1), async (generate, index) => {
      const draft = honestPipeline((...items) => generate(fc.constantFrom, ...items))
      const [view, copy] = [VIEWS[index], copies[index]]
      if (view === undefined || copy === undefined) throw new Error('a view without a copy')
      tried++
      const guarded = await guardDraft(JSON.stringify(draft), shopRules(view.tenant, view.scope))
      if (!guarded.ok) {
        refused.push(`${guarded.refusal.reason}: ${JSON.stringify(draft)}`)
        return
      }
      const wanted = unordered(findIn(copy, pipelineOf(draft)))
      const found = unordered(findIn(wholeShop, pipelineOf(Object(displayedCommand(guarded.query)))))
      if (found.join('\n') !== wanted.join('\n')) throw new Error(`${JSON.stringify(view)}: ${JSON.stringify(draft)}`)
      if (tried % SENSITIVE_EVERY > 0) return
      compared++
      if (unordered(findIn(wholeShop, pipelineOf(draft))).join('\n') !== wanted.join('\n')) differed++
    })
    await fc.assert(property, { numRuns: cases, seed, endOnFailure: true })
    expect(refused.slice(0, Math.ceil(refused.length - tried * REFUSED_MAX))).toEqual([])
    // A missing filter changes the result of at least this share.
    expect(differed / compared).toBeGreaterThan(0.4)
  }, 600_000)
}
