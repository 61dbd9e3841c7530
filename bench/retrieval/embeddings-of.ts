import { readConfig } from '../../src/config.ts'
import { embedTables } from '../../src/knowledge/meaning/embed-tables.ts'
import { modelEmbedder } from '../../src/planner/model/model-embedder.ts'
import type { AskedDatabase, QuestionWithNeeds } from './asked-database.ts'

/** Questions per call. */
const TOGETHER = 32

/**
 * Adds vectors of an embedding model to a database and its questions, with key and address from the environment.
 * @throws Error if a table has none
 */
export const embeddingsOf = (name: string): ((database: AskedDatabase) => Promise<AskedDatabase>) => {
  const { model } = readConfig({ ...process.env, TABLETALK_MODEL: name, TABLETALK_EMBEDDING_MODEL: name })
  const { name: _, missing = [], ...access } = model?.embedding ?? { name }
  if (missing.length > 0) throw new Error(`${name} needs ${missing.join(' and ')}`)
  const embedder = modelEmbedder({ model: name, ...access })
  const { signal } = new AbortController()
  return async (database) => {
    const { tables } = database.knowledge.view.schema
    const parts = { embedder, refusal: async () => undefined, onSpent: async () => undefined, signal }
    const { vectors, report } = await embedTables(tables, undefined, parts)
    if (vectors === undefined || report.failure !== null) throw new Error(report.failure ?? 'There are no vectors')
    const questions: QuestionWithNeeds[] = []
    for (let at = 0; at < database.questions.length; at += TOGETHER) {
      const some = database.questions.slice(at, at + TOGETHER)
      const { vectors: meanings } = await embedder.embed(
        some.map(({ question }) => question),
        signal,
      )
      for (const [place, one] of some.entries())
        questions.push({ ...one, meaning: Float32Array.from(meanings[place] ?? []) })
    }
    console.log(
      `${database.name}: ${report.tables} tables have vectors of ${vectors.dimensions} numbers, ${report.tokens} tokens`,
    )
    return { ...database, knowledge: { ...database.knowledge, vectors }, questions }
  }
}
