import type { Caller } from '../../src/access/rules/caller.ts'
import type { Knowledge } from '../../src/ask/rules/knowledge.ts'
import type { Engine } from '../../src/engines/engine.ts'
import type { Schema } from '../../src/guard/schema.ts'
import { makeCatalog } from '../../src/knowledge/catalog/make-catalog.ts'
import { CallerSchemas } from '../../src/knowledge/documents/caller-schemas.ts'
import { type KnowledgeQuestion, KnowledgeReader, type KnowledgeRequest } from '../../src/knowledge/knowledge-reader.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'

/** Time limits that let every look-up finish on a loaded machine. */
const LONG_LIMITS = { lookUpMs: 60_000, readMs: 60_000 }

/** A planner's knowledge for a question: from the catalog, and names by question. */
export type Know = (asked?: KnowledgeQuestion) => Promise<Knowledge>

interface Request extends Omit<KnowledgeRequest, 'catalog' | 'asked'> {
  readonly engine: Engine
  readonly caller: Caller
}

/** Indexes a database, and reads knowledge as the service would, with the schema of its guard for the caller. */
export const indexedKnowledge = async (request: Request): Promise<{ readonly know: Know; readonly schema: Schema }> => {
  const samplingKey = new Uint8Array(32)
  const catalog = await makeCatalog({ ...request, samplingKey, budget: { statements: 100_000, milliseconds: 600_000 } })
  const memory = new CacheMemory()
  const reader = new KnowledgeReader(memory, LONG_LIMITS)
  const schema = await new CallerSchemas(memory, LONG_LIMITS).of({ ...request, key: request.address, catalog })
  return {
    know: (asked = { question: '', recentTurns: [] }) => reader.read({ ...request, schema, catalog, asked }),
    schema,
  }
}
