import { tableName } from '../../guard/schema.ts'
import type { ColumnGloss, Glossary, PhraseGloss, TableGloss } from '../glossary.ts'
import type { VisibleColumn, VisibleSchema, VisibleTable } from '../knowledge.ts'
import { collectionText } from './collection-text.ts'
import { COMMENTS_ARE_DATA, commentText } from './comment-text.ts'
import { typeText } from './type-text.ts'

/** What a database is made of: tables of rows, or collections of documents. */
export type Makeup = 'tables' | 'collections'

/** The visible schema, one line a column; of documents, what was found in a sample of them. */
export const schemaText = ({ tables }: VisibleSchema, makeup: Makeup = 'tables'): string =>
  [
    ...(tables.some(hasComments) ? [COMMENTS_ARE_DATA] : []),
    ...tables.map(makeup === 'tables' ? tableText : collectionText),
  ].join('\n')

const hasComments = ({ comment, columns }: VisibleTable): boolean =>
  comment !== undefined || columns.some((column) => column.comment !== undefined)

/** The customer's own words. Empty when there are none. */
export const glossaryText = (glossary: Glossary, makeup: Makeup = 'tables'): string =>
  [
    ...glossary.tables.map((gloss) => tableGlossText(gloss, makeup === 'tables' ? 'row' : 'document')),
    ...glossary.columns.map(columnGlossText),
    ...glossary.phrases.map(phraseText),
  ]
    .filter((line) => line !== '')
    .join('\n')

const tableText = (table: VisibleTable): string =>
  [
    [`table ${tableName(table)}`, ...commentText(table)].join(': '),
    ...table.columns.map((column) => `  ${columnText(table, column)}`),
  ].join('\n')

const columnText = (table: VisibleTable, column: VisibleColumn): string => {
  const references = table.foreignKeys
    .filter((key) => key.columns.includes(column.name))
    .map((key) => `references ${key.refTable}.${key.refColumns[key.columns.indexOf(column.name)] ?? ''}`)
  const facts = [
    typeText(column),
    ...(table.primaryKey.includes(column.name) ? ['primary key'] : []),
    ...references,
    ...(column.nullable ? ['may be null'] : []),
    ...commentText(column),
  ].filter((fact) => fact !== '')
  return facts.length === 0 ? column.name : `${column.name}: ${facts.join(', ')}`
}

const words = (synonyms: readonly string[]): string[] =>
  synonyms.length === 0 ? [] : [`also called ${synonyms.join(', ')}`]

const line = (subject: string, facts: readonly string[]): string =>
  facts.length === 0 ? '' : `- ${subject}: ${facts.join('; ')}`

const tableGlossText = (gloss: TableGloss, row: string): string =>
  line(gloss.table, [
    ...words(gloss.synonyms),
    ...(gloss.description === undefined ? [] : [gloss.description]),
    ...(gloss.label === undefined ? [] : [`show a ${row} to people by ${gloss.label}`]),
    ...(gloss.time === undefined ? [] : [`a ${row} is dated by ${gloss.time}`]),
  ])

const columnGlossText = (gloss: ColumnGloss): string =>
  line(`${gloss.table}.${gloss.column}`, [
    ...words(gloss.synonyms),
    ...(gloss.description === undefined ? [] : [gloss.description]),
    ...(gloss.unit === undefined ? [] : [`in ${gloss.unit}`]),
  ])

const phraseText = ({ phrase, table, filter, measure }: PhraseGloss): string =>
  line(`"${phrase}"`, [
    ...(filter === undefined ? [] : [`${table}.${filter.column} ${filter.op} ${literal(filter.value)}`.trim()]),
    ...(measure === undefined ? [] : [`${measure.aggregate}(${measured(table, measure)})`]),
  ])

const literal = (value: string | number | undefined): string =>
  value === undefined ? '' : typeof value === 'number' ? String(value) : `'${value}'`

const measured = (table: string, measure: NonNullable<PhraseGloss['measure']>): string => {
  if (measure.column === undefined) return '*'
  const product = measure.times === undefined ? [measure.column] : [measure.column, measure.times]
  return product.map((column) => `${table}.${column}`).join(' * ')
}
