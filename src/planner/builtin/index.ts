import type { Composition } from '../../domain/ask/answer.ts'
import type { Draft } from '../../domain/ask/draft.ts'
import type { ComposeRequest, DraftRequest, Planner } from '../planner.ts'
import { interpret } from './interpret.ts'

/** The planner that needs no model: it answers what it fully understands, and says so when it does not. */
export const builtinPlanner = (): Planner => ({
  name: 'builtin',
  offline: true,
  draft: async (request: DraftRequest): Promise<Draft> => {
    const reading = interpret(request.knowledge, request.question, {
      today: request.askedAt.slice(0, 10),
      future: false,
    })
    if (reading.query === null || reading.ir === null || reading.confidence < 0.6)
      return {
        planner: 'builtin',
        mode: 'decline',
        reply: `not understood: ${reading.doubt ?? ''} ${reading.unexplained.join(',')}`,
        suggestions: [],
        assumptions: [],
        confidence: reading.confidence,
      }
    return {
      planner: 'builtin',
      mode: 'query',
      query: reading.query,
      explanation: 'x',
      plan: reading.ir,
      assumptions: [],
      confidence: reading.confidence,
    }
  },
  compose: async (request: ComposeRequest, emit): Promise<Composition> => {
    const message = `${request.result.rowCount} rows`
    await emit(message)
    return { message, suggestions: [] }
  },
})
