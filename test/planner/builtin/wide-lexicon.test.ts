import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import type { DatabaseView } from '../../../src/ask/rules/knowledge.ts'
import { lexiconOf } from '../../../src/planner/builtin/schema/index.ts'

const wideView = (tables: number, columns: readonly string[]): DatabaseView => ({
  ...{
    databaseName: 'wide',
    engine: 'any',
    dialectNotes: '',
    promptRules: '',
    dialect: null,
    glossary: EMPTY_GLOSSARY,
  },
  schema: {
    engine: 'any',
    tables: Array.from({ length: tables }, (_, table) => ({
      ...{ name: `ward_${table}_visits`, primaryKey: [], foreignKeys: [] },
      columns: columns.map((name) => ({ name, type: 'TEXT', nullable: true })),
    })),
  },
})

describe('the words of a database of 500 tables whose columns have the same names', () => {
  const view = wideView(500, ['status', 'city', 'note'])
  const { lookup } = { lookup: (said: string) => lexiconOf(view).lookup(said.split(' ')) }

  it('find a column after the name of its table, whichever table that is', () => {
    for (const table of [0, 250, 499])
      expect(lookup(`ward ${table} visit status`)[0]).toEqual({
        ...{ kind: 'column', table: `ward_${table}_visits`, weight: 1.05 },
        column: { table: `ward_${table}_visits`, column: 'status' },
      })
    expect(lookup('ward 7 status')).toEqual([])
  })

  it('are as many phrases as with a third of the columns, but for those of two names', () => {
    const narrow = lexiconOf(wideView(500, ['status']))
    expect(lexiconOf(view).size).toBe(narrow.size + 2)
  })
})
