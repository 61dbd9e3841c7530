import { describing } from './contract/describing.ts'
import type { EngineAdapter } from './contract/engine-adapter.ts'
import { fairness } from './contract/fairness.ts'
import { guarding } from './contract/guarding.ts'
import { limits } from './contract/limits.ts'
import { oracle } from './contract/oracle.ts'
import { stopping } from './contract/stopping.ts'
import { values } from './contract/values.ts'

/**
 * What every engine guarantees, whatever its database: an engine's own test file calls this with an adapter, and keeps
 * to itself what only its database has.
 */
export const engineContract = (adapter: EngineAdapter): void => {
  describe.each([
    { part: 'describe', tests: describing },
    { part: 'guard', tests: guarding },
    { part: 'oracle', tests: oracle },
    { part: 'limits', tests: limits },
    { part: 'stopping', tests: stopping },
    { part: 'values', tests: values },
    { part: 'fairness', tests: fairness },
  ])(`engine ${adapter.name}, $part:`, ({ tests }) => tests(adapter))
}
