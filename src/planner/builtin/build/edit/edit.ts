import type { QueryTree } from '../../query/index.ts'
import type { MadeOut } from '../made-out.ts'

/** One kind of change to the query before; null where the follow-up asks for none of its kind. */
export type Edit = (followUp: MadeOut, tree: QueryTree) => QueryTree | null
