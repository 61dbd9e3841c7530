import type { Measure } from '../query/index.ts'
import type { Doubts } from './doubts.ts'
import type { Shown } from './pieces.ts'
import type { Reading } from './reading.ts'
import type { Asked } from './where.ts'

/** What one way of reading says, as far as it has been made out: all that a query tree is made from. */
export interface MadeOut {
  readonly reading: Reading
  readonly asked: Asked
  readonly measures: readonly Measure[]
  readonly shown: Shown
  readonly doubts: Doubts
}
