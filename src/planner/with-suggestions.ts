import { setTimeout as pause } from 'node:timers/promises'
import { suggestAfter } from './builtin/index.ts'
import type { ComposeRequest, Planner } from './planner.ts'

/** Maximum wait for suggestions, which are computed while the answer is worded. */
const WAIT_MS = 1_000

/** Adds suggested questions to answers, by the rules of the built-in planner: no model call is needed. */
export const withSuggestions = (planner: Planner): Planner => ({
  ...planner,
  async compose(request, emit) {
    if (request.knowledge === undefined) return await planner.compose(request, emit)
    const suggesting = suggested(request, request.knowledge).catch(() => [])
    const composition = await planner.compose(request, emit)
    const over = new AbortController()
    const late = pause<readonly string[]>(WAIT_MS, [], { signal: over.signal })
    try {
      return { ...composition, suggestions: await Promise.race([suggesting, late]) }
    } finally {
      over.abort()
    }
  },
})

const suggested = async (
  { question, tables }: ComposeRequest,
  knowledge: NonNullable<ComposeRequest['knowledge']>,
): Promise<readonly string[]> => await suggestAfter(await knowledge(), { question, tables })
