import { EMPTY_GLOSSARY } from '../ask/rules/glossary.ts'
import type { Knowledge, VisibleTable } from '../ask/rules/knowledge.ts'
import type { SqlDialect } from '../ask/rules/sql-dialect.ts'
import type { Planner } from './planner.ts'

const column = (name: string, type: string) => ({ name, type, nullable: false })

const TABLES: readonly VisibleTable[] = [
  {
    name: 'customers',
    columns: [column('id', 'integer'), column('name', 'text')],
    primaryKey: ['id'],
    foreignKeys: [],
  },
  {
    name: 'orders',
    columns: [
      column('id', 'integer'),
      column('customer_id', 'integer'),
      column('status', 'text'),
      column('total', 'decimal(10,2)'),
      column('ordered_on', 'date'),
    ],
    primaryKey: ['id'],
    foreignKeys: [{ columns: ['customer_id'], refTable: 'customers', refColumns: ['id'] }],
  },
]

const QUESTIONS = ['How many orders were placed last month?', 'How many orders are there per status?'] as const

/**
 * Drafts answers to questions about tables that exist in no database, so that the first question does not wait for an
 * offline planner to be compiled. Other planners are not called: their calls cost money.
 */
export const warmPlanner = async (
  { offline, draft }: Pick<Planner, 'offline' | 'draft'>,
  dialect: SqlDialect | null,
): Promise<void> => {
  if (!offline) return
  const knowledge: Knowledge = {
    view: {
      databaseName: 'sample',
      engine: 'sample',
      dialectNotes: '',
      promptRules: '',
      dialect,
      schema: { engine: 'sample', tables: TABLES },
      glossary: EMPTY_GLOSSARY,
    },
    values: [{ table: 'orders', column: 'status', values: ['open', 'paid'], complete: true }],
  }
  for (const question of QUESTIONS)
    await draft({
      question,
      askedAt: new Date().toISOString(),
      recentTurns: [],
      knowledge,
      context: async () => ({ tables: [], tablesLeftOut: 0, glossary: EMPTY_GLOSSARY, values: [] }),
      signal: AbortSignal.timeout(WARM_MS),
    })
}

/** Limit of the wait for a slot while real questions are drafted. */
const WARM_MS = 10_000
