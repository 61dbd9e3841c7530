import type { Glossary, PhraseGloss } from '../../domain/ask/glossary.ts'

type Row = Readonly<Record<'what' | 'called' | 'more', string>>

/** What each entry of a glossary stands for, and how people say it. */
export const glossaryRows = ({ tables, columns, phrases }: Glossary): readonly Row[] => [
  ...tables.map(({ table, synonyms, description, label, time }) => ({
    ...{ what: table, called: synonyms.join(', ') },
    more: [label && `named by ${label}`, time && `dated by ${time}`, description].filter(Boolean).join('; '),
  })),
  ...columns.map(({ table, column, synonyms, description, unit }) => ({
    ...{ what: `${table}.${column}`, called: synonyms.join(', ') },
    more: [unit && `in ${unit}`, description].filter(Boolean).join('; '),
  })),
  ...phrases.map((said) => ({ what: meaningOf(said), called: said.phrase, more: '' })),
]

const meaningOf = ({ table, filter, measure }: PhraseGloss): string => {
  if (filter !== undefined) {
    const value = filter.value === undefined ? '' : ` ${JSON.stringify(filter.value)}`
    return `${table}.${filter.column} ${filter.op}${value}`
  }
  const factors = [measure?.column, measure?.times].filter((column) => column !== undefined)
  return `${measure?.aggregate} of ${factors.length === 0 ? table : `${table}.${factors.join(' * ')}`}`
}
