import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import { PatternIndexes } from '../../src/knowledge/pattern-indexes.ts'
import { type Pattern, templateKey } from '../../src/manage/patterns/rules/pattern.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { SERVER } from '../store/store-fixture.ts'

export type Pair = readonly [question: string, query: string]

export const patternOf = ([question, query]: Pair, at = 0): Pattern => ({
  id: String(at),
  databaseId: 'd',
  question,
  query,
  verifiedBy: 'Ann',
  createdAt: '',
  updatedAt: '',
})

/** @param templates stored templates, if they differ from those of the pairs */
export const booksOf = (pairs: readonly Pair[], templates: readonly (string | null)[] = []): PatternIndexes => {
  const patterns = pairs.map(patternOf)
  const store = {
    version: async () => 1,
    find: async (_: unknown, id: string) => patterns[Number(id)],
    questions: async () => patterns.map((one, at) => ({ ...one, template: templates[at] ?? templateKey(one) })),
  }
  return new PatternIndexes(store, new CacheMemory())
}

export const near = (pairs: readonly Pair[], question: string, knowledge: Knowledge) =>
  booksOf(pairs).near(SERVER, 'd', { question, knowledge })

/** Returns the verified query that answers the question without a planner. */
export const answering = async (pairs: readonly Pair[], question: string, knowledge: Knowledge) =>
  (await near(pairs, question, knowledge)).find(({ isExact }) => isExact)
