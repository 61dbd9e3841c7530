import type { QueryRun } from '../src/ask/rules/outcome.ts'
import type { Question } from '../src/ask/rules/question.ts'
import { readQuestion } from '../src/ask/rules/read-question.ts'
import type { TableFilter } from '../src/guard/table-filters.ts'
import type { DatabaseSettings } from '../src/manage/databases/rules/database-settings.ts'
import type { ComposeRequest } from '../src/planner/planner.ts'
import { rowsRuleOf } from './rows-rule-of.ts'

/** What queries gave, and all tables that they read. */
interface Found extends Pick<QueryRun, 'result' | 'extent' | 'ties'>, Pick<ComposeRequest, 'parts'> {
  readonly tables: readonly Pick<TableFilter, 'table' | 'isScoped'>[]
}

/** The rows that a planner words, as far as the settings of the database let a provider see them. */
export const wordingOf = (
  database: DatabaseSettings,
  { caller, text, askedAt }: Pick<Question, 'caller' | 'text' | 'askedAt'>,
  { tables, ...found }: Found,
): Omit<ComposeRequest, 'draft' | 'signal'> => {
  const rows = rowsRuleOf(database, tables)
  const ownTables = tables.filter(({ isScoped }) => isScoped === true).map(({ table }) => table)
  return {
    question: readQuestion(text),
    askedAt,
    ...found,
    tables: tables.map(({ table }) => table),
    ...(ownTables.length === 0 ? {} : { ownTables }),
    ...(rows === undefined ? {} : { rows }),
    owner: caller,
  }
}
