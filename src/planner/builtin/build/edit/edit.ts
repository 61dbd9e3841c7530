import type { QueryTree } from '../../query/index.ts'
import type { ResolvedReading } from '../resolved-reading.ts'

/** One kind of change to the previous query; null if the follow-up does not ask for it. */
export type Edit = (followUp: ResolvedReading, tree: QueryTree) => QueryTree | null
