import { describing } from './contract/describing.ts'
import type { EngineAdapter } from './contract/engine-adapter.ts'
import { fairness } from './contract/fairness.ts'
import { generated } from './contract/generated.ts'
import { guarding } from './contract/guarding.ts'
import { inferring } from './contract/inferring.ts'
import { largeCells } from './contract/large-cells.ts'
import { limits } from './contract/limits.ts'
import { oracle } from './contract/oracle.ts'
import { sharingDatabases } from './contract/shared-databases.ts'
import { stopping } from './contract/stopping.ts'
import { telling } from './contract/telling.ts'
import { unguarded } from './contract/unguarded.ts'
import { values } from './contract/values.ts'
import { verifying } from './contract/verifying.ts'

/**
 * The guarantees of every engine. The test files of each engine call this with an adapter and test only what is specific
 * to their database.
 */
export const engineContract = (adapter: EngineAdapter): void => describe(`engine ${adapter.name}`, () => parts(adapter))

const parts = (adapter: EngineAdapter): void => {
  const readers = sharingDatabases(adapter)
  const unstoppable =
    adapter.drafts.endless.length === 0 ? 'the available server cannot stop an endless query' : undefined
  describe.each([
    { part: 'describe', tests: describing, of: adapter },
    { part: 'guard', tests: guarding, of: readers },
    { part: 'single-tenant oracle', tests: oracle, of: readers },
    { part: 'generated queries', tests: generated, of: readers },
    { part: 'limits', tests: limits, of: readers },
    { part: 'large cells', tests: largeCells, of: readers },
    { part: 'cancellation', tests: stopping, of: adapter, none: unstoppable },
    { part: 'values', tests: values, of: readers },
    { part: 'fairness', tests: fairness, of: readers, none: unstoppable },
  ])('$part', ({ tests, of, none }) => {
    if (none === undefined) tests(of)
    else it.skip(`is not tested: ${none}`, () => {})
  })

  const { verifier, unguarded: lastDefence, failing } = adapter
  if (lastDefence !== undefined) describe('without its guard', () => unguarded({ ...adapter, unguarded: lastDefence }))
  if (failing !== undefined) {
    describe('error oracle', () => telling({ ...readers, failing }))
    describe('inference', () => inferring(readers))
  }
  if (verifier !== undefined) describe('verifier', () => verifying({ ...readers, verifier }))
}
