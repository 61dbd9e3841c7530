import type { QueryTree } from '../query/index.ts'
import type { Part } from '../read/index.ts'
import type { Doubts } from './doubts.ts'
import { foldsOf } from './pieces.ts'
import type { Reading } from './reading.ts'

/** A bound on what groups are folded to: "departments whose average salary is over 5,000". */
export interface FoldBound {
  readonly fold: Extract<Part, { kind: 'fold' }>
  readonly bound: Extract<Part, { kind: 'bound' }>
}

/** The bounds of a reading that are on folds, and on no rows. */
export const foldBounds = ({ parts }: Reading): readonly FoldBound[] =>
  parts.flatMap((bound, at) => {
    const fold = parts[at - 1]
    return bound.kind === 'bound' && bound.noun === null && fold?.kind === 'fold' ? [{ fold, bound }] : []
  })

/** What groups must meet for it. */
export const havingOf = (reading: Reading, { fold, bound }: FoldBound, doubts: Doubts): QueryTree['having'] =>
  foldsOf(reading, fold, doubts).flatMap((measure) => bound.bounds.map(({ op, value }) => ({ measure, op, value })))
