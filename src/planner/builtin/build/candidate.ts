import type { QueryTree } from '../query/index.ts'
import type { State } from '../read/index.ts'
import type { Notes } from './reading.ts'

export type Shape = 'list' | 'value' | 'groups' | 'ranking'

export interface Candidate {
  readonly tree: QueryTree
  readonly state: State
  readonly notes: Notes
  readonly shape: Shape
}

/** The shape of a query's result. */
export const shapeOf = ({ measures, groups, limit }: QueryTree): Shape =>
  measures.length === 0 && groups.length === 0
    ? limit === null
      ? 'list'
      : 'ranking'
    : groups.length === 0
      ? 'value'
      : limit === null
        ? 'groups'
        : 'ranking'
