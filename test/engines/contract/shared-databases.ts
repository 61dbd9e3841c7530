import type { EngineAdapter, LoadedDatabase } from './engine-adapter.ts'

/**
 * An adapter that shares databases between tests that only read them: each content is loaded once and removed after the
 * tests of the enclosing `describe`.
 */
export const sharingDatabases = (adapter: EngineAdapter): EngineAdapter => {
  const loaded = new Map<string, Promise<LoadedDatabase>>()
  afterAll(async () => {
    for (const database of loaded.values()) await (await database).remove()
  })
  return {
    ...adapter,
    async load(tables) {
      const content = JSON.stringify(tables)
      const database = loaded.get(content) ?? adapter.load(tables)
      loaded.set(content, database)
      return { ...(await database), remove: async () => undefined }
    },
  }
}
