import type { Knowledge } from '../../src/domain/ask/knowledge.ts'
import type { CatalogSource } from '../../src/knowledge/catalog/catalog-source.ts'
import { makeCatalog } from '../../src/knowledge/catalog/make-catalog.ts'
import { type AskedOf, KnowledgeReader, type KnowledgeRequest } from '../../src/knowledge/knowledge-reader.ts'
import { DatabaseMemory } from '../../src/memory/database-memory.ts'

/** Every name is looked up before its question is read, however busy the machine. */
const PATIENT = { lookUpMs: 60_000 }

/** What a planner may know for a question: it reads the catalog first, and names by questions. */
export type Know = (asked?: AskedOf) => Promise<Knowledge>

/** Indexes a database, and knows it as the service would. */
export const indexedKnowledge = async (
  request: Omit<KnowledgeRequest, 'catalog' | 'asked'> & Pick<CatalogSource, 'engine'>,
): Promise<Know> => {
  const samplingKey = new Uint8Array(32)
  const catalog = await makeCatalog({ ...request, samplingKey, budget: { statements: 100_000, milliseconds: 600_000 } })
  const reader = new KnowledgeReader(new DatabaseMemory(), PATIENT)
  return (asked = { question: '', recentTurns: [] }) => reader.read({ ...request, catalog, asked })
}
