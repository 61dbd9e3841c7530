import type { Measure, QueryTree } from '../../query/index.ts'
import type { Shown } from '../pieces.ts'
import type { Scene } from '../scene.ts'
import type { Tally } from '../tally.ts'
import type { Asked } from '../where.ts'

/** What a follow-up says, as far as it has been made out. */
export interface FollowUp {
  readonly scene: Scene
  readonly asked: Asked
  readonly measures: readonly Measure[]
  readonly shown: Shown
  readonly tally: Tally
}

/** One kind of change to the query before; null where the follow-up asks for none of its kind. */
export type Edit = (followUp: FollowUp, tree: QueryTree) => QueryTree | null
