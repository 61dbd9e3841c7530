import type { PlannerOutput } from '../../src/ask/rules/draft.ts'
import type { SqlDialect } from '../../src/ask/rules/sql-dialect.ts'
import { SQL_DIALECT as MYSQL } from '../../src/engines/mysql/dialect.ts'
import { SQL_DIALECT as POSTGRES } from '../../src/engines/postgres/dialect.ts'
import { SQL_DIALECT as SQLITE } from '../../src/engines/sqlite/dialect.ts'
import { builtinPlanner } from '../../src/planner/builtin/index.ts'
import type { DraftRequest, Planner } from '../../src/planner/planner.ts'
import { warmPlanner } from '../../src/planner/warm-planner.ts'

const planner = builtinPlanner()

/** The modes of the drafts that are made while a planner is warmed up. */
const modesOf = async (dialect: SqlDialect | null, offline: Planner['offline']): Promise<PlannerOutput['mode'][]> => {
  const modes: PlannerOutput['mode'][] = []
  const draft = async (request: DraftRequest) => {
    const drafted = await planner.draft(request)
    modes.push(drafted.mode)
    return drafted
  }
  await warmPlanner({ offline, draft }, dialect)
  return modes
}

it.each([
  ['MySQL', MYSQL],
  ['PostgreSQL', POSTGRES],
  ['SQLite', SQLITE],
  ['MongoDB', null],
] as const)('warmPlanner lets an offline planner draft a query for %s', async (_, dialect) => {
  expect(await modesOf(dialect, true)).toContain('query')
})

it('warmPlanner makes no call to a planner that needs a network', async () => {
  expect(await modesOf(SQLITE, false)).toEqual([])
})
