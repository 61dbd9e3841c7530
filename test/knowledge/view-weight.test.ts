import v8 from 'node:v8'
import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { DatabaseView } from '../../src/ask/rules/knowledge.ts'
import { viewWeight } from '../../src/knowledge/view-weight.ts'
import { catalogOf } from '../../src/planner/builtin/schema/index.ts'
import { CacheMemory } from '../../src/platform/memory/cache-memory.ts'
import { runToEnd } from '../../src/platform/values/sliced.ts'

const viewOf = (tables: number, columns: number, nameOf: (table: number, column: number) => string): DatabaseView => ({
  databaseName: 'wide',
  engine: 'any',
  dialectNotes: '',
  promptRules: '',
  dialect: null,
  glossary: EMPTY_GLOSSARY,
  schema: {
    engine: 'any',
    tables: Array.from({ length: tables }, (_, table) => ({
      name: `table_${table}`,
      primaryKey: [],
      foreignKeys: [],
      columns: Array.from({ length: columns }, (__, column) => ({
        name: nameOf(table, column),
        type: 'TEXT',
        nullable: true,
      })),
    })),
  },
})

describe('the weight of a cached view', () => {
  it.each([
    ['columns with the same names in every table', viewOf(100, 120, (_, column) => `status_${column}`)],
    ['columns with unique names', viewOf(100, 120, (table, column) => `status_${table}_${column}`)],
    ['many tables with few columns', viewOf(3_000, 4, (_, column) => `status_${column}`)],
  ])('is at least the size that v8 serializes of a view and its catalog: %s', (_, view) => {
    const written = v8.serialize([view, catalogOf(view).tables]).length
    expect(runToEnd(viewWeight(view))).toBeGreaterThan(written)
  })

  it('permits eight cached views of 60,000 columns, and evicts the oldest if memory fits four', () => {
    const view = viewOf(500, 120, (_, column) => `status_${column}`)
    const bytes = runToEnd(viewWeight(view))
    const memory = new CacheMemory()
    expect(8 * bytes).toBeLessThan(memory.bytesMax)
    memory.close()
    const small = new CacheMemory(4 * bytes)
    const views = small.cache<DatabaseView>('views')
    for (let n = 0; n < 8; n++) views.set(`wide ${n}`, { value: view, bytes })
    expect(small.size).toEqual({ bytes: 4 * bytes, entries: 4 })
    expect([views.get('wide 3'), views.get('wide 4')]).toEqual([undefined, view])
    small.close()
  })
})
