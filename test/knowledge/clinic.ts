import { EMPTY_GLOSSARY } from '../../src/ask/rules/glossary.ts'
import type { Knowledge, VisibleTable } from '../../src/ask/rules/knowledge.ts'
import type { SqlDialect } from '../../src/ask/rules/sql-dialect.ts'

const table = (name: string, columns: readonly string[]): VisibleTable => ({
  name,
  columns: columns.map((column) => {
    const [called = '', type = 'text'] = column.split(' ')
    return { name: called, type, nullable: true }
  }),
  primaryKey: ['id'],
  foreignKeys: [],
})

const TABLES: readonly VisibleTable[] = [
  table('visits', ['id integer', 'pet_id integer', 'reason', 'state', 'cost integer', 'visited_on date']),
  table('pets', ['id integer', 'name', 'species', 'owner_id integer', 'state']),
  table('owners', ['id integer', 'full_name', 'city']),
]

/** A veterinary practice in SQL; `names` are the names that the lookup has found in the question of the caller. */
export const clinic = (
  dialect: SqlDialect,
  names: readonly string[] = [],
  table = (name: string) => name,
): Knowledge => ({
  view: {
    databaseName: 'Practice',
    engine: 'sql',
    dialectNotes: '',
    promptRules: '',
    dialect,
    glossary: EMPTY_GLOSSARY,
    schema: { engine: 'sql', tables: TABLES },
  },
  values: [
    { table: table('visits'), column: 'reason', values: ['vaccination', 'surgery', 'check-up'], complete: true },
    { table: table('visits'), column: 'state', values: ['booked', 'done', 'Cancelled'], complete: true },
    { table: table('pets'), column: 'species', values: ['dog', 'cat', 'guinea pig'], complete: true },
    { table: table('pets'), column: 'state', values: ['healthy', 'ill', 'booked'], complete: true },
  ],
  named: [{ table: table('owners'), column: 'full_name', values: names, complete: false }],
})

/** A harbour in MongoDB documents. */
export const harbour = (names: readonly string[] = []): Knowledge => ({
  view: {
    databaseName: 'Harbour',
    engine: 'mongodb',
    dialectNotes: '',
    promptRules: '',
    dialect: null,
    glossary: EMPTY_GLOSSARY,
    schema: {
      engine: 'mongodb',
      tables: [table('calls', ['_id objectId', 'vessel.name', 'vessel.flag', 'berth', 'tonnes int', 'arrived date'])],
    },
  },
  values: [
    { table: 'calls', column: 'vessel.flag', values: ['Malta', 'Panama', 'Norway'], complete: true },
    { table: 'calls', column: 'berth', values: ['north', 'south'], complete: true },
  ],
  named: [{ table: 'calls', column: 'vessel.name', values: names, complete: false }],
})
