import type { QueryDraft } from '../src/ask/rules/draft.ts'
import type { Glossary } from '../src/ask/rules/glossary.ts'
import type { ResultColumn } from '../src/ask/rules/outcome.ts'

interface TitlesOf extends Pick<QueryDraft, 'titles'> {
  /** Tables that the query reads. */
  readonly tables: readonly string[]
  readonly glossary: Pick<Glossary, 'columns'>
}

/** The columns of a result with titles of the planner, or of the glossary if they are columns of a table. */
export const withTitles = (
  columns: readonly ResultColumn[],
  { titles = [], tables, glossary }: TitlesOf,
): readonly ResultColumn[] => {
  const planned = titles.length === columns.length ? titles : []
  return columns.map((column, at) => {
    const title = planned[at] || synonymOf(column.name, tables, glossary)
    return title === undefined ? column : { ...column, title }
  })
}

const synonymOf = (name: string, tables: readonly string[], { columns }: Pick<Glossary, 'columns'>) =>
  columns.find(({ table, column, synonyms }) => column === name && synonyms.length > 0 && tables.includes(table))
    ?.synonyms[0]
