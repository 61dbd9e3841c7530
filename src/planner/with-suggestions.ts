import { setTimeout as pause } from 'node:timers/promises'
import { suggestAfter } from './builtin/index.ts'
import type { ComposeRequest, Planner } from './planner.ts'

/** How long a worded answer waits for its suggestions, which are made beside it. */
const WAIT_MS = 1_000

/** Adds to answers what could be asked next, by the rules of the built-in planner: no model is asked for it. */
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
