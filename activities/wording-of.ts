import type { QueryRun } from '../src/domain/ask/outcome.ts'
import type { Question } from '../src/domain/ask/question.ts'
import { readQuestion } from '../src/domain/ask/read-question.ts'
import type { TableFilter } from '../src/domain/guard/table-filters.ts'
import type { ComposeRequest } from '../src/planner/planner.ts'
import { rowsRuleOf } from './rows-rule-of.ts'
import type { StepParts } from './step-parts.ts'

/** What queries gave, and all tables that they read. */
interface Found extends Pick<QueryRun, 'result' | 'extent' | 'ties'>, Pick<ComposeRequest, 'parts'> {
  readonly tables: readonly Pick<TableFilter, 'table' | 'isScoped'>[]
}

/** What a planner is told of the rows that it words: as far as a provider may be sent them now. */
export const wordingOf = async (
  app: Pick<StepParts, 'database'>,
  { caller, databaseId, text, askedAt }: Pick<Question, 'caller' | 'databaseId' | 'text' | 'askedAt'>,
  { tables, ...found }: Found,
  asOf?: Question['epoch'],
): Promise<Omit<ComposeRequest, 'draft' | 'signal'>> => {
  const rows = rowsRuleOf(await app.database(caller, databaseId, asOf), tables)
  const ownTables = tables.filter(({ isScoped }) => isScoped === true).map(({ table }) => table)
  return {
    ...{ question: readQuestion(text), askedAt, ...found, tables: tables.map(({ table }) => table) },
    ...(ownTables.length === 0 ? {} : { ownTables }),
    ...(rows === undefined ? {} : { rows }),
    owner: caller,
  }
}
