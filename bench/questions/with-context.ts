import { retrieve } from '../../src/knowledge/retrieval/retrieve.ts'
import type { DraftRequest } from '../../src/planner/planner.ts'
import { inSlices } from '../../src/platform/values/sliced.ts'

/** A request as a step of a turn makes it, with what its question needs. */
export const withContext = (request: Omit<DraftRequest, 'context'>): DraftRequest => ({
  ...request,
  context: (tokens) => inSlices(retrieve({ patterns: [], ...request }, tokens)),
})
