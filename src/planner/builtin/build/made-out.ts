import type { Measure } from '../query/index.ts'
import type { Shown } from './pieces.ts'
import type { Scene } from './scene.ts'
import type { Tally } from './tally.ts'
import type { Asked } from './where.ts'

/** What one way of reading says, as far as it has been made out: all that a query tree is made from. */
export interface MadeOut {
  readonly scene: Scene
  readonly asked: Asked
  readonly measures: readonly Measure[]
  readonly shown: Shown
  readonly tally: Tally
}
