import { describing } from './contract/describing.ts'
import type { EngineAdapter } from './contract/engine-adapter.ts'
import { fairness } from './contract/fairness.ts'
import { generated } from './contract/generated.ts'
import { guarding } from './contract/guarding.ts'
import { inferring } from './contract/inferring.ts'
import { largeCells } from './contract/large-cells.ts'
import { limits } from './contract/limits.ts'
import { oracle } from './contract/oracle.ts'
import { stopping } from './contract/stopping.ts'
import { telling } from './contract/telling.ts'
import { unguarded } from './contract/unguarded.ts'
import { values } from './contract/values.ts'
import { verifying } from './contract/verifying.ts'

/**
 * What every engine guarantees, whatever its database: an engine's own test file calls this with an adapter, and keeps
 * to itself what only its database has.
 */
export const engineContract = (adapter: EngineAdapter): void => {
  const unstoppable = adapter.drafts.endless.length === 0 ? 'nothing here stops an endless query' : undefined
  describe.each([
    { part: 'describe', tests: describing },
    { part: 'guard', tests: guarding },
    { part: 'oracle', tests: oracle },
    { part: 'generated', tests: generated },
    { part: 'limits', tests: limits },
    { part: 'large cells', tests: largeCells },
    { part: 'stopping', tests: stopping, none: unstoppable },
    { part: 'values', tests: values },
    { part: 'fairness', tests: fairness, none: unstoppable },
  ])(`engine ${adapter.name}, $part:`, ({ tests, none }) => {
    if (none === undefined) tests(adapter)
    else it.skip(`not here: ${none}`, () => {})
  })

  const { verifier, unguarded: layer, failing } = adapter
  if (layer !== undefined)
    describe(`engine ${adapter.name}, without its guard:`, () => unguarded({ ...adapter, unguarded: layer }))
  if (failing !== undefined) {
    describe(`engine ${adapter.name}, telling:`, () => telling({ ...adapter, failing }))
    describe(`engine ${adapter.name}, inferring:`, () => inferring(adapter))
  }
  if (verifier !== undefined) describe(`engine ${adapter.name}, verifier:`, () => verifying({ ...adapter, verifier }))
}
