import { retrieve } from '../../src/knowledge/retrieval/retrieve.ts'
import type { DraftRequest } from '../../src/planner/planner.ts'
import { runInSlices } from '../../src/platform/values/sliced.ts'

/** A request as in a step of a turn, with the context of its question. */
export const withContext = (request: Omit<DraftRequest, 'context'>): DraftRequest => ({
  ...request,
  context: (tokens) => runInSlices(retrieve({ patterns: [], ...request }, tokens)),
})
