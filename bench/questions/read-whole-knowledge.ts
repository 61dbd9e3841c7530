import type { Knowledge } from '../../src/domain/ask/knowledge.ts'
import { KnowledgeReader, type KnowledgeRequest } from '../../src/knowledge/knowledge-reader.ts'
import { DatabaseMemory } from '../../src/memory/database-memory.ts'

/** Every value is read before the first question, however busy the machine. */
const READING_MS = 60_000
const TRIES_MAX = 5

/** What a planner may know, with the values of every column: one that took too long is read again. */
export const readWholeKnowledge = async (request: KnowledgeRequest): Promise<Knowledge> => {
  for (let tries = 1; ; tries++) {
    const reader = new KnowledgeReader(new DatabaseMemory(), { budgetMs: READING_MS })
    const knowledge = await reader.read(request).finally(() => reader.close())
    const isWhole = knowledge.values.every(({ values, complete }) => complete || values.length > 0)
    if (isWhole || tries === TRIES_MAX) return knowledge
  }
}
