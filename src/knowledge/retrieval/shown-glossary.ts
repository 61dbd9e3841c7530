import { type ColumnGloss, EMPTY_GLOSSARY, type Glossary, type TableGloss } from '../../ask/rules/glossary.ts'
import { glossaryText } from '../../ask/rules/prompts/schema-text.ts'
import { estimatedTokens } from '../../ask/rules/question-context.ts'

const TOKENS_MAX = 1_200

/**
 * Glossary entries for words of the question, then entries of the tables that it is probably about, most likely first.
 * Unused synonyms are left out.
 *
 * @param isSaid whether the question has the words of a phrase
 */
export const shownGlossary = (
  glossary: Glossary,
  isSaid: (phrase: string) => boolean,
  likely: readonly string[],
): Glossary => {
  const withUsedSynonyms = <Gloss extends TableGloss | ColumnGloss>(gloss: Gloss): Gloss => ({
    ...gloss,
    synonyms: gloss.synonyms.filter(isSaid),
  })
  const near = new Set(likely)
  const tables = glossary.tables.map(withUsedSynonyms)
  const columns = glossary.columns.map(withUsedSynonyms)
  const speaksOfIt = ({ table, synonyms }: TableGloss | ColumnGloss): boolean => near.has(table) && synonyms.length > 0
  const parts: Glossary[] = [
    ...glossary.phrases.filter(({ phrase }) => isSaid(phrase)).map((one) => ({ ...EMPTY_GLOSSARY, phrases: [one] })),
    ...columns.filter(speaksOfIt).map((one) => ({ ...EMPTY_GLOSSARY, columns: [one] })),
    ...tables.filter(speaksOfIt).map((one) => ({ ...EMPTY_GLOSSARY, tables: [one] })),
    ...likely.flatMap((name) => [
      ...tables.filter((one) => one.table === name).map((one) => ({ ...EMPTY_GLOSSARY, tables: [one] })),
      ...columns.filter((one) => one.table === name).map((one) => ({ ...EMPTY_GLOSSARY, columns: [one] })),
    ]),
  ]
  return fitting(parts)
}

const fitting = (parts: readonly Glossary[]): Glossary => {
  let left = TOKENS_MAX
  const kept = {
    tables: new Set<TableGloss>(),
    columns: new Set<ColumnGloss>(),
    phrases: new Set<Glossary['phrases'][number]>(),
  }
  for (const part of parts) {
    const known = [
      ...part.tables.filter((one) => kept.tables.has(one)),
      ...part.columns.filter((one) => kept.columns.has(one)),
    ]
    if (known.length > 0) continue
    left -= estimatedTokens(glossaryText(part)) + 1
    if (left < 0) break
    for (const one of part.tables) kept.tables.add(one)
    for (const one of part.columns) kept.columns.add(one)
    for (const one of part.phrases) kept.phrases.add(one)
  }
  return { tables: [...kept.tables], columns: [...kept.columns], phrases: [...kept.phrases] }
}
