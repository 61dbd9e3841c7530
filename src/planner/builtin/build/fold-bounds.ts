import type { QueryTree } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import { foldsOf } from './pieces.ts'
import type { Scene } from './scene.ts'
import type { Tally } from './tally.ts'

/** A bound on what groups are folded to: "departments whose average salary is over 5,000". */
export interface FoldBound {
  readonly fold: Extract<Part, { kind: 'fold' }>
  readonly bound: Extract<Part, { kind: 'bound' }>
}

/** The bounds of a reading that are on folds, and on no rows. */
export const foldBounds = ({ parts }: Scene): readonly FoldBound[] =>
  parts.flatMap((bound, at) => {
    const fold = parts[at - 1]
    return bound.kind === 'bound' && bound.noun === null && fold?.kind === 'fold' ? [{ fold, bound }] : []
  })

/** What groups must meet for it. */
export const havingOf = (scene: Scene, { fold, bound }: FoldBound, tally: Tally): QueryTree['having'] =>
  foldsOf(scene, fold, tally).flatMap((measure) => bound.bounds.map(({ op, value }) => ({ measure, op, value })))
